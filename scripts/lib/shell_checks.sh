# The step of ./scripts/test that reads the shell scripts.

ensure_shellcheck() {
  if have shellcheck; then return; fi
  if on_macos; then
    have brew || die "shellcheck was not found" "Install it (for example with Homebrew: brew install shellcheck)."
    say "Installing shellcheck with Homebrew for checking the scripts"
    brew install shellcheck
  else
    apt_install "checking the scripts" shellcheck
  fi
}

# Left out: sources that cannot be followed (1091), variables used by a sourcing script (2034), $ in single quotes (2016).
check_shell() {
  git ls-files -z -co --exclude-standard 'scripts/*' .ci/run '*.sh' | xargs -0 grep -lIE '^#!/bin/bash|^# ' -- | grep -vE '\.(mjs|js|ts|go|py|md)$' |
    xargs shellcheck --shell=bash --external-sources --exclude=SC1091,SC2034,SC2016
}
