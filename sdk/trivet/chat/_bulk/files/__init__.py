"""The files of bulk jobs: the journal, tables and exports, safe against a kill and a full disk."""
