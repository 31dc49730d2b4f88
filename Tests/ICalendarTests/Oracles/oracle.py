# SPDX-FileCopyrightText: The Belfry authors
# SPDX-License-Identifier: Apache-2.0
"""Reads calendars with other people's programs: PyPI's icalendar, and libical by its C functions.

    oracle.py icalendar|libical FILE

FILE has a JSON string with a calendar on each line. Prints a line of JSON for each: its events and tasks, each as the list of its uid, summary,
description, location, start, zone of the start, length in seconds, exceptions, and seconds of the alarms before the start.
"""

import ctypes
import json
import re
import sys
from datetime import date, datetime, timedelta, timezone


def plain(moment):
    return moment.strftime("%Y%m%dT%H%M%S" if isinstance(moment, datetime) else "%Y%m%d")


def seconds(text):
    """The seconds of a duration, read by a pattern of RFC 5545."""
    found = re.fullmatch(r"([+-]?)P(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?", text)
    weeks, days, hours, minutes, rest = (int(part or 0) for part in found.groups()[1:])
    total = ((weeks * 7 + days) * 24 + hours) * 3600 + minutes * 60 + rest
    return -total if found[1] == "-" else total


def with_icalendar(text):
    from icalendar import Calendar

    def zone(line):
        moment = line.dt
        if not isinstance(moment, datetime) or moment.tzinfo is None:
            return ""
        return line.params.get("TZID") or "UTC"

    events = []
    for event in Calendar.from_ical(text).walk():
        if event.name not in ("VEVENT", "VTODO"):
            continue
        start = event["DTSTART"]
        length = timedelta(0)
        if "DTEND" in event:
            end = event["DTEND"].dt
            length = (end.replace(tzinfo=None) - start.dt.replace(tzinfo=None)) if isinstance(end, datetime) else end - start.dt
        elif "DURATION" in event:
            length = event["DURATION"].dt
        elif not isinstance(start.dt, datetime):
            length = timedelta(days=1)
        length = int(length.total_seconds())
        left_out = event.get("EXDATE", [])
        left_out = left_out if isinstance(left_out, list) else [left_out]
        alarms = []
        for alarm in event.walk("VALARM"):
            trigger = alarm["TRIGGER"]
            offset = int(trigger.dt.total_seconds())
            alarms.append(-(offset + (length if trigger.params.get("RELATED") == "END" else 0)))
        events.append([
            str(event.get("UID", "")), str(event.get("SUMMARY", "")), str(event.get("DESCRIPTION", "")), str(event.get("LOCATION", "")),
            plain(start.dt), zone(start), length, [plain(part.dt) for line in left_out for part in line.dts], alarms])
    return events


class Libical:
    """The functions of libical that return pointers and texts."""

    def __init__(self):
        self.library = ctypes.CDLL("libical.so.3")
        for name in ("icalparser_parse_string", "icalcomponent_get_first_component", "icalcomponent_get_next_component",
                     "icalcomponent_get_first_property", "icalcomponent_get_next_property"):
            getattr(self.library, name).restype = ctypes.c_void_p
        for name in ("icalproperty_get_property_name", "icalproperty_get_value_as_string", "icalproperty_get_parameter_as_string",
                     "icalproperty_get_summary", "icalproperty_get_description", "icalproperty_get_location", "icalproperty_get_uid"):
            getattr(self.library, name).restype = ctypes.c_char_p

    def call(self, name, pointer, *more):
        return getattr(self.library, name)(ctypes.c_void_p(pointer), *more)

    def kind(self, name):
        return self.library.icalcomponent_string_to_kind(name.encode())

    def children(self, component, name):
        child = self.call("icalcomponent_get_first_component", component, self.kind(name))
        while child:
            yield child
            child = self.call("icalcomponent_get_next_component", component, self.kind(name))

    def properties(self, component):
        kind = 0  # ICAL_ANY_PROPERTY
        found = self.call("icalcomponent_get_first_property", component, kind)
        while found:
            yield self.call("icalproperty_get_property_name", found).decode(), found
            found = self.call("icalcomponent_get_next_property", component, kind)

    def value(self, line):
        return self.call("icalproperty_get_value_as_string", line).decode()

    def parameter(self, line, name):
        return (self.call("icalproperty_get_parameter_as_string", line, name) or b"").decode()


def with_libical(text, library=[]):
    if not library:
        library.append(Libical())
    ical = library[0]
    root = ical.library.icalparser_parse_string(text.encode())

    def moment(line):
        value = ical.value(line)
        return value.rstrip("Z"), "UTC" if value.endswith("Z") else ical.parameter(line, b"TZID")

    def stamp(value):
        return datetime.strptime(value, "%Y%m%dT%H%M%S" if "T" in value else "%Y%m%d")

    events = []
    for name in ("VEVENT", "VTODO"):
        for event in ical.children(root, name):
            texts = {"UID": "", "SUMMARY": "", "DESCRIPTION": "", "LOCATION": ""}
            start, zone, length, left_out = "", "", None, []
            for name, line in ical.properties(event):
                if name in texts:
                    texts[name] = ical.call("icalproperty_get_" + name.lower(), line).decode()
                elif name == "DTSTART":
                    start, zone = moment(line)
                elif name == "DTEND":
                    length = int((stamp(moment(line)[0]) - stamp(start)).total_seconds())
                elif name == "DURATION":
                    length = seconds(ical.value(line))
                elif name == "EXDATE":
                    left_out.append(moment(line)[0])
            if length is None:
                length = 0 if "T" in start else 86400
            alarms = []
            for alarm in ical.children(event, "VALARM"):
                for name, line in ical.properties(alarm):
                    if name == "TRIGGER":
                        related = ical.parameter(line, b"RELATED")
                        alarms.append(-(seconds(ical.value(line)) + (length if related == "END" else 0)))
            events.append([texts["UID"], texts["SUMMARY"], texts["DESCRIPTION"], texts["LOCATION"], start, zone, length, left_out, alarms])
    return events


read = {"icalendar": with_icalendar, "libical": with_libical}[sys.argv[1]]
with open(sys.argv[2], encoding="utf-8") as lines:
    for line in lines:
        print(json.dumps(read(json.loads(line))))
