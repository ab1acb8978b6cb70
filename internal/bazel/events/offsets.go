package events

import "strconv"

// offsets maps the id of a named set to where its event begins. Bazel counts
// the ids up from "0", so a list does; any other id goes into a map.
type offsets struct {
	byNumber []int64 // offset+1; 0 is absent
	byName   map[string]int64
	n        int
}

func (o *offsets) put(id []byte, at int64) {
	if n, err := strconv.Atoi(string(id)); err == nil && n >= 0 && n <= 2*len(o.byNumber)+1024 && strconv.Itoa(n) == string(id) {
		for n >= len(o.byNumber) {
			o.byNumber = append(o.byNumber, 0)
		}
		if o.byNumber[n] == 0 {
			o.n++
		}
		o.byNumber[n] = at + 1
		return
	}
	if o.byName == nil {
		o.byName = map[string]int64{}
	}
	if _, again := o.byName[string(id)]; !again {
		o.n++
	}
	o.byName[string(id)] = at
}

func (o *offsets) get(id string) (int64, bool) {
	if at, ok := o.byName[id]; ok {
		return at, true
	}
	if n, err := strconv.Atoi(id); err == nil && n >= 0 && n < len(o.byNumber) && o.byNumber[n] > 0 {
		return o.byNumber[n] - 1, true
	}
	return 0, false
}
