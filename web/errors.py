"""The errors of the dashboard.

WebError
├── InvalidInput (ValueError)      a request cannot be understood                  -> 400
├── CommandRefused (ValueError)    the table says no, in one sentence              -> 409
├── PairingRefused (PermissionError)   the code is wrong                           -> 403
│   └── TooManyAttempts            too many wrong codes; says how long to wait     -> 429
├── PhoneRefused (ValueError)      it would leave the table without a referee      -> 409
├── PhoneUnknown (LookupError)     no phone of that name has joined                -> 404
├── AddressInUse (OSError)         another program listens on the port
├── CertificateUnusable (OSError)  TLS cannot be spoken with that certificate
└── UnguardedAddress (ValueError)  an open dashboard would be reachable from the network
Every message is one sentence that says what to do next; that of what concerns phones is the id of one in the catalogue.
"""


class WebError(Exception):
    """Root of all errors of this package."""


class InvalidInput(WebError, ValueError):
    """A request from outside cannot be understood."""


class CommandRefused(WebError, ValueError):
    """The table does not do what was asked. The message is shown on the phone as it stands."""


class PairingRefused(WebError, PermissionError):
    """The code is wrong, or what came instead of it."""


class TooManyAttempts(PairingRefused):
    """Too many wrong codes. `wait`: seconds until the next one is looked at."""

    def __init__(self, wait: int) -> None:
        super().__init__(f"Too many wrong codes: wait {wait} s, then try again.")
        self.wait = wait


class PhoneRefused(WebError, ValueError):
    """It would leave the table without a referee, or with two."""


class PhoneUnknown(WebError, LookupError):
    """No phone of that name has joined, or it was sent away."""


class AddressInUse(WebError, OSError):
    """Another program listens on the port."""


class CertificateUnusable(WebError, OSError):
    """TLS cannot be spoken with that certificate."""


class UnguardedAddress(WebError, ValueError):
    """A dashboard that asks for no code was to be served to the network."""
