package run

import "os"

// widen does nothing: macOS grows its pipes by itself, up to 64 KiB.
func widen(*os.File) {}
