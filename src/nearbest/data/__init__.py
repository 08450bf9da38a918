"""Rows: tables, samples and stores."""
