"""Bulk jobs over accounts: the selection, the plan to confirm, progress, and the command that resumes a job."""
