"""Files of passenger volume: months, downloads and rows."""
