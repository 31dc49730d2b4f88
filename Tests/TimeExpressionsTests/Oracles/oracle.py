# SPDX-FileCopyrightText: The Belfry authors
# SPDX-License-Identifier: Apache-2.0
"""Answers questions about time with other people's programs: croniter, dateutil and zoneinfo.

Reads a file of JSON lines and prints a JSON line for each: the first moments after `from`, as seconds since 1970;
null if the other program took too long. Local times are converted to moments by Belfry's rule, with zoneinfo: a skipped
time is the first instant after the gap, and a time that occurs twice is the first occurrence. Rules shorter than a day
skip times in the gap and fire at both occurrences.
"""

import json
import signal
import sys
from datetime import datetime, timedelta, timezone
from zoneinfo import ZoneInfo

EPOCH = datetime(1970, 1, 1)


def seconds(moment):
    return int((moment - datetime(1970, 1, 1, tzinfo=timezone.utc)).total_seconds())


def passes(reading, zone):
    """The moments at which a clock shows a reading: none, one or two."""
    moments = {seconds(reading.replace(tzinfo=zone, fold=fold).astimezone(timezone.utc)) for fold in (0, 1)}
    shown = [m for m in moments if local(m, zone) == reading]
    return sorted(shown)


def local(moment, zone):
    return datetime.fromtimestamp(moment, zone).replace(tzinfo=None)


def end_of_gap(reading, zone):
    """The first instant after the gap that skips a reading."""
    low = seconds(reading.replace(tzinfo=timezone.utc)) - 2 * 86400
    high = low + 4 * 86400
    while high - low > 1:
        middle = (low + high) // 2
        if local(middle, zone) < reading:
            low = middle
        else:
            high = middle
    return high


def named(reading, zone):
    shown = passes(reading, zone)
    return shown[0] if shown else end_of_gap(reading, zone)


def changes_near(moment, zone):
    """Whether the clock changes within two days."""
    offsets = [local(m, zone) - local(m, timezone.utc) for m in (moment - 2 * 86400, moment, moment + 2 * 86400)]
    return len(set(offsets)) > 1


def first(readings, question, zone, is_named, single=()):
    """The first moments after `from` of readings that come in order; those in `single` come once, whatever the rule is."""
    count, begin = question["count"], question["from"]
    found = set()
    enough = None
    for reading in readings:
        if enough is not None and reading > enough:
            break
        for moment in [named(reading, zone)] if is_named or reading in single else passes(reading, zone):
            if moment > begin:
                found.add(moment)
        if enough is None and len(found) >= count:
            # A change of the clock may put later readings before earlier ones.
            enough = reading + (timedelta(hours=27) if changes_near(max(found), zone) else timedelta(0))
    return sorted(found)[:count]


def cron(question, zone):
    from croniter import croniter
    from croniter.croniter import CroniterBadDateError

    text = question["text"]
    fields = text.split()
    # Vixie's cron wants both where either begins with a star; croniter only where it is a star alone.
    either = not fields[2].startswith("*") and not fields[4].startswith("*")
    days = croniter.expand(text)[0]
    if either and ["*"] in (days[2], days[4]):
        # To croniter a field that lists every day is a star; to cron it is every day, and that is enough.
        text = " ".join(fields[:2] + ["*", fields[3], "*"])
    begin = local(question["from"], zone)
    if begin.month <= 2 and "/" in fields[2]:
        # A fault of croniter 1.3.5: coming from February it misses the first day of a "*/10" in March.
        return None
    start = begin - timedelta(hours=27 if changes_near(question["from"], zone) else 0)

    def readings():
        line = croniter(text, start, ret_type=datetime, day_or=either)
        while True:
            try:
                yield line.get_next()
            except CroniterBadDateError:
                return

    return first(readings(), question, zone, question["isNamed"])


def rule(question, zone):
    from dateutil.rrule import rrulestr

    try:
        # RDATE names its moments, also beside a rule that counts hours.
        dates = [d for line in question["text"].split("\n") if line.startswith("RDATE") for d in line.partition(":")[2].split(",")]
        single = {datetime.strptime(d, "%Y%m%dT%H%M%S") for d in dates if len(d) == 15}
        return first(iter(rrulestr(question["text"])), question, zone, question["isNamed"], single)
    except ValueError as error:
        # dateutil's words for a rule that never matches; the other dates of the set it doesn't give then.
        if "empty" in str(error):
            return None if "RDATE" in question["text"] else []
        raise


def instant(question, zone):
    reading = datetime.fromisoformat(question["text"])
    return [named(reading, zone)]


def changes(question, zone):
    """The seconds at which the zone's clock changes in `count` days after `from`."""

    def offset(moment):
        return datetime.fromtimestamp(moment, zone).utcoffset()

    found = []
    for day in range(question["count"]):
        low, high = (question["from"] + (day + more) * 86400 for more in (0, 1))
        if offset(low) == offset(high):
            continue
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (low, middle) if offset(middle) != offset(low) else (middle, high)
        found.append(high)
    return found


ANSWERS = {"cron": cron, "rule": rule, "instant": instant, "changes": changes}


class TooLong(Exception):
    pass


def give_up(*_):
    raise TooLong


def main():
    signal.signal(signal.SIGVTALRM, give_up)
    zones = {}
    with open(sys.argv[1], encoding="utf-8") as questions:
        for line in questions:
            question = json.loads(line)
            name = question["zone"]
            zone = zones.setdefault(name, ZoneInfo(name))
            try:
                signal.setitimer(signal.ITIMER_VIRTUAL, 0 if question["kind"] == "changes" else 0.04)
                try:
                    answer = ANSWERS[question["kind"]](question, zone)
                finally:
                    signal.setitimer(signal.ITIMER_VIRTUAL, 0)
            except TooLong:
                # The signal may also come while the timer is being stopped.
                answer = None
            print(json.dumps(answer))


main()
