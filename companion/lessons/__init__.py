"""What a deck learns from: corrected reads, and reads that nobody doubted."""
