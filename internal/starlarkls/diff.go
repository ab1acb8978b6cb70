package starlarkls

// hunk says that lines a1 to a2 become lines b1 to b2.
type hunk struct{ a1, a2, b1, b2 int }

// maxEdits bounds the search; texts that differ more are replaced from the
// first to the last line that differs.
const maxEdits = 2000

// hunks compares two texts by lines with Myers' greedy search.
func hunks(a, b []string) []hunk {
	head := 0
	for head < len(a) && head < len(b) && a[head] == b[head] {
		head++
	}
	tail := 0
	for tail < len(a)-head && tail < len(b)-head && a[len(a)-1-tail] == b[len(b)-1-tail] {
		tail++
	}
	out := myers(a[head:len(a)-tail], b[head:len(b)-tail])
	for i := range out {
		out[i].a1 += head
		out[i].a2 += head
		out[i].b1 += head
		out[i].b2 += head
	}
	return out
}

func myers(a, b []string) []hunk {
	if len(a) == 0 || len(b) == 0 {
		if len(a)+len(b) == 0 {
			return nil
		}
		return []hunk{{0, len(a), 0, len(b)}}
	}
	limit := min(len(a)+len(b), maxEdits)
	reach := make([]int, 2*limit+3) // furthest line of a by diagonal
	var history [][]int
	for d := 0; d <= limit; d++ {
		for k := -d; k <= d; k += 2 {
			x := step(reach, limit+1, d, k)
			for x < len(a) && x-k < len(b) && x-k >= 0 && a[x] == b[x-k] {
				x++
			}
			reach[limit+1+k] = x
			if x >= len(a) && x-k >= len(b) {
				return trace(append(history, snapshot(reach, limit+1, d)), len(a), len(b))
			}
		}
		history = append(history, snapshot(reach, limit+1, d))
	}
	return []hunk{{0, len(a), 0, len(b)}}
}

// step is where diagonal k begins in round d.
func step(reach []int, zero, d, k int) int {
	if d == 0 {
		return 0
	}
	if k == -d || k != d && reach[zero+k-1] < reach[zero+k+1] {
		return reach[zero+k+1]
	}
	return reach[zero+k-1] + 1
}

// snapshot keeps the diagonals of round d, -d to d.
func snapshot(reach []int, zero, d int) []int {
	return append([]int(nil), reach[zero-d:zero+d+1]...)
}

// trace walks back through the rounds and collects what differs.
func trace(history [][]int, x, y int) []hunk {
	var out []hunk
	for d := len(history) - 1; d > 0; d-- {
		before := history[d-1]
		at := func(k int) int {
			if i := k + d - 1; i >= 0 && i < len(before) {
				return before[i]
			}
			return -1
		}
		k := x - y
		from := k - 1 // a line of a goes
		if k == -d || k != d && at(k-1) < at(k+1) {
			from = k + 1 // a line of b comes
		}
		px := at(from)
		py := px - from
		h := hunk{px, px, py, py}
		if from == k-1 {
			h.a2++
		} else {
			h.b2++
		}
		if n := len(out); n > 0 && out[n-1].a1 == h.a2 && out[n-1].b1 == h.b2 {
			out[n-1].a1, out[n-1].b1 = h.a1, h.b1
		} else {
			out = append(out, h)
		}
		x, y = px, py
	}
	for i, j := 0, len(out)-1; i < j; i, j = i+1, j-1 {
		out[i], out[j] = out[j], out[i]
	}
	return out
}
