# VS Code in a browser: code-server from npm with a Node of its own, kept in the cache folder.

CODE_SERVER=$CACHE/code-server

editor_node_package() {
  local system machine
  case $(uname -s) in
    Darwin) system=darwin ;;
    *) system=linux ;;
  esac
  case $(uname -m) in
    arm64 | aarch64) machine=arm64 ;;
    *) machine=x64 ;;
  esac
  echo "node-$system-$machine"
}

editor_node() { echo "$CODE_SERVER/node24/node_modules/$(editor_node_package)"; }
code_server_entry() { echo "$CODE_SERVER/cs/node_modules/code-server/out/node/entry.js"; }

# Present means: the right version, installed to its end (its extensions' dependencies come last).
code_server_present() {
  [ -x "$(editor_node)/bin/node" ] &&
    [ -d "$CODE_SERVER/cs/node_modules/code-server/lib/vscode/extensions/node_modules" ] &&
    grep -q "\"version\": \"$CODE_SERVER_VERSION\"" "$CODE_SERVER/cs/node_modules/code-server/package.json"
}

npm_project() {
  mkdir -p "$1"
  if [ ! -f "$1/package.json" ]; then echo '{"private": true}' >"$1/package.json"; fi
}

ensure_code_server() {
  if code_server_present 2>/dev/null; then return; fi
  if ! on_macos; then
    local package missing=()
    for package in g++ make python3 pkg-config libkrb5-dev; do
      dpkg -s "$package" >/dev/null 2>&1 || missing+=("$package")
    done
    if [ ${#missing[@]} -gt 0 ]; then apt_install "compiling code-server's native modules" "${missing[@]}"; fi
  fi

  say "Installing code-server $CODE_SERVER_VERSION (VS Code in a browser) into $CODE_SERVER: 2 to 4 minutes, 800 MB, once"
  local log=$CACHE/code-server-install.log
  mkdir -p "$CACHE"
  if ! install_code_server >"$log" 2>&1; then
    tail -n 20 "$log" >&2
    die "code-server could not be installed" "The whole log is in $log."
  fi
  code_server_present || die "code-server is incomplete after its installation" "The whole log is in $log; remove $CODE_SERVER and try again."
}

# In a subshell: npm must build for the editor's Node and find its headers there.
install_code_server() (
  set -e
  npm_project "$CODE_SERVER/node24"
  cd "$CODE_SERVER/node24"
  npm install --no-fund --no-audit "$(editor_node_package)@$EDITOR_NODE_VERSION"
  npm_project "$CODE_SERVER/cs"
  cd "$CODE_SERVER/cs"
  env PATH="$(editor_node)/bin:$PATH" npm_config_nodedir="$(editor_node)" \
    npm install --no-fund --no-audit --foreground-scripts "code-server@$CODE_SERVER_VERSION"
)

# start_code_server PORT STATE [WORKSPACE]: replaces this shell. No gallery, no telemetry, workspace trust as in the desktop editor.
start_code_server() {
  local port=$1 state=$2
  prepare_code_server_state "$state" "$port"
  export EXTENSIONS_GALLERY='{"serviceUrl":""}'
  PATH=$(editor_node)/bin:$PATH exec "$(editor_node)/bin/node" "$(code_server_entry)" \
    --auth none --bind-addr "127.0.0.1:$port" --config "$state/config.yaml" \
    --user-data-dir "$state/user" --extensions-dir "$state/extensions" \
    --disable-telemetry --disable-update-check --disable-getting-started-override "${@:3}"
}

prepare_code_server_state() {
  mkdir -p "$1/user" "$1/extensions"
  printf 'bind-addr: 127.0.0.1:%s\nauth: none\n' "$2" >"$1/config.yaml"
}

# install_vsix STATE VSIX
install_vsix() {
  prepare_code_server_state "$1" 0
  EXTENSIONS_GALLERY='{"serviceUrl":""}' PATH=$(editor_node)/bin:$PATH "$(editor_node)/bin/node" "$(code_server_entry)" \
    --config "$1/config.yaml" --user-data-dir "$1/user" --extensions-dir "$1/extensions" --install-extension "$2" --force
}
