"""Afterfold: what does an assistant still know after its conversation has been compacted?"""

__version__ = "0.1.0"
