"""The own certificate of the companion. No authority vouches for the certificate: where phones join, a fingerprint is shown.

Phones refuse a certificate valid for more than 825 days or not marked for servers. The validity begins as long before the
making as the validity lasts after. A Raspberry Pi has no battery for the clock, and a date wrong by a year must part no phone
from the table.
"""

from __future__ import annotations

import contextlib
import hashlib
import ipaddress
import logging
import os
import socket
import ssl
import time
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

from companion.errors import StateError
from companion.journal.set_aside import report_set_aside
from companion.journal.start_notice import StartNotice
from companion.journal.state_lock import advise_on_error
from companion.machine.config import Web
from companion.machine.network.addresses import EVERY_NETWORK, own_addresses, own_host_names
from companion.whole_file import write_whole
from web.door.access import is_loopback
from web.errors import CertificateUnusable
from web.wire.tls import tls_context

if TYPE_CHECKING:
    from cryptography.x509 import Certificate, GeneralName

log = logging.getLogger("companion")

VALID_EACH_WAY = timedelta(days=410)
"""Validity before the making, and after: 820 days together, of the 825 that phones accept. Also said in docs/internals.md."""
MAX_VALIDITY = timedelta(days=825)
"""The longest validity that phones accept."""
RENEW_BEFORE_END = timedelta(days=30)
"""Time before the end when a new certificate is made; also said in docs/internals.md; a guess."""
CERTIFICATE_FILE = "tls.pem"


class OwnCertificate:
    """What the dashboard speaks TLS with. Raises `StateError` where no certificate can be made or used.

    `state`: the state directory. `names`, `addresses`: as of `ensure_certificate`.
    """

    def __init__(self, state: Path, names: Iterable[str], addresses: Iterable[str]) -> None:
        self._state, self._names, self._addresses = state, tuple(names), tuple(addresses)
        self._path = ensure_certificate(state, self._names, self._addresses)
        self.fingerprint = read_fingerprint(self._path)
        try:
            self.context = tls_context(self._path, self._path)
        except CertificateUnusable as error:
            raise StateError(str(error)) from error
        self._good = _serving_period(self._path)

    def renew_if_due(self, now: datetime | None = None) -> bool:
        """True where a new certificate was made because the date lies outside the serving period of the old. Later
        connections get the new certificate. To be called twice a minute or so. `now`: with a time zone, None = the present.
        Raises `StateError`."""
        now = now or datetime.fromtimestamp(time.time(), UTC)
        if self._good[0] <= now < self._good[1]:
            return False
        self._path = ensure_certificate(self._state, self._names, self._addresses, now)
        try:
            self.context.load_cert_chain(self._path)
        except (OSError, ssl.SSLError) as error:
            raise StateError(
                f"{self._path} cannot be used: {error}; delete it, and start again: another one is made"
            ) from error
        self.fingerprint, self._good = read_fingerprint(self._path), _serving_period(self._path)
        return True


def open_certificate(web: Web, state: Path) -> OwnCertificate | None:
    """The certificate for every name and address of the machine that phones may use; None without TLS. Raises `StateError`.

    `web`: how pages are served. `state`: the folder of the certificate.
    """
    if not web.tls:
        return None
    addresses = own_addresses() if web.host in EVERY_NETWORK else [web.host]
    names = own_host_names(everywhere=not is_loopback(web.host))
    return OwnCertificate(state, (*web.names, f"{socket.gethostname().partition('.')[0]}.local"), (*addresses, *names))


def ensure_certificate(state: Path, names: Iterable[str], addresses: Iterable[str], now: datetime | None = None) -> Path:
    """The file of certificate and key in the state directory `state`.

    A new certificate is made where the file is missing, damaged, about to end, refused by phones, or lacks a name of `names`.
    `addresses` are further addresses and names for a new certificate, but no reason to make a new certificate: routers
    change addresses, and phones were told to trust the present certificate. Where the disk refuses, the certificate is in
    memory, lost at the end. `now`: None = the present.
    """
    path, now = state / CERTIFICATE_FILE, now or datetime.fromtimestamp(time.time(), UTC)
    wanted = {"localhost", *_spell_names(names)}
    if not _is_certificate_usable(path, wanted, now):
        try:
            write_whole(path, made := _make_certificate(sorted({*wanted, "127.0.0.1", *_spell_names(addresses)}), now))
        except OSError as error:
            log.warning("the certificate %s cannot be written: %s; %s", path, error.strerror, advise_on_error(error))
            file = os.memfd_create(CERTIFICATE_FILE)  # on no disk, and gone with the process
            os.write(file, made)
            return Path(f"/proc/self/fd/{file}")
    return path


def _spell_names(names: Iterable[str]) -> list[str]:
    """`names` as certificates spell host names. Names without a spelling are left out, for no phone can use such a name."""
    spelled = []
    for name in names:
        with contextlib.suppress(UnicodeError):
            spelled.append(name if name.isascii() else name.encode("idna").decode("ascii"))
    return spelled


def set_damaged_aside(state: Path, now: float) -> tuple[StartNotice, ...]:
    """The notice that a file without a whole certificate and key was set aside; empty where all is well or no file stands.
    `state`: the state directory. `now`: seconds since 1970."""
    path = state / CERTIFICATE_FILE
    if not path.is_file() or _read_certificate(path) is not None:
        return ()
    return (report_set_aside(path, "aside-certificate", now=now),)


def read_fingerprint(path: Path) -> str:
    """The SHA-256 of a certificate in the spelling of browsers: "1A:2B:...". Raises `StateError` where `path` cannot be
    read."""
    try:
        text = path.read_text(encoding="ascii")
        der = ssl.PEM_cert_to_DER_cert(text[text.index("-----BEGIN CERT") :])
    except (OSError, ValueError) as error:
        raise StateError(f"the certificate {path} cannot be read: {error}; delete it, and another one is made") from error
    return hashlib.sha256(der).digest().hex(":").upper()


def _is_certificate_usable(path: Path, wanted: set[str], now: datetime) -> bool:
    """Is the certificate in `path` whole, in time at `now`, for all names `wanted`, and accepted by phones?"""
    certificate = _read_certificate(path)
    if certificate is None:
        return False
    from cryptography import x509

    try:
        held = {str(name.value) for name in certificate.extensions.get_extension_for_class(x509.SubjectAlternativeName).value}
        return wanted <= held and _is_accepted_by_phones(certificate, now)
    except x509.ExtensionNotFound:
        return False


def _read_certificate(path: Path) -> Certificate | None:
    """The certificate in `path`, None where missing, damaged or without a matching key. The file is made unreadable for
    others."""
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
        read_fingerprint(path)
    except (OSError, ValueError, TypeError, UnsupportedAlgorithm):
        return None
    except Exception as error:  # cryptography's own, of no common root
        if not type(error).__module__.startswith("cryptography."):
            raise
        return None
    return certificate


def _is_accepted_by_phones(certificate: Certificate, now: datetime) -> bool:
    """Do phones accept the certificate `now`, and for `RENEW_BEFORE_END` longer?"""
    from cryptography.x509 import ExtendedKeyUsage
    from cryptography.x509.oid import ExtendedKeyUsageOID

    begin, end = certificate.not_valid_before_utc, certificate.not_valid_after_utc
    use = certificate.extensions.get_extension_for_class(ExtendedKeyUsage).value
    return ExtendedKeyUsageOID.SERVER_AUTH in use and end - begin <= MAX_VALIDITY and begin <= now < end - RENEW_BEFORE_END


def _serving_period(path: Path) -> tuple[datetime, datetime]:
    """From when until when the certificate at `path` needs no renewal: its validity less `RENEW_BEFORE_END`."""
    from cryptography.x509 import load_pem_x509_certificate

    certificate = load_pem_x509_certificate(path.read_bytes())
    return certificate.not_valid_before_utc, certificate.not_valid_after_utc - RENEW_BEFORE_END


def _make_certificate(names: list[str], now: datetime) -> bytes:
    """A new key and a certificate signed with the key, as PEM, valid `VALID_EACH_WAY` before and after `now`. `names`: hosts
    and IP addresses."""
    from cryptography import x509
    from cryptography.hazmat.primitives import hashes, serialization
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

    def general_name(name: str) -> GeneralName:
        try:
            return x509.IPAddress(ipaddress.ip_address(name))
        except ValueError:
            return x509.DNSName(name)

    key = ec.generate_private_key(ec.SECP256R1())
    called = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "Table Companion")])
    certificate = (
        x509.CertificateBuilder()
        .subject_name(called)
        .issuer_name(called)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - VALID_EACH_WAY)
        .not_valid_after(now + VALID_EACH_WAY)
        .add_extension(x509.SubjectAlternativeName([*map(general_name, names)]), critical=False)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .sign(key, hashes.SHA256())
    )
    shape, private = serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8
    return key.private_bytes(shape, private, serialization.NoEncryption()) + certificate.public_bytes(shape)
