"""What the records of the bus service mean: mixins of generated classes."""
