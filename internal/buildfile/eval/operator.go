package eval

import (
	"slices"
	"strings"
)

func operate(op string, x, y Value) Value {
	switch op {
	case "==", "!=":
		if same, known := equal(x, y); known {
			return same == (op == "==")
		}
	case "in", "not in":
		if found, known := contains(y, x); known {
			return found == (op == "in")
		}
	case "<", ">", "<=", ">=":
		return compare(op, x, y)
	case "+":
		return add(x, y)
	case "|":
		if a, ok := x.(*Dict); ok {
			return joinDicts(a, y)
		}
		return add(x, y)
	case "%":
		return percent(x, y)
	case "*":
		return times(x, y)
	case "-", "/", "//":
		return arithmetic(op, x, y)
	}
	return Unknown{}
}

func add(x, y Value) Value {
	switch a := x.(type) {
	case string:
		if b, ok := y.(string); ok && len(a)+len(b) <= maxString {
			return a + b
		}
	case int:
		if b, ok := y.(int); ok {
			return a + b
		}
	case *List:
		b, ok := y.(*List)
		if !ok {
			return &List{Items: slices.Clone(a.Items), Globs: slices.Clone(a.Globs), Open: true}
		}
		out := &List{Tuple: a.Tuple, Open: a.Open || b.Open}
		out.Items = append(append(out.Items, a.Items...), b.Items...)
		out.Globs = append(append(out.Globs, a.Globs...), b.Globs...)
		if len(out.Items) > maxItems {
			return Unknown{}
		}
		return out
	}
	if b, ok := y.(*List); ok && isUnknown(x) {
		return &List{Items: slices.Clone(b.Items), Globs: slices.Clone(b.Globs), Open: true}
	}
	return Unknown{}
}

func joinDicts(a *Dict, y Value) Value {
	out := a.copy()
	b, ok := y.(*Dict)
	if !ok {
		out.Open = true
		return out
	}
	for _, k := range b.Keys {
		out.Set(k, b.items[k])
	}
	out.Open = a.Open || b.Open
	return out
}

func times(x, y Value) Value {
	if n, ok := x.(int); ok {
		if m, ok := y.(int); ok {
			return n * m
		}
		x, y = y, x
	}
	n, ok := y.(int)
	if !ok || n < 0 {
		return Unknown{}
	}
	switch a := x.(type) {
	case string:
		if n == 0 || len(a) <= maxString/max(n, 1) {
			return strings.Repeat(a, n)
		}
	case *List:
		if n == 0 || len(a.Items) <= maxItems/max(n, 1) {
			out := &List{Open: a.Open}
			for range n {
				out.Items = append(out.Items, a.Items...)
			}
			return out
		}
	}
	return Unknown{}
}

func arithmetic(op string, x, y Value) Value {
	a, ok1 := x.(int)
	b, ok2 := y.(int)
	if !ok1 || !ok2 || op != "-" && b == 0 {
		return Unknown{}
	}
	if op == "-" {
		return a - b
	}
	q := a / b
	if a%b != 0 && (a < 0) != (b < 0) {
		q--
	}
	return q
}

func compare(op string, x, y Value) Value {
	order := 0
	switch a := x.(type) {
	case string:
		b, ok := y.(string)
		if !ok {
			return Unknown{}
		}
		order = strings.Compare(a, b)
	case int:
		b, ok := y.(int)
		if !ok {
			return Unknown{}
		}
		order = a - b
	default:
		return Unknown{}
	}
	switch op {
	case "<":
		return order < 0
	case ">":
		return order > 0
	case "<=":
		return order <= 0
	}
	return order >= 0
}

func contains(where, what Value) (found, known bool) {
	switch w := where.(type) {
	case string:
		if s, ok := what.(string); ok {
			return strings.Contains(w, s), true
		}
	case *Dict:
		if w.Get(what) != nil {
			return true, true
		}
		return false, !w.Open && !isUnknown(what)
	case *List:
		known = !w.Open && len(w.Globs) == 0
		for _, item := range w.Items {
			same, sure := equal(item, what)
			if same {
				return true, true
			}
			known = known && sure
		}
		return false, known
	}
	return false, false
}

func index(x, i Value) Value {
	switch x := x.(type) {
	case *Dict:
		if v := x.Get(i); v != nil {
			return v
		}
	case *List:
		if n, ok := i.(int); ok && !x.Open && len(x.Globs) == 0 {
			if n < 0 {
				n += len(x.Items)
			}
			if n >= 0 && n < len(x.Items) {
				return x.Items[n]
			}
		}
	case string:
		if n, ok := i.(int); ok {
			if n < 0 {
				n += len(x)
			}
			if n >= 0 && n < len(x) {
				return x[n : n+1]
			}
		}
	}
	return Unknown{}
}
