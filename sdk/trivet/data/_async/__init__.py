"""The async lists as record batches, tables and Parquet files."""
