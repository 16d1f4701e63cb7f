"""The companion's own certificate: no authority vouches for it, so its fingerprint is shown where phones are let in."""

from __future__ import annotations

import hashlib
import ipaddress
import ssl
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

from companion.errors import StateError
from companion.session.state_lock import advice
from companion.wiring.secret_file import write_secret

if TYPE_CHECKING:
    from cryptography.x509 import GeneralName

LASTS = timedelta(days=365 * 10)
"""A home has nobody who renews it."""
FILE = "tls.pem"


def certificate_in(state: Path, names: Iterable[str], addresses: Iterable[str], now: datetime | None = None) -> Path:
    """The file of certificate and key in the state directory, made where it is missing or over. It is renewed as well where a phone would
    reach this machine by a name that it does not hold; an address alone, which a router may change any day, is no reason: phones were told to
    trust the one there is. Raises `StateError` where it cannot be written."""
    path, now = state / FILE, now or datetime.now(UTC)
    wanted = {"localhost", *names}
    if not _serves(path, wanted, now):
        try:
            write_secret(path, _made(sorted({*wanted, "127.0.0.1", *addresses}), now))
        except OSError as error:
            raise StateError(f"the certificate {path} cannot be written: {error.strerror}; {advice(error)}") from error
    return path


def fingerprint(path: Path) -> str:
    """The SHA-256 of a certificate, as browsers show it: "1A:2B:...". Raises `OSError` and `ValueError` where it cannot be read."""
    text = path.read_text(encoding="ascii")
    certificate = text[text.index("-----BEGIN CERT") :]
    digest = hashlib.sha256(ssl.PEM_cert_to_DER_cert(certificate)).hexdigest().upper()
    return ":".join(digest[i : i + 2] for i in range(0, len(digest), 2))


def _serves(path: Path, wanted: set[str], now: datetime) -> bool:
    """Is it there, ours, in time, and for these names?"""
    from cryptography import x509  # half a second on a small machine, and only where TLS is asked for
    from cryptography.hazmat.primitives.serialization import load_pem_private_key

    try:
        path.chmod(0o600)
        data = path.read_bytes()
        certificate, key = x509.load_pem_x509_certificate(data), load_pem_private_key(data, None)
        held = certificate.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    except (OSError, ValueError, TypeError, x509.ExtensionNotFound):
        return False
    names = {str(name.value) for name in held}
    in_time = certificate.not_valid_before_utc <= now < certificate.not_valid_after_utc - timedelta(days=30)
    return in_time and wanted <= names and key.public_key() == certificate.public_key()


def _made(names: list[str], now: datetime) -> bytes:
    """A key and a certificate signed with it, as PEM."""
    from cryptography import x509
    from cryptography.hazmat.primitives import hashes, serialization
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.x509.oid import NameOID

    key = ec.generate_private_key(ec.SECP256R1())
    called = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "Table Companion")])
    certificate = (
        x509.CertificateBuilder()
        .subject_name(called)
        .issuer_name(called)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))  # a Raspberry Pi has no battery for its clock
        .not_valid_after(now + LASTS)
        .add_extension(x509.SubjectAlternativeName([_general(name) for name in names]), critical=False)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    shape, private = serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8
    return key.private_bytes(shape, private, serialization.NoEncryption()) + certificate.public_bytes(shape)


def _general(name: str) -> GeneralName:
    from cryptography import x509

    try:
        return x509.IPAddress(ipaddress.ip_address(name))
    except ValueError:
        return x509.DNSName(name)
