"""The image in an emulator, and the household around it."""
