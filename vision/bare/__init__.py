"""Tables without a mat: places where cards are laid are learned, proven and followed."""
