"""The errors of the dashboard.

WebError
├── RequestRefused: with the status of the answer
│   ├── InvalidInput (ValueError): 400
│   ├── PairingRefused (PermissionError): 403
│   │   └── TooManyAttempts: 429
│   ├── RoleMissing (PermissionError): 403
│   ├── PhoneUnknown (LookupError): 404
│   ├── PhoneRefused (ValueError): 409
│   └── CommandRefused (ValueError): 409
├── PhonePictureRefused (ValueError): 400
│   └── PhonePictureTooSoon: 429
├── CameraTaken (ValueError): 409
├── CameraUnwanted (ValueError): 409
├── AddressInUse (OSError)
├── CertificateUnusable (OSError)
└── UnguardedAddress (ValueError)
"""


class WebError(Exception):
    """Root of all errors of the dashboard. Every message is one sentence that says what to do next."""


class RequestRefused(WebError):
    """A request is refused. `status`: of the answer. `has_text_id`: the message is the id of a text in the catalogue."""

    status = 400  # of HTTP, by the standard: the request cannot be understood
    has_text_id = False


class InvalidInput(RequestRefused, ValueError):
    """A request from outside cannot be understood."""


class PairingRefused(RequestRefused, PermissionError):
    """The code is wrong, or what came in place of the code."""

    status, has_text_id = 403, True


class TooManyAttempts(PairingRefused):
    """Too many wrong codes. `wait`: seconds until the next code is looked at."""

    def __init__(self, wait: int) -> None:
        super().__init__(f"Too many wrong codes: wait {wait} s, then try again.")
        self.wait = wait


class RoleMissing(RequestRefused, PermissionError):
    """The role of the phone does not cover the request."""

    status, has_text_id = 403, True


class PhoneUnknown(RequestRefused, LookupError):
    """No phone of that id has joined, or the phone was sent away."""

    status, has_text_id = 404, True


class PhoneRefused(RequestRefused, ValueError):
    """The change would leave the table without a referee, or with two."""

    status, has_text_id = 409, True


class CommandRefused(RequestRefused, ValueError):
    """The table does not do what was asked. The message is shown on the phone unchanged."""

    status = 409  # of HTTP, by the standard: the state does not allow it


class PhonePictureRefused(WebError, ValueError):
    """The camera of a phone sent data that is no usable picture."""


class PhonePictureTooSoon(PhonePictureRefused):
    """Pictures come faster than anything looks at them."""


class CameraTaken(WebError, ValueError):
    """Another phone is the camera. The message is the name of the holder, "" = unknown."""


class CameraUnwanted(WebError, ValueError):
    """The companion watches with another camera, named by the message."""


class AddressInUse(WebError, OSError):
    """Another program listens on the port."""


class CertificateUnusable(WebError, OSError):
    """TLS cannot be spoken with the certificate."""


class UnguardedAddress(WebError, ValueError):
    """A dashboard that asks for no code was to be served to the network."""
