package rc

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func write(t *testing.T, dir, name, text string) {
	t.Helper()
	file := filepath.Join(dir, name)
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

func TestRead(t *testing.T) {
	ws, home := t.TempDir(), t.TempDir()
	write(t, ws, ".bazelrc", `# settings
startup --host_jvm_args=-Xmx2g
common --noshow_progress
build --jobs=4 # not all
build:debug -c dbg --copt='-D NAME=a b' \
  --strip=never
build:ci --config=remote --config debug
build:remote --remote_cache=grpc://cache
test:loop --config=loop --runs_per_test=3
test --test_output=errors
import %workspace%/tools/more.rc
try-import %workspace%/none.rc
`)
	write(t, ws, "tools/more.rc", "build:ios_release -c opt\nimport %workspace%/.bazelrc\n")
	write(t, home, ".bazelrc", "test --test_timeout=9\n")
	f := Read(Places{Workspace: ws, Home: home, System: filepath.Join(home, "none")}, nil)
	if len(f.Problems) != 1 || !strings.Contains(f.Problems[0], "imports itself") {
		t.Errorf("problems %q", f.Problems)
	}
	if got := f.Startup(); !slices.Equal(got, []string{"--host_jvm_args=-Xmx2g"}) {
		t.Errorf("startup %q", got)
	}
	debug := []string{"-c", "dbg", "--copt=-D NAME=a b", "--strip=never"}
	always := []string{"--noshow_progress", "--jobs=4"}
	test := append(slices.Clone(always), "--test_output=errors", "--test_timeout=9")
	for _, c := range []struct {
		command string
		configs []string
		want    []string
	}{
		{"build", nil, always},
		{"query", nil, []string{"--noshow_progress"}},
		{"build", []string{"debug"}, append(slices.Clone(always), debug...)},
		{"run", []string{"ci"}, append(append(slices.Clone(always), "--remote_cache=grpc://cache"), debug...)},
		{"coverage", nil, test},
		{"test", []string{"loop"}, append(slices.Clone(test), "--runs_per_test=3")},
		{"build", []string{"unknown"}, always},
	} {
		if got := f.Expand(c.command, c.configs...); !slices.Equal(got, c.want) {
			t.Errorf("%s %v:\n got %q\nwant %q", c.command, c.configs, got, c.want)
		}
	}
	for name, want := range map[string]bool{"debug": true, "ios_release": true, "loop": false, "": false, "x": false} {
		if got := f.Defines("build", name); got != want {
			t.Errorf("build defines %q: %v", name, got)
		}
	}
	if got := f.Configs("test"); !slices.Equal(got, []string{"ci", "debug", "ios_release", "loop", "remote"}) {
		t.Errorf("configs %q", got)
	}
	if f := Read(Places{Workspace: ws, Home: home}, []string{"--ignore_all_rc_files"}); len(f.Lines) != 0 {
		t.Error("--ignore_all_rc_files is not heeded")
	}
	f = Read(Places{Workspace: ws, Home: home, System: filepath.Join(home, "none")}, []string{"--noworkspace_rc", "--bazelrc=tools/gone.rc"})
	if len(f.Lines) != 1 || len(f.Problems) != 1 {
		t.Errorf("startup options: %+v", f)
	}
}

func TestWords(t *testing.T) {
	for line, want := range map[string][]string{
		"":                        nil,
		"  # only a comment":      nil,
		`build a\ b "c d" 'e "f'`: {"build", "a b", "c d", `e "f`},
		`x --a="b c"d''`:          {"x", "--a=b cd"},
		`x "" y#z`:                {"x", "", "y"},
		`x \#y`:                   {"x", "#y"},
		`x "open`:                 {"x", "open"},
	} {
		if got := Words(line); !slices.Equal(got, want) {
			t.Errorf("Words(%q) = %q, want %q", line, got, want)
		}
	}
}

func TestValue(t *testing.T) {
	options := []string{"--a=1", "--b", "2", "--a", "3", "--c"}
	for name, want := range map[string]string{"--a": "3", "--b": "2"} {
		if got, ok := Value(options, name); got != want || !ok {
			t.Errorf("%s: %q, %v", name, got, ok)
		}
	}
	if _, ok := Value(options, "--c"); ok {
		t.Error("an option without a value has one")
	}
}

func FuzzParse(f *testing.F) {
	f.Add("build:a --config=b\nbuild:b --config=a \\\n--x 'y'\nimport")
	f.Add("build --config\nbuild:x --config=x --config=x\ntry-import %workspace%/x # y")
	f.Fuzz(func(t *testing.T, text string) {
		file := &File{}
		file.parse("rc", text, t.TempDir(), []string{"rc"})
		for _, c := range file.Configs("test") {
			if !file.Defines("test", c) {
				t.Errorf("%q is listed and not defined", c)
			}
			if n := len(file.Expand("test", c)); n > maxSteps {
				t.Errorf("%d options", n)
			}
		}
	})
}
