package bazel

import "testing"

func TestWord(t *testing.T) {
	for text, want := range map[string]string{
		"//app:app": "//app:app", "@@repo~1.0//x:y": "@@repo~1.0//x:y", "//a:b c": `"//a:b c"`, "//a:b(c)": `"//a:b(c)"`, `//a:"b"`: `'//a:"b"'`, "//a:b+c": `"//a:b+c"`, "-x": `"-x"`,
	} {
		if got, err := Word(text); got != want || err != nil {
			t.Errorf("Word(%q) = %q, %v; want %q", text, got, err, want)
		}
	}
	if _, err := Word(`//a:"'`); err == nil {
		t.Error("a word with both quotes is accepted")
	}
}

func TestEnclosed(t *testing.T) {
	for text, good := range map[string]bool{
		"//...": true, "(//a union //b)": true, "kind('x)y', //...)": true,
		"//a) union deps(//b": false, "//a, //b": false, "(//a": false, `"//a`: false,
	} {
		if err := Enclosed(text); (err == nil) != good {
			t.Errorf("Enclosed(%q) = %v", text, err)
		}
	}
}
