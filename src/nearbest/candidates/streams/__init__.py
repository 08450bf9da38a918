"""Where candidates come from while a race runs."""

from nearbest.candidates.streams.base import CandidateStream
from nearbest.candidates.streams.listed import Listed

__all__ = ["CandidateStream", "Listed"]
