"""The findings of a run as a table, JUnit XML, annotations, JSON and a page; `writer` prints them and writes files."""
