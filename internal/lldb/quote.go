package lldb

import "strings"

// Quote writes s as one argument of an LLDB command. Inside double quotes LLDB
// takes a backslash before a backslash and a double quote; a backtick with a
// backslash before it is not taken for an expression to put in its place.
func Quote(s string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "`", "\\`").Replace(s) + `"`
}
