# Real device and simulator clients from PyPI, in a virtual environment in the cache folder.

PYTHON_VENV=$CACHE/python

ensure_python_venv() {
  local wanted="fb-idb==$FB_IDB_VERSION pymobiledevice3==$PYMOBILEDEVICE3_VERSION"
  if [ -x "$PYTHON_VENV/bin/idb" ] && [ "$(cat "$PYTHON_VENV/installed" 2>/dev/null)" = "$wanted" ]; then return; fi
  if ! python3 -c 'import ensurepip, venv' 2>/dev/null; then
    on_macos && die "python3 with its venv module was not found" "Install Python 3.11 or newer."
    apt_install "the clients of devices (idb, pymobiledevice3)" python3 python3-venv
  fi
  say "Installing idb and pymobiledevice3 into $PYTHON_VENV for the tests of their command lines"
  python3 -m venv "$PYTHON_VENV"
  # shellcheck disable=SC2086  # two words on purpose
  "$PYTHON_VENV/bin/pip" install --quiet --disable-pip-version-check $wanted ||
    die "pip could not install $wanted" "Remove $PYTHON_VENV and try again."
  echo "$wanted" >"$PYTHON_VENV/installed"
}
