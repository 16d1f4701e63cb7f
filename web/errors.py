"""The errors of the dashboard.

WebError
├── InvalidInput (ValueError)      a request cannot be understood                  -> 400
├── CommandRefused (ValueError)    the table says no, in one sentence              -> 409
├── PairingRefused (PermissionError)   the code is wrong                           -> 403
│   └── TooManyAttempts            too many wrong codes; says how long to wait     -> 429
├── PhoneRefused (ValueError)      it would leave the table without a referee      -> 409
├── PhoneUnknown (LookupError)     no phone of that name has joined                -> 404
├── PictureRefused (ValueError)    what a phone's camera sent is no picture         -> 400
│   └── TooManyPictures            faster than anything looks                      -> 429
├── CameraTaken (ValueError)       another phone is the camera                     -> 409
├── CameraUnwanted (ValueError)    the companion watches with another camera       -> 409
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
    """The table does not do what was asked. The message is shown on the phone unchanged."""


class PairingRefused(WebError, PermissionError):
    """The code is wrong, or what came instead of it."""


class TooManyAttempts(PairingRefused):
    """Too many wrong codes. `wait`: seconds until the next code is looked at."""

    def __init__(self, wait: int) -> None:
        super().__init__(f"Too many wrong codes: wait {wait} s, then try again.")
        self.wait = wait


class PhoneRefused(WebError, ValueError):
    """The change would leave the table without a referee, or with two."""


class PhoneUnknown(WebError, LookupError):
    """No phone of that id has joined, or the phone was sent away."""


class PictureRefused(WebError, ValueError):
    """The camera of a phone sent data that is no usable picture."""


class TooManyPictures(PictureRefused):
    """Pictures come faster than anything looks at them."""


class CameraTaken(WebError, ValueError):
    """Another phone is the camera. The message is the name of its holder, "" = unknown."""


class CameraUnwanted(WebError, ValueError):
    """The companion watches with another camera; the message is its name."""


class AddressInUse(WebError, OSError):
    """Another program listens on the port."""


class CertificateUnusable(WebError, OSError):
    """TLS cannot be spoken with that certificate."""


class UnguardedAddress(WebError, ValueError):
    """A dashboard that asks for no code was to be served to the network."""
