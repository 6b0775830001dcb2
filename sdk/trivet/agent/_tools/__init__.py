"""Functions of a program that a model calls: their forms, their calls, their results, and who may call them."""
