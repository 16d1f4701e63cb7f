"""What every training of a network needs: batches, convolutions, and weights kept as files."""
