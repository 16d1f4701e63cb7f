"""The errors of light and sound.

HardwareError
├── GpioUnavailable (OSError)   there are no GPIO pins here, or they may not be used
└── PinFailed (OSError)         a pin that worked cannot be set any more
"""


class HardwareError(Exception):
    """Root of all errors of this package."""


class GpioUnavailable(HardwareError, OSError):
    """There are no GPIO pins here, or they may not be used."""


class PinFailed(HardwareError, OSError):
    """A pin that worked cannot be set any more."""
