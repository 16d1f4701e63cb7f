"""The machine on its network: addresses, ports, certificate, and where the broker of a club is."""
