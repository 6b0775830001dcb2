"""The findings of a run, written: as a table for people, as JUnit XML and as JSON for CI. `files` does the I/O."""
