# nginx, which the tests of remote caching run as a cache on 127.0.0.1.

ensure_nginx() {
  if have nginx || [ -x /usr/sbin/nginx ]; then return; fi
  if on_macos; then
    have brew || die "nginx was not found" "Install it (for example with Homebrew: brew install nginx)."
    say "Installing nginx with Homebrew for the remote cache tests"
    brew install nginx
  else
    apt_install "the remote cache tests" nginx-light
  fi
}
