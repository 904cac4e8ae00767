"""Charts as SVG, drawn by Altair and Vega in a process that ends when it is not needed."""
