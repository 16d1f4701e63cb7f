"""The errors of light and sound.

HardwareError
├── GpioUnavailable (OSError)   there are no GPIO pins here, or they may not be used
├── PinFailed (OSError)         a pin that worked cannot be set any more
└── StripUnavailable (OSError)  there is no strip of LEDs here, or it does not take its colours any more
"""


class HardwareError(Exception):
    """Root of all errors of this package."""


class GpioUnavailable(HardwareError, OSError):
    """There are no GPIO pins, or the pins may not be used."""


class PinFailed(HardwareError, OSError):
    """A pin that worked can no longer be set."""


class StripUnavailable(HardwareError, OSError):
    """There is no strip of LEDs, or the strip takes no colours any more."""
