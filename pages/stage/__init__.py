"""What all stages share: how tokens and numbers are written, and the code in the browser."""
