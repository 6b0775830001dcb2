"""What tasks and threads do differently: each module has an async class and a sync class of one meaning."""
