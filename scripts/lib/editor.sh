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
  say "Starting code-server; stop it with Ctrl-C"
  say "Open http://127.0.0.1:$2/?folder=$1 and try the command palette: Bazel Apple: Build"
  start_code_server "$2" "$state" --log warn
}
