"""``python -m harness`` is the same program as ``afterfold``."""

from harness.cli import main

if __name__ == "__main__":
    main()
