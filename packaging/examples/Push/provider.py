#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Belfry authors
# SPDX-License-Identifier: Apache-2.0
"""A provider in Python, with pywebpush (pip install pywebpush).

    provider.py SUBSCRIPTION TITLE [VAPID-KEY]

SUBSCRIPTION is a file with the JSON that the receiver has printed. VAPID-KEY is a file of `vapid --gen`. Ends with 4 if the subscription
has ended and is to be deleted, with 3 if the message must be sent again later, and with 1 if it was refused.
"""

import json
import sys
import time

from pywebpush import WebPushException, webpush


def payload(title):
    """The JSON that Apple's systems take. `apns` has what Apple's push service takes in headers; here it is inside the encrypted text,
    because push servers ignore or shorten the headers."""
    return {
        "aps": {"alert": {"title": title, "body": "How about lunch?"}, "category": "mail", "sound": "default"},
        "apns": {"collapse-id": "lunch", "expiration": int(time.time()) + 3600},
        "sender": "Ann",
    }


def main(subscription, title, key=None):
    with open(subscription) as file:
        subscription = json.load(file)
    try:
        webpush(
            subscription_info=subscription, data=json.dumps(payload(title)), ttl=3600, timeout=30,
            headers={"Urgency": "high", "X-UnifiedPush": "1"},
            vapid_private_key=key, vapid_claims={"sub": "mailto:ann@example.org"} if key else None)
    except WebPushException as error:
        status = getattr(error.response, "status_code", None)
        print(f"provider.py: the push server answered {status}", file=sys.stderr)
        if status in (404, 410):
            return 4
        return 3 if status is None or status == 429 or status >= 500 else 1
    return 0


if __name__ == "__main__":
    if len(sys.argv) not in (3, 4):
        sys.exit(__doc__)
    sys.exit(main(*sys.argv[1:]))
