# SPDX-License-Identifier: GPL-2.0-or-later
"""A second reader of the spool, written from core/spool/FORMAT.md alone: it checks the page as much as the writer."""

import hashlib
import json
import re

HEAD = re.compile(rb"worklines-segment 1 ([0-9a-f]{32}) \S+\n")
RECORD = re.compile(rb"worklines-record 1 (\d{1,19}) (\d{1,19}) (\d{1,19}) ([0-9a-f]{16})\n")


def plain(value):
    """Strings of the JSON as bytes."""
    if isinstance(value, dict) and set(value) == {"hex"}:
        return bytes.fromhex(value["hex"])
    return value.encode() if isinstance(value, str) else value


def read_segment(path):
    """Yields (request, script); every record must be intact."""
    data = path.read_bytes()
    head = HEAD.match(data)
    assert head, f"{path}: no head"
    token, at, scripts, sequence = head.group(1), head.end(), {}, 0
    while at < len(data):
        frame = RECORD.match(data, at)
        assert frame, f"{path}: no record at {at}: {data[at:at + 60]!r}"
        number, json_size, script_size = (int(group) for group in frame.groups()[:3])
        text = data[frame.end():frame.end() + json_size]
        script_at = frame.end() + json_size + 1
        script = data[script_at:script_at + script_size]
        signed = b"%s\n%d %d %d\n" % (token, number, json_size, script_size) + text
        assert hashlib.sha256(signed).hexdigest()[:16] == frame.group(4).decode(), f"{path}: bad check at {at}"
        assert number == sequence, f"{path}: record {number} where {sequence} was due"
        request = {key: plain(value) for key, value in json.loads(text).items()}
        reference = request.get("script")
        if reference and reference.get("kept", True):
            if script_size:
                assert hashlib.sha256(script).hexdigest() == reference["sha256"], f"{path}: bad script at {at}"
                scripts[reference["sha256"]] = script
            yield request, scripts.get(reference["sha256"], b"")
        else:
            yield request, None
        at, sequence = script_at + script_size + 1, sequence + 1


def read_spool(folder):
    """All records of all segments, oldest segment first."""
    segments = sorted(path for path in folder.iterdir() if path.suffix in (".open", ".sealed"))
    return [record for segment in segments for record in read_segment(segment)]
