"""The master lists as one network: kept on disk, with what a rider asks of it."""
