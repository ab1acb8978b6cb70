# Go programs that only the checks need, built once per version into the cache folder.

# go_tool NAME MODULE VERSION: prints the program's path.
go_tool() {
  local folder=$CACHE/go/$1-$3
  if [ ! -x "$folder/$1" ]; then
    echo "Building $1 $3 into $folder" >&2
    mkdir -p "$folder"
    GOBIN=$folder GOFLAGS='' go install "$2@$3" >&2
  fi
  echo "$folder/$1"
}

staticcheck_program() { go_tool staticcheck honnef.co/go/tools/cmd/staticcheck "$STATICCHECK_VERSION"; }
govulncheck_program() { go_tool govulncheck golang.org/x/vuln/cmd/govulncheck "$GOVULNCHECK_VERSION"; }
