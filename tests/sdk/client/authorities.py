"""A private certificate authority, whose certificates servers and clients show each other."""

from __future__ import annotations

import ssl
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from hashlib import sha1
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

__all__ = ["Authority"]

PEM = serialization.Encoding.PEM
DAY = timedelta(days=1)


def _name(text: str) -> x509.Name:
    return x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, text)])


class Authority:
    """Issues certificates, whose files are in a folder.

    Attributes:
        folder: The folder, in which OpenSSL finds the certificate of the authority.
        file: The file with the certificate of the authority.
    """

    def __init__(self, folder: Path, name: str = "private authority") -> None:
        folder.mkdir(exist_ok=True)
        self._subject = _name(name)
        self._key = ec.generate_private_key(ec.SECP256R1())
        self.folder = folder
        # OpenSSL finds a certificate by the hash of its subject, without the outer header of its encoding.
        subject = sha1(self._subject.public_bytes()[2:], usedforsecurity=False).digest()
        self.file = folder / f"{int.from_bytes(subject[:4], 'little'):08x}.0"
        uses = x509.KeyUsage(False, False, False, False, False, True, True, False, False)
        self.file.write_bytes(
            self._builder(self._subject, self._key.public_key())
            .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
            .add_extension(uses, critical=True)
            .sign(self._key, hashes.SHA256())
            .public_bytes(PEM)
        )

    def _builder(
        self, subject: x509.Name, key: ec.EllipticCurvePublicKey, begins: timedelta = -DAY
    ) -> x509.CertificateBuilder:
        # OpenSSL asks the system for the time, and so do file systems; a test may have shifted that of Python.
        begin = datetime.fromtimestamp(self.folder.stat().st_mtime, UTC) + begins
        own = self._key.public_key()
        return (
            x509.CertificateBuilder(self._subject, subject, key, x509.random_serial_number())
            .not_valid_before(begin)
            .not_valid_after(begin + 2 * DAY)
            .add_extension(x509.SubjectKeyIdentifier.from_public_key(key), critical=False)
            .add_extension(x509.AuthorityKeyIdentifier.from_issuer_public_key(own), critical=False)
        )

    def issue(
        self, name: str, password: str | None = None, *, hosts: Sequence[str] | None = None, begins: timedelta = -DAY
    ) -> tuple[str, str]:
        """Issue a certificate, and return its file and that of its key; the first holds the key, too.

        Args:
            name: The name of the subject, and of the files.
            password: The password of the key, which has none by default.
            hosts: The hosts for which the certificate is valid; None for the name, none for a certificate without any.
            begins: When its two days begin, from now on.
        """
        key = ec.generate_private_key(ec.SECP256R1())
        encryption = (
            serialization.NoEncryption()
            if password is None
            else serialization.BestAvailableEncryption(password.encode())
        )
        builder = self._builder(_name(name), key.public_key(), begins)
        if names := [x509.DNSName(host) for host in ([name] if hosts is None else hosts)]:
            builder = builder.add_extension(x509.SubjectAlternativeName(names), critical=False)
        certificate = builder.sign(self._key, hashes.SHA256()).public_bytes(PEM)
        private = key.private_bytes(PEM, serialization.PrivateFormat.PKCS8, encryption)
        (self.folder / f"{name}.pem").write_bytes(certificate + private)
        (self.folder / f"{name}.key").write_bytes(private)
        return str(self.folder / f"{name}.pem"), str(self.folder / f"{name}.key")

    def server_context(self, *, asks: ssl.VerifyMode = ssl.CERT_NONE) -> ssl.SSLContext:
        """Return the TLS context of `https://localhost`, which asks clients for certificates of this authority."""
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(self.issue("localhost")[0])
        context.load_verify_locations(self.file)
        context.verify_mode = asks
        return context
