"""The languages of the page: our catalogues, and what Streamlit says in English."""
