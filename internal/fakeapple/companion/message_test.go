package companion

import (
	"bytes"
	"errors"
	"io"
	"testing"
)

func TestMessages(t *testing.T) {
	m := message{}.number(1, 300).text(2, "text").double(3, 2.5).nest(4, message{}.double(1, 7).double(2, -8)).number(1, 5)
	var wire bytes.Buffer
	if err := send(&wire, m); err != nil {
		t.Fatal(err)
	}
	got, err := receive(&wire)
	if err != nil {
		t.Fatal(err)
	}
	if v, has := got.field(1); !has || v.number != 5 {
		t.Errorf("the last of a field counts: %+v", v)
	}
	if v, has := got.field(2); !has || string(v.inner) != "text" {
		t.Errorf("%+v", v)
	}
	if v, _ := got.field(3); v.double != 2.5 {
		t.Errorf("%+v", v)
	}
	if x, y := got.point(4); x != 7 || y != -8 {
		t.Errorf("%g, %g", x, y)
	}
	if _, has := got.field(9); has {
		t.Error("a field that is not there")
	}
	if _, err := receive(&wire); !errors.Is(err, io.EOF) {
		t.Errorf("after the last message: %v", err)
	}
}

func FuzzField(f *testing.F) {
	f.Add([]byte(message{}.number(1, 300).text(2, "text").double(3, 2.5)), 2)
	f.Fuzz(func(t *testing.T, text []byte, n int) {
		message(text).field(n)
		message(text).point(n)
		_, _ = receive(bytes.NewReader(text))
	})
}
