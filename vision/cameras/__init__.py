"""Sources of frames: one file a kind of camera."""
