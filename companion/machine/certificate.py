"""The companion's own certificate: no authority vouches for it, so its fingerprint is shown where phones are let in.

Phones refuse one that is good for more than 825 days or is not said to be a server's. It is good for as long before it was made as
after: a Raspberry Pi has no battery for its clock, and a date that is wrong by a year when it is made, or later, shall part no phone
from the table.
"""

from __future__ import annotations

import contextlib
import hashlib
import ipaddress
import logging
import os
import ssl
import time
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

from companion.errors import StateError
from companion.journal.set_aside import set_aside
from companion.journal.start_notice import StartNotice
from companion.journal.state_lock import advice
from companion.machine.secret_file import write_secret
from web.errors import CertificateUnusable
from web.wire.tls import tls_context

if TYPE_CHECKING:
    from cryptography.x509 import Certificate, GeneralName

log = logging.getLogger("companion")

EACH_WAY = timedelta(days=410)
"""How long it is good before it was made, and after: together at most 825 days, of which phones refuse more."""
LONGEST = timedelta(days=825)
RENEWED_BEFORE = timedelta(days=30)
"""How long before its end it is made anew."""
FILE = "tls.pem"


class OwnCertificate:
    """What the dashboard speaks TLS with. `names`: by which phones reach this machine; `addresses`: addresses and names that it holds where
    it is made, and for which alone no other is made. Raises `StateError` where none can be made, or what was made cannot be used."""

    def __init__(self, state: Path, names: Iterable[str], addresses: Iterable[str]) -> None:
        self._state, self._names, self._addresses = state, tuple(names), tuple(addresses)
        self._path = certificate_in(state, self._names, self._addresses)
        self.fingerprint = fingerprint(self._path)
        try:
            self.context = tls_context(self._path, self._path)
        except CertificateUnusable as error:
            raise StateError(str(error)) from error
        self._good = _taken_between(self._path)

    def renew(self, now: datetime | None = None) -> bool:
        """Make another one where this one is about to end, or the date was set beyond it; connections that come from now on are served with
        it. Was that so? To be called now and then. Raises `StateError`."""
        now = now or datetime.fromtimestamp(time.time(), UTC)
        if self._good[0] <= now < self._good[1]:
            return False
        self._path = certificate_in(self._state, self._names, self._addresses, now)
        try:
            self.context.load_cert_chain(self._path)
        except (OSError, ssl.SSLError) as error:
            raise StateError(
                f"{self._path} cannot be used: {error}; delete it, and start again: another one is made"
            ) from error
        self.fingerprint, self._good = fingerprint(self._path), _taken_between(self._path)
        return True


def certificate_in(state: Path, names: Iterable[str], addresses: Iterable[str], now: datetime | None = None) -> Path:
    """The file of certificate and key in the state directory, made where it is missing, damaged, about to end, or such that phones refuse
    it. It is renewed as well where a phone would reach this machine by a name that it does not hold; an address alone, which a router may
    change any day, is no reason: phones were told to trust the one there is. Where it cannot be written it is kept in memory, and another
    one is made at the next start."""
    path, now = state / FILE, now or datetime.fromtimestamp(time.time(), UTC)
    wanted = {"localhost", *_spelled(names)}
    if not _serves(path, wanted, now):
        try:
            write_secret(path, made := _made(sorted({*wanted, "127.0.0.1", *_spelled(addresses)}), now))
        except OSError as error:
            log.warning("the certificate %s cannot be written: %s; %s", path, error.strerror, advice(error))
            return _in_memory(made)
    return path


def _spelled(names: Iterable[str]) -> list[str]:
    """The names as a certificate spells them; one that cannot be spelled so is reached by no phone."""
    spelled = []
    for name in names:
        with contextlib.suppress(UnicodeError):
            spelled.append(name if name.isascii() else name.encode("idna").decode("ascii"))
    return spelled


def set_damaged_aside(state: Path, now: float) -> tuple[StartNotice, ...]:
    """Set a file aside that holds no certificate with its key. `now`: seconds since 1970. What is to be said of it."""
    path = state / FILE
    if not path.is_file() or _read(path) is not None:
        return ()
    try:
        lies = set_aside(path, now)
    except OSError:
        lies = path
    return (StartNotice("aside-certificate", {"name": path.name, "aside": str(lies)}),)


def _in_memory(data: bytes) -> Path:
    """A file that is on no disk, and gone with the process."""
    file = os.memfd_create(FILE)
    os.write(file, data)
    return Path(f"/proc/self/fd/{file}")


def fingerprint(path: Path) -> str:
    """The SHA-256 of a certificate, as browsers show it: "1A:2B:...". Raises `StateError` where it cannot be read."""
    try:
        text = path.read_text(encoding="ascii")
        der = ssl.PEM_cert_to_DER_cert(text[text.index("-----BEGIN CERT") :])
    except (OSError, ValueError) as error:
        raise StateError(f"the certificate {path} cannot be read: {error}; delete it, and another one is made") from error
    digest = hashlib.sha256(der).hexdigest().upper()
    return ":".join(digest[i : i + 2] for i in range(0, len(digest), 2))


def _serves(path: Path, wanted: set[str], now: datetime) -> bool:
    """Is it there, ours, in time, for these names, and such that phones take it?"""
    certificate = _read(path)
    if certificate is None:
        return False
    from cryptography import x509

    try:
        held = {str(name.value) for name in certificate.extensions.get_extension_for_class(x509.SubjectAlternativeName).value}
        return wanted <= held and _is_taken(certificate, now)
    except x509.ExtensionNotFound:
        return False


def _read(path: Path) -> Certificate | None:
    """The certificate, if it is whole and can be served with the key that stands in the file beside it."""
    from cryptography import x509  # half a second on a small machine, and only where TLS is asked for
    from cryptography.exceptions import UnsupportedAlgorithm
    from cryptography.hazmat.primitives.serialization import load_pem_private_key

    try:
        with contextlib.suppress(PermissionError):
            path.chmod(0o600)
        data = path.read_bytes()
        certificate, key = x509.load_pem_x509_certificate(data), load_pem_private_key(data, None)
        if key.public_key() != certificate.public_key():
            return None
        certificate.verify_directly_issued_by(certificate)  # a bit that fell over shows here
        str(list(certificate.extensions))  # one that cannot be understood shows here
        tls_context(path, path)
        fingerprint(path)
    except (OSError, ValueError, TypeError, UnsupportedAlgorithm):
        return None
    except Exception as error:  # cryptography's own, of no common root
        if not type(error).__module__.startswith("cryptography."):
            raise
        return None
    return certificate


def _is_taken(certificate: Certificate, now: datetime) -> bool:
    """Do phones take it today, and for some time yet?"""
    from cryptography.x509 import ExtendedKeyUsage
    from cryptography.x509.oid import ExtendedKeyUsageOID

    begin, end = certificate.not_valid_before_utc, certificate.not_valid_after_utc
    use = certificate.extensions.get_extension_for_class(ExtendedKeyUsage).value
    return ExtendedKeyUsageOID.SERVER_AUTH in use and end - begin <= LONGEST and begin <= now < end - RENEWED_BEFORE


def _taken_between(path: Path) -> tuple[datetime, datetime]:
    """From when until when it need not be renewed."""
    from cryptography.x509 import load_pem_x509_certificate

    certificate = load_pem_x509_certificate(path.read_bytes())
    return certificate.not_valid_before_utc, certificate.not_valid_after_utc - RENEWED_BEFORE


def _made(names: list[str], now: datetime) -> bytes:
    """A key and a certificate signed with it, as PEM."""
    from cryptography import x509
    from cryptography.hazmat.primitives import hashes, serialization
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

    key = ec.generate_private_key(ec.SECP256R1())
    called = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "Table Companion")])
    certificate = (
        x509.CertificateBuilder()
        .subject_name(called)
        .issuer_name(called)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - EACH_WAY)
        .not_valid_after(now + EACH_WAY)
        .add_extension(x509.SubjectAlternativeName([_general(name) for name in names]), critical=False)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
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
