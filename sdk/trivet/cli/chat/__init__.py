"""The recipes for administrators: accounts, leavers, ratings, and acting as a user."""
