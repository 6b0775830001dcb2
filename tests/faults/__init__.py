"""Faults that are planted in the code one at a time (mutation testing): which of them does no test notice?"""
