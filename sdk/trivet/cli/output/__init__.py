"""How records become text: tables, JSON, NDJSON, CSV and YAML."""
