package profile

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"
)

// The form of Bazel 4.2.3: a cache hit, a local compile on the thread of another
// action, an action without a process; the thread's earlier local run belongs to
// the earlier action.
const bazel4 = `{"otherData":{"build_id":"a46","output_base":"/base","date":"Tue Dec 01 00:36:00 UTC 2026"},"traceEvents":[
    {"name":"thread_name","ph":"M","pid":1,"tid":0,"args":{"name":"Critical Path"}},
    {"cat":"build phase marker","name":"Launch Blaze","ph":"X","ts":-1065000,"dur":1065000,"pid":1,"tid":20},
    {"cat":"build phase marker","name":"Initialize command","ph":"i","ts":0,"pid":1,"tid":20},
    {"name":"action counters","ph":"C","ts":2283297,"pid":1,"tid":20,"args":{"cpu":"1.045"}},
    {"cat":"build phase marker","name":"Build artifacts","ph":"i","ts":100000,"pid":1,"tid":20},
    {"cat":"remote action cache check","name":"check cache hit","ph":"X","ts":185301,"dur":504,"pid":1,"tid":66},
    {"cat":"remote output download","name":"download outputs","ph":"X","ts":185837,"dur":5918,"pid":1,"tid":66},
    {"cat":"action processing","name":"Executing genrule //Gen:gen","ph":"X","ts":184274,"dur":8172,"pid":1,"tid":66},
    {"cat":"remote action cache check","name":"check cache hit","ph":"X","ts":200100,"dur":50,"pid":1,"tid":66},
    {"cat":"local action execution","name":"SwiftCompile","ph":"X","ts":200200,"dur":40393,"pid":1,"tid":66},
    {"cat":"action processing","name":"Compiling Swift module //Core:Core","ph":"X","ts":200000,"dur":60136,"pid":1,"tid":66},
    {"cat":"action processing","name":"Expanding template App/UITests.sh","ph":"X","ts":270000,"dur":788,"pid":1,"tid":66},
    {"cat":"critical path component","name":"action 'Compiling Swift module //Core:Core'","ph":"X","ts":200000,"dur":60136,"pid":1,"tid":0},
    {"cat":"critical path component","name":"action 'Executing genrule //Gen:gen'","ph":"X","ts":184161,"dur":8225,"pid":1,"tid":0}
  ]
}
`

// The form of Bazel 6 on with the target and the output asked for.
const bazel7 = `{"otherData":{"build_id":"b7"},"traceEvents":[
{"cat":"remote action execution","name":"execute remotely","ph":"X","ts":10,"dur":20,"pid":1,"tid":3},
{"cat":"action processing","name":"Linking App","ph":"X","ts":5,"dur":40,"pid":1,"out":"bazel-out/ios/bin/App","args":{"mnemonic":"ObjcLink","target":"//App:App"},"tid":3},
{"cat":"action processing","name":7,"ph":"X","ts":5,"dur":40,"pid":1,"tid":3},
{"cat":"action processing","name":"Last","ph":"X","ts":50,"dur":1,"pid":1,"tid":3}
]}`

func gathered(t *testing.T, r io.Reader) (*Profile, string) {
	t.Helper()
	var out strings.Builder
	p, err := Read(r, func(a Action) {
		fmt.Fprintf(&out, "%s|%s|%s|%s|%v|%v|%v\n", a.Description, a.Mnemonic, a.Target, a.Output, a.Start, a.Duration, a.Hit)
	})
	if err != nil {
		t.Fatal(err)
	}
	return p, out.String()
}

func TestActionsOfOldBazel(t *testing.T) {
	p, actions := gathered(t, strings.NewReader(bazel4))
	want := `Executing genrule //Gen:gen||||184.274ms|8.172ms|cache hit
Compiling Swift module //Core:Core|SwiftCompile|||200ms|60.136ms|ran locally
Expanding template App/UITests.sh||||270ms|788µs|internal
`
	if actions != want {
		t.Errorf("actions:\n%swant:\n%s", actions, want)
	}
	phases := fmt.Sprint(p.Phases)
	if phases != "[{Launch Blaze -1.065s 1.065s} {Initialize command 0s 100ms} {Build artifacts 100ms 170.788ms}]" {
		t.Errorf("phases: %s", phases)
	}
	if len(p.CriticalPath) != 2 || p.CriticalPath[0].Name != "action 'Executing genrule //Gen:gen'" {
		t.Errorf("critical path in order of time: %v", p.CriticalPath)
	}
	if p.BuildID != "a46" || p.OutputBase != "/base" || p.Actions != 3 || p.Cut || p.Took != 270788*time.Microsecond {
		t.Errorf("profile: %+v", p)
	}
}

func TestActionsOfNewBazel(t *testing.T) {
	_, actions := gathered(t, strings.NewReader(bazel7))
	if want := "Linking App|ObjcLink|//App:App|bazel-out/ios/bin/App|5µs|40µs|ran remotely\nLast||||50µs|1µs|internal\n"; actions != want {
		t.Errorf("actions %q, want %q", actions, want)
	}
}

func TestGzipAndCuts(t *testing.T) {
	var z bytes.Buffer
	w := gzip.NewWriter(&z)
	if _, err := w.Write([]byte(bazel4)); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if p, _ := gathered(t, bytes.NewReader(z.Bytes())); p.Actions != 3 || p.Cut {
		t.Errorf("gzipped: %+v", p)
	}
	if p, _ := gathered(t, bytes.NewReader(z.Bytes()[:z.Len()-20])); !p.Cut {
		t.Errorf("gzipped and cut: %+v", p)
	}
	half := bazel4[:strings.Index(bazel4, `{"cat":"action processing","name":"Expanding`)+30]
	if p, _ := gathered(t, strings.NewReader(half)); !p.Cut || p.Actions != 2 {
		t.Errorf("plain and cut: %+v", p)
	}
	for _, not := range []string{"", "hello", "[]"} {
		if _, err := Read(strings.NewReader(not), nil); err == nil {
			t.Errorf("%q was read as a profile", not)
		}
	}
}

func FuzzRead(f *testing.F) {
	f.Add([]byte(bazel4))
	f.Add([]byte(bazel7))
	f.Fuzz(func(t *testing.T, b []byte) {
		n := 0
		p, err := Read(bytes.NewReader(b), func(Action) { n++ })
		if err == nil && p.Actions != n {
			t.Fatalf("%d actions told, %d counted", n, p.Actions)
		}
	})
}

func BenchmarkRead(b *testing.B) {
	var all strings.Builder
	all.WriteString(`{"otherData":{},"traceEvents":[`)
	for i := range 100_000 {
		if i > 0 {
			all.WriteString(",\n")
		}
		fmt.Fprintf(&all, `{"cat":"local action execution","name":"SwiftCompile","ph":"X","ts":%d,"dur":400,"pid":1,"tid":%d},`, i*100+1, i%8)
		fmt.Fprintf(&all, `{"cat":"action processing","name":"Compiling Swift module //Modules/M%d:M%d","ph":"X","ts":%d,"dur":500,"pid":1,"tid":%d,"args":{"mnemonic":"SwiftCompile"}}`, i, i, i*100, i%8)
	}
	all.WriteString("]}")
	b.SetBytes(int64(all.Len()))
	for b.Loop() {
		if _, err := Read(strings.NewReader(all.String()), func(Action) {}); err != nil {
			b.Fatal(err)
		}
	}
}
