"""The page on the table's own access point: which Wi-Fi shall the table join?"""
