"""Who wins by the draws and how surely, as it ships."""

from nearbest.race.verdict import Verdict, choose_winner, judge, probability_of

__all__ = ["Verdict", "choose_winner", "judge", "probability_of"]
