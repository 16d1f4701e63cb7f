"""The errors of the eye.

VisionError
├── CameraUnavailable (OSError)    the camera cannot be opened or stopped giving frames
│   └── NoPhone                    no phone gives its camera
├── EndOfVideo (EOFError)          a file has no further frame; the ordinary end of `watch`
├── PictureUnreadable (ValueError) a file is no picture that OpenCV can decode
│   └── PictureInHeic              it is a photograph as iPhones store them
├── PictureRefused (ValueError)    what a phone sent is no picture that is taken
├── TooManyPictures (ValueError)   a phone sends faster than anything looks
├── LayoutError (ValueError)       a mat or zone description does not fit together
├── DistortionImplausible (ValueError)  what was measured of a lens is no lens
├── DeckError (ValueError)         a deck cannot be learned, loaded or is unknown
└── ReaderUnavailable (OSError)    a system library that a reader needs is not installed
Every message says what to do next.
"""


class VisionError(Exception):
    """Root of all errors of this package."""


class CameraUnavailable(VisionError, OSError):
    """The camera cannot be opened or stopped giving frames."""


class NoPhone(CameraUnavailable):
    """No phone gives its camera, though one is to be the camera."""


class EndOfVideo(VisionError, EOFError):
    """A file has no further frame."""


class PictureUnreadable(VisionError, ValueError):
    """A file is no picture that OpenCV can decode."""


class PictureInHeic(PictureUnreadable):
    """A file is a photograph as iPhones store them, which OpenCV cannot decode."""


class PictureRefused(VisionError, ValueError):
    """What a phone sent is no picture that is taken."""


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
