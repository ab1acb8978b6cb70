# Opens a workspace in VS Code with the packaged extension: the desktop's when there is one, else in a browser.

# open_editor WORKSPACE PORT
open_editor() {
  choose_apple_tools
  say "Workspace $1 with $APPLE_TOOLS"
  if have code && { on_macos || [ -n "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ]; }; then
    say "Installing the extension in VS Code"
    code --install-extension "$(vsix_path)" --force
    code --new-window "$1"
    say "VS Code is open on $1. Try the command palette: Bazel Apple: Build"
  else
    open_in_browser "$1" "$2"
  fi
}

open_in_browser() {
  local state=$CACHE/editor
  ensure_code_server
  say "Installing the extension in code-server"
  install_vsix "$state" "$(vsix_path)" >/dev/null || die "code-server could not install $(vsix_path)"
  link_simulated_tools_beside_bundled "$state"
  say "Starting code-server; stop it with Ctrl-C"
  say "Open http://127.0.0.1:$2/?folder=$1 and try the command palette: Bazel Apple: Build"
  start_code_server "$2" "$state" --log warn
}

# The package never carries the simulated tools; where no Xcode is, this machine's installation gets them.
link_simulated_tools_beside_bundled() {
  local folder
  if have_xcode; then return; fi
  for folder in "$1"/extensions/bazelapple.bazel-apple-*/bin; do
    if [ -d "$folder" ]; then link_simulated_tools "$folder/fakeapple"; fi
  done
}
