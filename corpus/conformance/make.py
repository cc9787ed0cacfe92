#!/usr/bin/env python3
"""Writes the cases of this suite: `python3 make.py`. Needs Python 3.8 and nothing else.

The modules in `generator` have the cases. Delete the directories of the formats before you run this.
"""

from generator import base, check, convert, foreign, grammar, info, jgf, recordings, rulesets

if __name__ == "__main__":
    assert all((check, convert, foreign, grammar, info, jgf, recordings, rulesets))
    print(len(base.WRITTEN), "cases")
