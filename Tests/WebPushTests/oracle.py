#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Belfry authors
# SPDX-License-Identifier: Apache-2.0
"""Answers with http_ece, pywebpush and py_vapid what the tests ask: the questions are JSON objects, one a line of a file, and the answers strings."""

import base64
import json
import sys

import http_ece
import py_vapid
import pywebpush
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec


def decoded(text):
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def encoded(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def private_key(scalar):
    return ec.derive_private_key(int.from_bytes(decoded(scalar), "big"), ec.SECP256R1())


def answer(question):
    kind = question["kind"]
    if kind == "decrypt":
        text = http_ece.decrypt(
            decoded(question["message"]), private_key=private_key(question["scalar"]), auth_secret=decoded(question["secret"]),
            version="aes128gcm")
        return encoded(text)
    if kind == "encrypt":
        keys = {"p256dh": question["point"], "auth": question["secret"]}
        pusher = pywebpush.WebPusher({"endpoint": "https://push.example/x", "keys": keys})
        return encoded(pusher.encode(decoded(question["text"]), content_encoding="aes128gcm")["body"])
    if kind == "pad":
        sender = ec.generate_private_key(ec.SECP256R1())
        message = http_ece.encrypt(
            decoded(question["text"]), private_key=sender, dh=decoded(question["point"]),
            auth_secret=decoded(question["secret"]), version="aes128gcm")
        return encoded(message)
    if kind == "vapid":
        return "valid" if py_vapid.Vapid02.verify(question["authorization"]) else "invalid"
    raise ValueError(kind)


with open(sys.argv[1], encoding="utf-8") as questions:
    for line in questions:
        print(json.dumps(answer(json.loads(line))))
