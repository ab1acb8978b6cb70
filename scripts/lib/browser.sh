# Chromium, which the editor tests drive.

chromium_command() {
  local name
  for name in chromium chromium-browser google-chrome; do
    if have "$name"; then
      command -v "$name"
      return
    fi
  done
  local mac="/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"
  if [ -x "$mac" ]; then echo "$mac"; else return 1; fi
}

ensure_chromium() {
  if chromium_command >/dev/null; then return; fi
  on_macos && die "no Chromium or Chrome was found" "Install Google Chrome; the editor tests drive it."
  apt_install "driving VS Code in the editor tests (about 480 MB)" chromium
}
