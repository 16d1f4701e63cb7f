"""How a client proves to a broker who it is, for tables and for the club."""

from __future__ import annotations

import ssl

import paho.mqtt.client as mqtt


def use_credentials(
    client: mqtt.Client, user: str, password: str | None, *, tls: bool, ca: str = "", certificate: str = "", key: str = ""
) -> None:
    """Give a client its password and its certificates. Raises `OSError` for files that cannot be read or used.

    `user`: "" = none. `tls`: does the broker speak TLS? Without TLS the files are not read. `ca`: file with the certificate
    that signs the broker's, "" = those of the system. `certificate`, `key`: files of the client's own certificate, "" = none.
    """
    if user:
        client.username_pw_set(user, password or None)
    if tls:
        context = ssl.create_default_context(cafile=ca or None)
        if certificate:
            context.load_cert_chain(certificate, key or None)
        client.tls_set_context(context)
