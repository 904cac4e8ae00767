"""The languages of the page: message catalogs, and translations of Streamlit's own strings."""
