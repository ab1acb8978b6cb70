package debug

import (
	"fmt"
	"testing"
)

// The first is what Bazel 4.2 writes for a test, cut; the others are of the same
// form with what later versions and odd names add.
func TestParseScript(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"#!/bin/bash\ncd /out/execroot/app && \\\n  exec env \\\n    TEST_TARGET=//cpp:t \\\n    TZ=UTC \\\n  external/bazel_tools/tools/test/test-setup.sh cpp/t -v \"$@\"",
			"/out/execroot/app map[TEST_TARGET://cpp:t TZ:UTC] [external/bazel_tools/tools/test/test-setup.sh cpp/t -v]"},
		{"#!/bin/sh\ncd '/a b' && \\\n  exec env \\\n    -u JAVA_RUNFILES \\\n    -u RUNFILES_DIR \\\n    A='it'\\''s = x' \\\n  /out/bin/cli=1/cli 'two words' '' \"$@\"\n", "/a b map[A:it's = x] [/out/bin/cli=1/cli two words ]"},
		{"cd /a && exec env - P=q /b \"$@\"", "/a map[P:q] [/b]"},
		{"cd /a && exec /b 1 \"$@\"", "/a map[] [/b 1]"},
	} {
		s, err := parseScript(c.text)
		if got := fmt.Sprint(s.dir, " ", s.env, " ", s.args); err != nil || got != c.want {
			t.Errorf("%s\nis %s (%v)\nwant %s", c.text, got, err, c.want)
		}
	}
	for _, text := range []string{"", "#!/bin/sh\n", "exec /b", "cd /a && exec", "cd /a && exec env \"$@\"", "cd '/a && exec /b"} {
		if s, err := parseScript(text); err == nil {
			t.Errorf("%q is read as %+v", text, s)
		}
	}
}
