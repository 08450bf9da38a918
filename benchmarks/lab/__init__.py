"""Research on the calibrated stop rule: forecast, calibration, and races on past curves."""
