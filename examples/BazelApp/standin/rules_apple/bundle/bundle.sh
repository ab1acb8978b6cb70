#!/bin/bash
# Stand-in for rules_apple's bundler: writes ROOT/BUNDLE with Info.plist and a program.
# usage: bundle.sh ROOT BUNDLE NAME BUNDLE_ID PLATFORM SUPPORTED MINIMUM_OS FAMILIES INFOPLISTS SOURCE...
set -euo pipefail

root=$1 bundle=$2 name=$3 bundle_id=$4 platform=$5 supported=$6 minimum_os=$7 families=$8 infoplists=$9
shift 9

contents=$root/$bundle programs=$root/$bundle minimum_key=MinimumOSVersion
if [ "$platform" = macos ]; then
  contents=$root/$bundle/Contents programs=$root/$bundle/Contents/MacOS minimum_key=LSMinimumSystemVersion
fi
mkdir -p "$contents" "$programs"

# The keys of the given files, without those that the bundler decides.
given_keys() {
  local file
  for file in ${infoplists//,/ }; do
    awk '/<dict>/ { if (depth++ == 0) next } /<\/dict>/ { if (--depth == 0) exit } depth > 0' "$file"
  done
}

device_families() {
  local family
  for family in ${families//,/ }; do
    case $family in
      iphone) echo '    <integer>1</integer>' ;;
      ipad) echo '    <integer>2</integer>' ;;
    esac
  done
}

{
  cat <<XML
<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
  <key>BazelAppleStandIn</key>
  <true/>
  <key>CFBundleIdentifier</key>
  <string>$bundle_id</string>
  <key>CFBundleExecutable</key>
  <string>$name</string>
  <key>CFBundleName</key>
  <string>$name</string>
  <key>CFBundlePackageType</key>
  <string>APPL</string>
  <key>CFBundleSupportedPlatforms</key>
  <array>
    <string>$supported</string>
  </array>
  <key>$minimum_key</key>
  <string>$minimum_os</string>
XML
  if [ -n "$families" ]; then
    printf '  <key>UIDeviceFamily</key>\n  <array>\n%s\n  </array>\n' "$(device_families)"
  fi
  given_keys
  printf '</dict>\n</plist>\n'
} >"$contents/Info.plist"

# The program says what the app's print("...") statements say, in the order of the sources.
{
  echo '#!/bin/bash'
  echo "# Stand-in program of $bundle_id: no Swift compiler was run."
  sed -n 's/^[[:space:]]*print("\([^"\\]*\)")[[:space:]]*$/\1/p' "$@" | while IFS= read -r line; do
    printf 'echo %q\n' "$line"
  done
} >"$programs/$name"
chmod +x "$programs/$name"
