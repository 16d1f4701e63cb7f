"""Number cards of many makers, drawn to train and to test the reader of number cards."""
