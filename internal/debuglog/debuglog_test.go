package debuglog_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"bazelapple/internal/debuglog"
)

func TestRead(t *testing.T) {
	log, err := debuglog.Read(strings.NewReader(`{"hypothesisId":"A","runId":"r1","message":"start"}
null
{"hypothesisId":"A","message":"NOT CONFIRMED yet"}
{"hypothesisId":"__proto__","message":"REJECTED"}

text
{"hypothesisId":"B","data":{"verdict":"confirmed"}}
{"hypothesisId":"B","message":"one more"}`))
	if err != nil {
		t.Fatal(err)
	}
	if len(log.Entries) != 5 || log.Lines != 8 || len(log.ParseErrors) != 2 || log.ParseErrors[0].Line != 2 {
		t.Errorf("%+v", log)
	}
	if log.Status["A"] != "UNKNOWN" || log.Status["__proto__"] != "REJECTED" || log.Status["B"] != "CONFIRMED" || log.ByHypothesis["B"] != 2 || log.ByRun["r1"] != 1 {
		t.Errorf("%+v", log)
	}
	if got := log.Filter("B", "", 1); len(got) != 1 || got[0].Message != "one more" {
		t.Errorf("%+v", got)
	}
	if long, err := debuglog.Read(strings.NewReader(strings.Repeat("x", 3<<20))); err != nil || len(long.ParseErrors) != 1 || len(long.ParseErrors[0].Message) > 100 {
		t.Errorf("%v %+v", err, long.ParseErrors)
	}
}

func TestCheck(t *testing.T) {
	root, outside := t.TempDir(), t.TempDir()
	secret := filepath.Join(outside, "secret.log")
	if err := os.WriteFile(secret, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	link := filepath.Join(root, "link.log")
	if err := os.Symlink(secret, link); err != nil {
		t.Fatal(err)
	}
	for path, ok := range map[string]bool{
		filepath.Join(root, ".cursor", "debug-a.log"): true,
		filepath.Join(root, "x.ndjson"):               true,
		filepath.Join(root, "MODULE.bazel"):           false,
		secret:                                        false,
		link:                                          false,
		filepath.Join(root+"-other", "x.log"):         false,
	} {
		if err := debuglog.Check(path, []string{root}); (err == nil) != ok {
			t.Errorf("%s: %v", path, err)
		}
	}
}

func FuzzRead(f *testing.F) {
	f.Add(`{"a":1}`)
	f.Fuzz(func(t *testing.T, s string) {
		if _, err := debuglog.Read(strings.NewReader(s)); err != nil {
			t.Error(err)
		}
	})
}
