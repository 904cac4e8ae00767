"""The sections that page scripts are composed of: controls, stages, tables, downloads."""
