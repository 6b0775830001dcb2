"""The live view: sessions of a runtime context, kept equal to the server."""
