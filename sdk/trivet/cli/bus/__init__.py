"""The recipes for riders: boards, stops near a position, rides, maps and feeds."""
