package events

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestScrub(t *testing.T) {
	lines := []string{
		`{"id":{"started":{}},"started":{"uuid":"u","buildToolVersion":"7.0.0","optionsDescription":"--remote_header\u003dAuthorization\u003dBearer s3cret --jobs\u003d4"}}`,
		`{"id":{"unstructuredCommandLine":{}},"unstructuredCommandLine":{"args":["build","--client_env\u003dTOKEN\u003ds3\"cret","--remote_header","k=s3cret","--remote_cache=grpcs://me:s3cret@cache.example","//App"]}}`,
		`{"id":{"structuredCommandLine":{"commandLineLabel":"original"}},"structuredCommandLine":{"commandLineLabel":"original","sections":[{"sectionLabel":"command options","optionList":{"option":[{"combinedForm":"--client_env\u003dA\u003ds3cret","optionName":"client_env","optionValue":"A\u003ds3cret","effectTags":["NO_OP"]}]}},{"sectionLabel":"residual","chunkList":{"chunk":["--action_env=B=s3cret"]}}]}}`,
		`{"id":{"optionsParsed":{}},"optionsParsed":{"cmdLine":["--test_env=A\u003ds3cret","-c","dbg"]}}`,
		`{"id":{"progress":{}},"progress":{"stderr":"Inherited 'common' options: --bes_header=x=s3cret --color=yes\nLoading: 0 packages\n"}}`,
		end,
	}
	path := filepath.Join(t.TempDir(), "events.json")
	if err := os.WriteFile(path, []byte(strings.Join(lines, "\n")+"\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	exited := make(chan struct{})
	close(exited)
	b, err := Follow(context.Background(), path, exited, func(Notice) {})
	if err != nil || b.Completeness != Complete {
		t.Fatal(b, err)
	}
	before, _ := os.ReadFile(path)
	if err := b.Scrub(); err != nil {
		t.Fatal(err)
	}
	after, _ := os.ReadFile(path)
	if strings.Contains(string(after), "s3") || strings.Contains(string(after), "cret") || len(after) != len(before) {
		t.Errorf("scrubbed:\n%s", after)
	}
	for _, kept := range []string{"--jobs", "Bearer", "//App", `--client_env\u003dTOKEN`, "cache.example", `"-c","dbg"`, "NO_OP", `--color=yes\nLoading: 0 packages`} {
		if strings.Contains(string(after), kept) == (kept == "Bearer") {
			t.Errorf("%s in\n%s", kept, after)
		}
	}
	info, err := os.Stat(path)
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Error(info.Mode(), err)
	}
	again, err := ReadFile(path)
	if err != nil || again.Malformed != 0 || again.Events != b.Events || again.Completeness != Complete {
		t.Errorf("read again: %+v %v", again, err)
	}
}
