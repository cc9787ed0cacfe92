"""The interface of the library sgfmill 1.1, on top of kifu.

Replace ``from sgfmill import sgf`` by ``from kifu.compat.sgfmill import sgf``; nothing else changes.
"""

__version__ = "1.1.1"
