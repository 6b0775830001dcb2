# Async only: it holds `tables.py` alone, which has no sync form.
"""The async lists as record batches, tables and Parquet files."""
