#!/bin/bash
# Every line of the catalog is a name and a price in cents.
set -euo pipefail

line_number=0
while read -r name cents; do
  line_number=$((line_number + 1))
  if [[ ! $cents =~ ^[0-9]+$ ]]; then
    echo "shell/catalog.txt:$line_number: error: the price of $name is no number: '$cents'" >&2
    exit 1
  fi
done <shell/catalog.txt
echo "$line_number lines checked"
