package coverage

import (
	"strings"
	"testing"
)

func TestLLVMSegmentsBecomeLines(t *testing.T) {
	r, err := ParseLLVM(strings.NewReader(`{"data":[{"files":[{"filename":"a.swift","segments":[[1,1,2,true,true,false],[3,5,0,true,true,false],[4,2,2,true,false,false],[5,2,0,false,false,false]]}],
	"functions":[{"name":"f","count":2,"filenames":["a.swift"],"regions":[[1,1,5,2,2,0,0,0]]}]}]}`), nil)
	if err != nil {
		t.Fatal(err)
	}
	f := r.Files["a.swift"]
	for line, want := range map[int]uint64{1: 2, 2: 2, 3: 0, 4: 0, 5: 2} {
		if n, ok := f.Lines[line]; !ok || n != want {
			t.Errorf("line %d: %d %v, want %d", line, n, ok, want)
		}
	}
	if len(f.Functions) != 1 || f.Functions[0].Line != 1 {
		t.Errorf("%+v", f.Functions)
	}
}
