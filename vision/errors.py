"""The errors of the eye. Every message says what to do next.

VisionError
├── CameraUnavailable (OSError)
│   └── NoPhone
├── EndOfVideo (EOFError)
├── PictureUnreadable (ValueError)
│   └── PictureInHeic
├── PictureRefused (ValueError)
├── TooManyPictures (ValueError)
├── LayoutError (ValueError)
├── DistortionImplausible (ValueError)
├── DeckError (ValueError)
└── ReaderUnavailable (OSError)
"""


class VisionError(Exception):
    """Root of all errors of this package."""


class CameraUnavailable(VisionError, OSError):
    """The camera cannot be opened or stopped giving frames."""


class NoPhone(CameraUnavailable):
    """No phone gives its camera, though one is to be the camera."""


class EndOfVideo(VisionError, EOFError):
    """A file has no further frame: the ordinary end of `watch`."""


class PictureUnreadable(VisionError, ValueError):
    """A file is no picture that OpenCV can decode."""


class PictureInHeic(PictureUnreadable):
    """A file is a photograph in the format of iPhones, unknown to OpenCV."""


class PictureRefused(VisionError, ValueError):
    """A phone sent no picture of a kind that is taken."""


class TooManyPictures(VisionError, ValueError):
    """A phone sends faster than anything looks."""


class LayoutError(VisionError, ValueError):
    """A mat or zone description does not fit together."""


class DistortionImplausible(VisionError, ValueError):
    """What was measured of a lens, or read of one, is no lens."""


class DeckError(VisionError, ValueError):
    """A deck cannot be learned, loaded or is unknown."""


class ReaderUnavailable(VisionError, OSError):
    """A system library that a reader needs is not installed."""
