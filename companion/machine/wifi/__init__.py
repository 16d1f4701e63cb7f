"""The Wi-Fi of a table without a keyboard: networks in reach, joining one, and an access point of its own."""
