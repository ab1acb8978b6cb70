package events

import (
	"fmt"
	"os"
)

// Files lists the files of named sets and of the sets inside them, each set and
// each file once, in the order of the sets. Cycles, which a damaged file may
// hold, end; a set that is missing is an error after all others were read.
func (b *Build) Files(sets ...string) ([]File, error) {
	f, err := os.Open(b.Path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var out []File
	missing := ""
	seenSet, seenFile := map[string]bool{}, map[string]bool{}
	queue := append([]string(nil), sets...)
	for len(queue) > 0 {
		id := queue[0]
		queue = queue[1:]
		if seenSet[id] {
			continue
		}
		seenSet[id] = true
		at, ok := b.sets.get(id)
		if !ok {
			missing = id
			continue
		}
		err := b.reread(f, at, func(m *fields) {
			if m.num != pNamedSet {
				return
			}
			for v := m.message(namedSetSchema); v.next(); {
				switch v.num {
				case 1:
					file := v.file()
					key := file.ExecPath() + "\x00" + file.Name + "\x00" + file.URI
					if !seenFile[key] {
						seenFile[key] = true
						out = append(out, file)
					}
				case 2:
					queue = append(queue, v.onlyID())
				}
			}
		})
		if err != nil {
			return out, err
		}
	}
	if missing != "" {
		return out, fmt.Errorf("named set %s is not in %s: the file is %s", missing, b.Path, b.Completeness)
	}
	return out, nil
}
