"""`trivet bus snapshot`: all lists in a folder, resumed where an earlier run broke off."""
