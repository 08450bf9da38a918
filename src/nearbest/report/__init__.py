"""What a race looked like: a report for a browser, figures and a summary for a notebook."""

from nearbest.report.html import page
from nearbest.report.story import Moment, Reportable, Story, story_of
from nearbest.report.summary import summary
from nearbest.report.writer import read_story, write_report

__all__ = [
    "Moment",
    "Reportable",
    "Story",
    "page",
    "read_story",
    "story_of",
    "summary",
    "write_report",
]
