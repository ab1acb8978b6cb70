"""Merges what one test left in its coverage folder into one LCOV file.

Reads LCOV (*.dat), gcov's intermediate text (*.gcov) and gcov's JSON (*.gcov.json.gz, gcc 9 and newer).
Called by Bazel's collect_coverage.sh with --coverage_dir, --output_file and any number of --filter_sources.
"""

import gzip
import json
import os
import re
import sys


def arguments(argv):
    named, filters = {}, []
    for argument in argv:
        key, _, value = argument.lstrip("-").partition("=")
        if key == "filter_sources":
            filters.append(re.compile(value))
        else:
            named[key] = value
    return named["coverage_dir"], named["output_file"], filters


def hits_of_json(path):
    with gzip.open(path) as stream:
        for source in json.load(stream)["files"]:
            for line in source["lines"]:
                yield source["file"], line["line_number"], line["count"]


def hits_of_text(path):
    source = None
    with open(path, encoding="utf-8") as stream:
        for row in stream:
            key, _, value = row.rstrip("\n").partition(":")
            if key in ("SF", "file"):
                source = value
            elif key in ("DA", "lcount"):
                number, count = value.split(",")[:2]
                yield source, int(number), int(count)


def reports(folder, output):
    for parent, _, names in sorted(os.walk(folder)):
        for name in sorted(names):
            path = os.path.join(parent, name)
            if path != output and os.path.getsize(path):
                yield path


def main():
    folder, output, filters = arguments(sys.argv[1:])
    lines = {}
    for path in reports(folder, output):
        if path.endswith(".gcov.json.gz"):
            hits = hits_of_json(path)
        elif path.endswith((".dat", ".gcov")):
            hits = hits_of_text(path)
        else:
            continue
        for source, number, count in hits:
            if not any(f.fullmatch(source) for f in filters):
                counts = lines.setdefault(source, {})
                counts[number] = counts.get(number, 0) + count

    with open(output, "w", encoding="utf-8") as stream:
        for source, counts in sorted(lines.items()):
            stream.write(f"SF:{source}\n")
            for number, count in sorted(counts.items()):
                stream.write(f"DA:{number},{count}\n")
            hit = sum(1 for count in counts.values() if count)
            stream.write(f"LH:{hit}\nLF:{len(counts)}\nend_of_record\n")


main()
