"""The errors of light and sound.

HardwareError
└── GpioUnavailable (OSError)   there are no GPIO pins here, or they may not be used
"""


class HardwareError(Exception):
    """Root of all errors of this package."""


class GpioUnavailable(HardwareError, OSError):
    """There are no GPIO pins here, or they may not be used."""
