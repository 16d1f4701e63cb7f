"""The errors of light and sound.

HardwareError
├── GpioUnavailable (OSError)
├── PinFailed (OSError)
└── StripUnavailable (OSError)
"""


class HardwareError(Exception):
    """Root of all errors of light and sound."""


class GpioUnavailable(HardwareError, OSError):
    """The machine has no GPIO pins, or the pins may not be used."""


class PinFailed(HardwareError, OSError):
    """A pin that worked can no longer be set."""


class StripUnavailable(HardwareError, OSError):
    """The port has no strip of LEDs, or the strip takes no colours any more."""
