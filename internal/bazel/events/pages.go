package events

// pages is a growing list that never moves its elements, so that a stream of a
// million events costs no copies of half-filled arrays.
type pages[T any] struct {
	list [][]T
	n    int
}

const pageLen = 1024

func (p *pages[T]) add(v T) int {
	if p.n%pageLen == 0 {
		size := pageLen
		if p.n == 0 {
			size = 16 // most builds have a handful; append grows the first page
		}
		p.list = append(p.list, make([]T, 0, size))
	}
	last := &p.list[len(p.list)-1]
	*last = append(*last, v)
	p.n++
	return p.n - 1
}

// at points to an element; the pointer is good until the next add.
func (p *pages[T]) at(i int) *T { return &p.list[i/pageLen][i%pageLen] }
