"""The errors of calibration.

CalibrationError
└── PrintError (ValueError)   a page cannot be made or written
Every message says what to do next.
"""


class CalibrationError(Exception):
    """Root of all errors of this package."""


class PrintError(CalibrationError, ValueError):
    """A page cannot be made or written."""
