"""Where candidates come from while a race runs."""

from nearbest.candidates.streams.asked import AskTell
from nearbest.candidates.streams.base import CandidateStream
from nearbest.candidates.streams.listed import Generated, Listed
from nearbest.candidates.streams.named import check_no_study, is_stream, stream_of

__all__ = [
    "AskTell",
    "CandidateStream",
    "Generated",
    "Listed",
    "check_no_study",
    "is_stream",
    "stream_of",
]
