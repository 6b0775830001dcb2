"""The registration of the tools of a handle, by I/O."""
