"""The command `trivet`; `pip install 'trivet[cli]'` installs what it needs. Nothing imports this package."""
