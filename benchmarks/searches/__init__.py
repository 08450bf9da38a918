"""Searches over one space in the same time: nearbest with TPE beside other tools."""
