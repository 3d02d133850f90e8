"""Passes 1 and 2: look at the tree, touch nothing; what was noticed goes into a side table."""
