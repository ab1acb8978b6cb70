package idb_test

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"bazelapple/internal/captures"
	"bazelapple/internal/idb"
)

func TestCaptures(t *testing.T) {
	dir := captures.Dir(t)
	// Elements beside the application, counted by hand; -1 means that it has
	// just to be read.
	for file, want := range map[string]int{
		"idb/describe-all_flat.json":                     3,
		"idb/serialization_nested_two.json":              -1,
		"idb/serialization_flat_two.json":                -1,
		"idb/serialization_default_single_complete.json": -1,
		"idb/describe-point_settings_general.json":       -1,
		"idb/describe-point_nothing.json":                0,
		"axe/describe-ui_tuist_app.json":                 -1,
	} {
		text, err := os.ReadFile(filepath.Join(dir, file))
		if err != nil {
			t.Fatal(err)
		}
		tree, err := idb.Parse(text)
		if err != nil {
			t.Errorf("%s: %v", file, err)
			continue
		}
		if want >= 0 && len(tree.Elements) != want {
			t.Errorf("%s: %d elements, want %d: %+v", file, len(tree.Elements), want, tree.Elements)
		}
		refs := map[string]bool{}
		for _, e := range tree.Elements {
			if refs[e.Ref] {
				t.Errorf("%s: ref %s twice", file, e.Ref)
			}
			refs[e.Ref] = true
		}
		for cut := range []int{1, 2, 3} {
			if len(text) > 100 {
				if _, err := idb.Parse(text[:len(text)*(cut+1)/5]); !errors.Is(err, idb.ErrTree) {
					t.Errorf("%s: a cut tree was read: %v", file, err)
				}
			}
		}
	}
	axe, _ := os.ReadFile(filepath.Join(dir, "axe/describe-ui_tuist_app.json"))
	tree, _ := idb.Parse(axe)
	if tree.App != "MyApp" || tree.Screen.Width != 393 {
		t.Errorf("%+v", tree)
	}
	e, err := tree.Find("", "previews")
	if err != nil {
		t.Fatal(err)
	}
	if again, err := tree.Find(e.Ref, ""); err != nil || again != e {
		t.Error(again, err)
	}
	if tree.Contains(600, 1300) || !tree.Contains(200, 400) {
		t.Error("bounds")
	}
}

func FuzzParse(f *testing.F) {
	f.Add([]byte(`[{"type":"Button","AXLabel":"OK"}]`))
	f.Fuzz(func(t *testing.T, text []byte) { _, _ = idb.Parse(text) })
}
