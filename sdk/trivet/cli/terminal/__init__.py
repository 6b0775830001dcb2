"""What a command needs of a terminal: progress, questions, live boards."""
