"""Bulk jobs over accounts: which accounts, a plan to confirm, progress, and what is left to do."""
