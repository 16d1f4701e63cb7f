"""Where the table lies: its layout, and where that lies in the picture."""
