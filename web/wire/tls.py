"""What a server needs to speak TLS."""

from __future__ import annotations

import ssl
from pathlib import Path

from web.errors import CertificateUnusable


def tls_context(certificate: Path, key: Path) -> ssl.SSLContext:
    """A context for a server of TLS 1.2 or later. `certificate`, `key`: PEM files, perhaps the same. Raises
    `CertificateUnusable`."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    try:
        context.load_cert_chain(certificate, key)
    except (OSError, ssl.SSLError) as error:
        raise CertificateUnusable(f"{certificate} cannot be used: {error}; delete it, and another one is made") from error
    return context
