"""Research on the calibrated stop rule: forecast, schedule, calibration, a fast simulator."""
