"""Routes with their stops, joined from the master lists."""
