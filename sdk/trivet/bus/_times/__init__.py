"""The bus service's times and frequencies as Python values."""
