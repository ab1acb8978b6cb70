# JavaScript dependencies from the lock file; installed again only when the lock file has changed.

# ensure_node_modules FOLDER
ensure_node_modules() {
  local folder=$1
  [ -f "$folder/package-lock.json" ] || die "$folder/package-lock.json does not exist" "The dependencies of that folder are not locked."
  local stamp=$folder/node_modules/.bazel-apple-lock
  if [ -f "$stamp" ] && cmp -s "$stamp" "$folder/package-lock.json"; then return; fi
  say "Installing the npm packages of ${folder#"$ROOT"/}"
  (cd "$folder" && npm ci --no-fund --no-audit --omit-lockfile-registry-resolved) || die "npm ci failed in $folder"
  cp "$folder/package-lock.json" "$stamp"
}
