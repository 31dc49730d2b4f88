# SPDX-FileCopyrightText: The Belfry authors
# SPDX-License-Identifier: Apache-2.0
"""Prints sunrises and sunsets by astral (PyPI) at random places between 60 degrees south and north, as lines with tabs:
the event, degrees north, degrees east, and the moment in seconds since 1970.

    python3 sun.py SEED COUNT
"""

import random
import sys
from datetime import date, timedelta, timezone

from astral import Observer
from astral.sun import sunrise, sunset

seed, count = int(sys.argv[1]), int(sys.argv[2])
source = random.Random(seed)
while count > 0:
    name = source.choice(["sunrise", "sunset"])
    latitude, longitude = (round(source.uniform(-most, most), 4) for most in (60, 180))
    day = date(2000, 1, 1) + timedelta(days=source.randrange(60 * 365))
    # astral leaves out an event near midnight of the zone that it is asked for; in solar time there is none. Near midnight
    # of UTC it takes the sun's position of another day, and differs by two minutes from ephem, which agrees with Belfry.
    zone = timezone(timedelta(hours=round(longitude / 15)))
    event = {"sunrise": sunrise, "sunset": sunset}[name]
    moment = event(Observer(latitude, longitude, 0), date=day, tzinfo=zone)
    if not 600 < moment.timestamp() % 86400 < 85800:
        continue
    count -= 1
    print(name, latitude, longitude, round(moment.timestamp()), sep="\t")
