"""The output of records as tables, JSON, NDJSON, CSV and YAML."""
