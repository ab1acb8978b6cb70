# LLDB with its debug adapter. lldb-22 and lldb-19 exclude each other; 19's adapter aborts on disconnect, so 22 comes first.

lldb_dap_command() {
  local name
  for name in lldb-dap-22 lldb-dap lldb-dap-19; do
    if have "$name"; then
      command -v "$name"
      return
    fi
  done
  on_macos && xcrun -f lldb-dap 2>/dev/null
}

ensure_lldb() {
  if lldb_dap_command >/dev/null; then return; fi
  on_macos && die "lldb-dap was not found" "Install Xcode or its command line tools: xcode-select --install"
  apt_update_once
  local package=lldb-19
  if apt_has lldb-22; then package=lldb-22; fi
  apt_install "the debugger tests" "$package"
}
