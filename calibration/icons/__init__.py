"""The icons of commands, drawn to train and to test what tells them."""
