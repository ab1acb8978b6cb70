package events

import (
	"encoding/base64"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

// read writes lines to a file and reads it.
func read(t *testing.T, lines ...string) *Build {
	t.Helper()
	path := filepath.Join(t.TempDir(), "bep.json")
	if err := os.WriteFile(path, []byte(strings.Join(lines, "\n")), 0o644); err != nil {
		t.Fatal(err)
	}
	b, err := ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

const (
	start     = `{"id":{"started":{}},"started":{"uuid":"u","command":"test","startTimeMillis":"1000"}}`
	end       = `{"id":{"buildFinished":{}},"finished":{"exitCode":{"name":"SUCCESS"},"overallSuccess":true,"finishTimeMillis":"3500"},"lastMessage":true}`
	completed = `{"id":{"targetCompleted":{"label":"//a:t","configuration":{"id":"c"}}},`
	testID    = `{"id":{"testResult":{"label":"//a:t","run":%d,"shard":%d,"attempt":%d,"configuration":{"id":"c"}}},"testResult":{"status":%q}}`
)

func TestDamagedFiles(t *testing.T) {
	for name, c := range map[string]struct {
		lines []string
		want  string
	}{
		"NUL lines":           {[]string{start, strings.Repeat("\x00", 5000), "\x00\x00" + end + "\x00"}, "state=complete exit=0/SUCCESS events=2 sets=0 actions=0/0 aborts=0 results=0"},
		"NULs first":          {[]string{"\x00\x00" + start, end}, "state=complete exit=0/SUCCESS events=2 sets=0 actions=0/0 aborts=0 results=0"},
		"blank lines, CRLF":   {[]string{start + "\r", "", "\r", end + "\r"}, "state=complete exit=0/SUCCESS events=2 sets=0 actions=0/0 aborts=0 results=0"},
		"cut in an event":     {[]string{start, completed + `"completed":{"success":true}`}, "state=incomplete events=1 sets=0 actions=0/0 aborts=0 results=0"},
		"broken line between": {[]string{start, `{"id":{"targetCompleted":{"label":"//a:t"`, end}, "state=complete exit=0/SUCCESS events=2 sets=0 actions=0/0 aborts=0 results=0"},
		"no such file":        {nil, "state=none events=0 sets=0 actions=0/0 aborts=0 results=0"},
		"a refused flag":      {[]string{start, `{"id":{"structuredCommandLine":{"commandLineLabel":"original"}},"structuredCommandLine":{}}`}, "state=incomplete events=2 sets=0 actions=0/0 aborts=0 results=0"},
		"after buildFinished": {[]string{start, strings.Replace(end, `,"lastMessage":true`, "", 1), completed + `"completed":{"success":true},"lastMessage":true}`}, "state=complete exit=0/SUCCESS events=3 built=1 sets=0 actions=0/0 aborts=0 results=0"},
		"unknown events":      {[]string{start, `{"id":{"somethingNew":{"x":[1,{"y":"}"}]}},"somethingNew":{"deep":[[{}]],"s":"\"]"}}`, end}, "state=complete exit=0/SUCCESS events=3 sets=0 actions=0/0 aborts=0 results=0"},
		"members sorted":      {[]string{start, `{"children":[{"testSummary":{"label":"//a:t"}}],"completed":{"success":true},"id":{"targetCompleted":{"label":"//a:t"}}}`, end}, "state=complete exit=0/SUCCESS events=3 built=1 sets=0 actions=0/0 aborts=0 NO_STATUS=1 results=0"},
	} {
		t.Run(name, func(t *testing.T) {
			if got := brief(read(t, c.lines...)); got != c.want {
				t.Errorf("read %s\nwant %s", got, c.want)
			}
		})
	}
	if b, err := ReadFile(filepath.Join(t.TempDir(), "none")); err != nil || b.Completeness != None {
		t.Errorf("a missing file: %v, %v", b.Completeness, err)
	}
}

func TestANormalEventBeatsAnAbort(t *testing.T) {
	abort := completed + `"aborted":{}}`
	normal := completed + `"completed":{"success":true}}`
	for _, order := range [][]string{{abort, normal}, {normal, abort}, {abort, abort, normal, normal}} {
		b := read(t, append([]string{start}, order...)...)
		if got := b.Target("//a:t"); len(got) != 1 || got[0].State != Built || got[0].Configuration != "c" {
			t.Errorf("%v: %+v", order, got)
		}
	}
	result := fmt.Sprintf(testID, 1, 1, 1, "PASSED")
	gone := `{"id":{"testResult":{"label":"//a:t","run":1,"shard":1,"attempt":1,"configuration":{"id":"c"}}},"aborted":{"reason":"USER_INTERRUPTED"}}`
	for _, order := range [][]string{{gone, result}, {result, gone}} {
		for test := range read(t, append([]string{start}, order...)...).Tests() {
			if len(test.Results) != 1 || test.Results[0].Status != Passed {
				t.Errorf("%v: %+v", order, test)
			}
		}
	}
}

func TestConfigurationsOfALabelAreApart(t *testing.T) {
	b := read(t, start,
		`{"id":{"targetConfigured":{"label":"//a:t"}},"configured":{"targetKind":"swift_library rule","tag":["x","y"]}}`,
		completed+`"completed":{"success":true}}`,
		`{"id":{"targetCompleted":{"label":"//a:t","configuration":{"id":"d"}}},"completed":{}}`,
		`{"id":{"targetCompleted":{"label":"//a:t","aspect":"//x.bzl%asp","configuration":{"id":"c"}}},"completed":{"success":true}}`, end)
	var got []string
	for _, x := range b.Target("//a:t") {
		got = append(got, fmt.Sprint(x.Configuration, " ", x.Aspect, " ", x.State, " ", x.Kind, " ", x.Tags))
	}
	want := []string{"c  built swift_library rule [x y]", "d  failed swift_library rule [x y]", "c //x.bzl%asp built  []"}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("targets %q, want %q", got, want)
	}
}

func TestStatusWithoutASummary(t *testing.T) {
	result := func(run, shard, attempt int, status string) string {
		return fmt.Sprintf(testID, run, shard, attempt, status)
	}
	configured := `{"id":{"targetConfigured":{"label":"//a:t"}},"configured":{"targetKind":"t rule","testSize":"SMALL","tag":["slow"]}}`
	filter := `{"id":{"optionsParsed":{}},"optionsParsed":{"cmdLine":["--test_tag_filters=-slow"]}}`
	for name, c := range map[string]struct {
		lines []string
		want  string
	}{
		"all shards pass":         {[]string{result(1, 1, 1, "PASSED"), result(1, 2, 1, "PASSED")}, "PASSED 2"},
		"one shard fails":         {[]string{result(1, 1, 1, "FAILED"), result(1, 2, 1, "PASSED")}, "FAILED 2"},
		"passes when tried again": {[]string{result(1, 1, 1, "FAILED"), result(1, 1, 2, "PASSED")}, "FLAKY 2"},
		"time-out":                {[]string{result(1, 1, 1, "TIMEOUT")}, "TIMEOUT 1"},
		"its build fails":         {[]string{configured, completed + `"completed":{}}`}, "FAILED_TO_BUILD 0"},
		"cannot be analysed":      {[]string{configured, completed + `"aborted":{"reason":"ANALYSIS_FAILURE"}}`}, "NO_STATUS 0"},
		"left out by a filter":    {[]string{filter, configured, completed + `"completed":{}}`}, ""},
		"only built":              {[]string{configured, completed + `"completed":{"success":true}}`}, ""},
		"summary without status":  {[]string{`{"id":{"testSummary":{"label":"//a:t"}},"testSummary":{"passed":[{"uri":"file:///x"}],"failed":[{"uri":"file:///y"}]}}`}, "FAILED 0"},
	} {
		t.Run(name, func(t *testing.T) {
			got := ""
			for test := range read(t, append(append([]string{start}, c.lines...), end)...).Tests() {
				got += fmt.Sprint(test.Status, " ", len(test.Results))
			}
			if got != c.want {
				t.Errorf("tests %q, want %q", got, c.want)
			}
		})
	}
}

func TestNamedSets(t *testing.T) {
	set := func(id, files, sets string) string {
		return fmt.Sprintf(`{"id":{"namedSet":{"id":%q}},"namedSetOfFiles":{"files":[%s],"fileSets":[%s]}}`, id, files, sets)
	}
	b := read(t, start,
		set("0", `{"name":"a","uri":"file:///a"},{"name":"a","uri":"file:///a"}`, `{"id":"1"},{"id":"odd/name"}`),
		set("1", `{"name":"b","uri":"file:///b"}`, `{"id":"0"}`),
		set("odd/name", `{"name":"a","uri":"file:///a"},{"name":"c","uri":"file:///c"}`, `{"id":"1"}`),
		set("0", `{"name":"a","uri":"file:///a"}`, `{"id":"1"},{"id":"odd/name"}`), end)
	files, err := b.Files("0")
	var got []string
	for _, f := range files {
		got = append(got, f.Path())
	}
	if err != nil || strings.Join(got, " ") != "/a /b /c" {
		t.Errorf("files %v, %v", got, err)
	}
	if b.SetCount() != 3 {
		t.Errorf("%d sets, want 3", b.SetCount())
	}
	if files, err := b.Files("7", "1"); err == nil || len(files) != 3 {
		t.Errorf("a missing set: %d files, error %v", len(files), err)
	}
}

func TestNamesAreRepairedAndTextIsNot(t *testing.T) {
	b := read(t, start,
		"{\"id\":{\"pattern\":{\"pattern\":[\"//Modules/\u00c3\u009cberraschung:x\"]}},\"aborted\":{\"reason\":\"LOADING_FAILURE\",\"description\":\"no \u00c3\u009cber\"}}",
		`{"id":{"targetCompleted":{"label":"//caf\u00e9:日本"}},"completed":{"success":true}}`,
		"{\"id\":{\"progress\":{}},\"progress\":{\"stderr\":\"\u00c3\u009cber \xff\\u0000\\ud83d\\ude00\\ud83d\"}}", end)
	if got := b.Aborts[0].Patterns[0] + " " + b.Aborts[0].Description; got != "//Modules/Überraschung:x no Über" {
		t.Errorf("abort %q", got)
	}
	if b.Target("//café:日本") == nil {
		t.Error("a name that is right was changed")
	}
	err := b.Console(func(c Console) bool {
		if c.Stderr != "\u00c3\u009cber \uFFFD\x00😀\uFFFD" {
			t.Errorf("console %q", c.Stderr)
		}
		return true
	})
	if err != nil {
		t.Error(err)
	}
}

func TestSecretsAreRedacted(t *testing.T) {
	args := []string{
		"--client_env=TOKEN=s3cret", "--test_env=A=s3cret", "--action_env=INHERITED", "--host_action_env=X=s3cret", "--repo_env=Y=s3cret",
		"--remote_header=Authorization=Bearer s3cret", "--bes_header=x-api-key=s3cret", "--remote_cache_header=k=s3cret",
		"--default_override=2:build=--action_env=Z=s3cret", "--remote_cache=grpcs://user:s3cret@cache.example", "--action_env", "B=s3cret", "-c", "dbg",
	}
	got := strings.Join(RedactArgs(args), " ")
	want := "--client_env=TOKEN=[redacted] --test_env=A=[redacted] --action_env=INHERITED --host_action_env=X=[redacted] --repo_env=Y=[redacted] " +
		"--remote_header=Authorization=[redacted] --bes_header=x-api-key=[redacted] --remote_cache_header=k=[redacted] " +
		"--default_override=2:build=--action_env=Z=[redacted] --remote_cache=grpcs://[redacted]@cache.example --action_env B=[redacted] -c dbg"
	if got != want {
		t.Errorf("redacted\n%s\nwant\n%s", got, want)
	}
	b := read(t, start, `{"id":{"optionsParsed":{}},"optionsParsed":{"cmdLine":["--test_env=A\u003ds3cret"],"explicitCmdLine":["--action_env=B=s3cret"],"startupOptions":["--x"]}}`, end)
	if s := fmt.Sprintf("%+v", b); strings.Contains(s, "s3cret") {
		t.Errorf("the model holds a secret: %s", s)
	}
}

func TestBothFormsSayTheSame(t *testing.T) {
	told := map[Form][]string{}
	for _, form := range []Form{FormJSON, FormBinary} {
		b, err := ReadFile(generated(t, form, 403))
		if err != nil || b.Form != form {
			t.Fatal(b.Form, err)
		}
		say := func(v ...any) { told[form] = append(told[form], fmt.Sprintf("%+v", v)) }
		say(brief(b), b.Invocation, b.Elapsed())
		for x := range b.Targets() {
			c, err := b.Completion(x)
			if err != nil {
				t.Fatal(err)
			}
			files, err := b.Files(c.OutputGroups[0].Sets...)
			x.offset = 0
			say(x, c, files, err)
		}
		for x := range b.Tests() {
			r, err := b.Result(x.Results[0])
			r.offset = 0
			say(r, err)
		}
		if err := b.Console(func(c Console) bool { say(c); return true }); err != nil {
			t.Fatal(err)
		}
	}
	if !reflect.DeepEqual(told[FormJSON], told[FormBinary]) {
		for i := range told[FormJSON] {
			if told[FormJSON][i] != told[FormBinary][i] {
				t.Fatalf("json   %s\nbinary %s", told[FormJSON][i], told[FormBinary][i])
			}
		}
	}
	if len(told[FormJSON]) < 300 {
		t.Errorf("only %d things were said", len(told[FormJSON]))
	}
}

func TestRunnersOfOldAndNewBazel(t *testing.T) {
	stats := func(s string) string {
		return fmt.Sprintf(`{"id":{"buildToolLogs":{}},"buildToolLogs":{"log":[{"name":"process stats","contents":%q},{"name":"b.profile","uri":"file:///b.profile"}]}}`, base64.StdEncoding.EncodeToString([]byte(s)))
	}
	metrics := `{"id":{"buildMetrics":{}},"buildMetrics":{"actionSummary":{"runnerCount":[{"name":"total","count":3},{"name":"disk cache hit","count":2},{"name":"remote cache hit","count":1}]},"timingMetrics":{"wallTimeInMs":"428"}}}`
	for _, c := range []struct{ line, want string }{
		{stats("2 processes: 1 remote cache hit, 1 internal."), "[{total  2} {remote cache hit  1} {internal  1}] 1"},
		{stats("another sentence: entirely"), "[] 0"},
		{stats(": "), "[] 0"},
		{metrics, "[{total  3} {disk cache hit  2} {remote cache hit  1}] 3"},
	} {
		b := read(t, start, c.line, end)
		if got := fmt.Sprint(b.Runners(), " ", b.CacheHits()); got != c.want {
			t.Errorf("%s: %s, want %s", c.line, got, c.want)
		}
	}
	if got := read(t, start, stats("")).ProfilePath(); got != "/b.profile" {
		t.Errorf("profile %q", got)
	}
}

func TestACommandLineIsReadWhenAsked(t *testing.T) {
	b := read(t, start, `{"id":{"actionCompleted":{"primaryOutput":"bazel-out/x/A.o","label":"//a:t","configuration":{"id":"c"}}},"action":{"exitCode":1,"type":"SwiftCompile","stderr":{"name":"stderr","uri":"file:///e"},"commandLine":["swiftc","--action_env=K=s3cret"],"failureDetail":{"message":"no","spawn":{"spawnExitCode":1}},"startTime":"2026-12-01T00:00:00.5Z"}}`, end)
	if b.FailedActionCount != 1 {
		t.Fatal(brief(b))
	}
	a := b.FailedActions[0]
	if a.Label != "//a:t" || a.Mnemonic != "SwiftCompile" || a.ExitCode != 1 || a.Failure != "no" || a.Stderr.Path() != "/e" || a.PrimaryOutput != "bazel-out/x/A.o" || a.Start.Nanosecond() != 5e8 {
		t.Errorf("action %+v", a)
	}
	if args, err := b.Command(a); err != nil || strings.Join(args, " ") != "swiftc --action_env=K=[redacted]" {
		t.Errorf("command %q, %v", args, err)
	}
}

func TestAnEventOverTheLimitIsPassedOver(t *testing.T) {
	huge := `{"id":{"progress":{}},"progress":{"stderr":"` + strings.Repeat("x", maxEvent) + `"}}`
	b := read(t, start, huge, completed+`"completed":{"success":true}}`, end)
	if b.Events != 3 || b.Malformed != 1 || len(b.Problems) != 1 || b.Completeness != Complete {
		t.Errorf("%s: %v", brief(b), b.Problems)
	}
}
