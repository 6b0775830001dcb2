"""Reports of a run of the checks as a table, JUnit XML, annotations, JSON and a page, and of the proxy's traffic."""
