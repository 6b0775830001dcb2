"""Commands that join `trivet` and `trivet stub`: `check`, `proxy` and `replay`."""
