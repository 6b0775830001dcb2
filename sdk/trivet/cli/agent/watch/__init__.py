"""`trivet agent watch`: the sessions of directories, and the requests that wait for an answer."""
