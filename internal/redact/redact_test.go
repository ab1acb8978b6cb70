package redact

import (
	"strings"
	"testing"
)

func TestString(t *testing.T) {
	for _, row := range []struct{ in, want string }{
		{"Compiling Swift module //a:b", "Compiling Swift module //a:b"},
		{"--remote_header=x-api=abc123 //a", "--remote_header=x-api=<redacted> //a"},
		{"--remote_header=authorization=Bearer abcdef123 //a", "--remote_header=authorization=<redacted> //a"},
		{`["--client_env=HOME=/Users/me x","--k"]`, `["--client_env=HOME=<redacted>","--k"]`},
		{"'--test_env=A=b c' d", "'--test_env=A=<redacted>' d"},
		{"--action_env=PATH", "--action_env=PATH"},
		{"Authorization: Basic dXNlcjpwYXNz", "Authorization: <redacted>"},
		{"sent Bearer abcdefgh.ijk now", "sent Bearer <redacted> now"},
		{"grpcs://me:pw@cache.example:443/x", "grpcs://<redacted>@cache.example:443/x"},
		{"https://example.com/a@b", "https://example.com/a@b"},
		{"GITHUB_TOKEN=ghx MATCH_PASSWORD: hunter2", "GITHUB_TOKEN=<redacted> MATCH_PASSWORD: <redacted>"},
		{`{"apiKey":"abc def"}`, `{"apiKey":<redacted>}`},
		{"key ghp_0123456789012345678901", "key <redacted>"},
	} {
		if got := String(row.in); got != row.want {
			t.Errorf("String(%q)\n got %q\nwant %q", row.in, got, row.want)
		}
	}
}

func TestArgs(t *testing.T) {
	got := strings.Join(Args([]string{"build", "--test_env", "A=b c", "--remote_header=k=v w", "--jobs=3"}), "|")
	if want := "build|--test_env|A=<redacted>|--remote_header=k=<redacted>|--jobs=3"; got != want {
		t.Errorf("got %s\nwant %s", got, want)
	}
}

func TestWriterSeesASecretSplitOverWrites(t *testing.T) {
	var out strings.Builder
	w := NewWriter(&out)
	for _, part := range []string{"a\nAuthor", "ization: Bea", "rer abcdef", "ghi\nTOKEN=", "zzz"} {
		if _, err := w.Write([]byte(part)); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Flush(); err != nil {
		t.Fatal(err)
	}
	if want := "a\nAuthorization: <redacted>\nTOKEN=<redacted>"; out.String() != want {
		t.Errorf("got %q, want %q", out.String(), want)
	}
}

func BenchmarkString(b *testing.B) {
	line := strings.Repeat("[12 / 99] Compiling Swift module //Modules/Net:Net; 3s darwin-sandbox\n", 1000)
	b.SetBytes(int64(len(line)))
	for b.Loop() {
		String(line)
	}
}
