package eval

import "sort"

// sequence are the builtins over lists.
func sequence(name string, first Value, args arguments) Value {
	if name == "range" {
		return ranged(args)
	}
	if s, ok := first.(string); ok && name == "len" {
		return len(s)
	}
	var items []Value
	whole := len(args.positional) == 0 && name != "len"
	if !whole {
		items, whole = iterate(first)
	}
	if d, ok := first.(*Dict); ok {
		items = append([]Value(nil), d.Keys...)
	}
	if l, ok := first.(*List); isUnknown(first) || ok && !whole && len(l.Items) == 0 {
		items = nil
	}
	switch name {
	case "len":
		if whole && !isUnknown(first) {
			return len(items)
		}
		return Unknown{}
	case "list", "tuple", "set":
		out := &List{Items: append([]Value(nil), items...), Tuple: name == "tuple", Open: !whole}
		if l, ok := first.(*List); ok {
			out.Open, out.Globs = l.Open, l.Globs
		}
		return out
	case "sorted", "reversed":
		out := &List{Items: append([]Value(nil), items...), Open: !whole}
		if name == "reversed" {
			for i, j := 0, len(out.Items)-1; i < j; i, j = i+1, j-1 {
				out.Items[i], out.Items[j] = out.Items[j], out.Items[i]
			}
			return out
		}
		sort.SliceStable(out.Items, func(i, j int) bool { return compare("<", out.Items[i], out.Items[j]) == Value(true) })
		return out
	case "enumerate":
		out := &List{Open: !whole}
		for i, item := range items {
			out.Items = append(out.Items, &List{Items: []Value{i, item}, Tuple: true})
		}
		return out
	case "zip":
		out := &List{Open: !whole}
		for i, item := range items {
			pair := &List{Items: []Value{item}, Tuple: true}
			for _, other := range args.positional[1:] {
				pair.Items = append(pair.Items, index(other, i))
			}
			out.Items = append(out.Items, pair)
		}
		return out
	case "any", "all":
		for _, item := range items {
			b, known := truth(item)
			if !known {
				return Unknown{}
			}
			if b == (name == "any") {
				return b
			}
		}
		if whole {
			return name == "all"
		}
	}
	return Unknown{}
}

func ranged(args arguments) Value {
	from, to, step := 0, 0, 1
	bounds := []*int{&to}
	if len(args.positional) > 1 {
		bounds = []*int{&from, &to, &step}
	}
	for i, v := range args.positional {
		n, ok := v.(int)
		if !ok || i >= len(bounds) {
			return Unknown{}
		}
		*bounds[i] = n
	}
	out := &List{}
	for n := from; step > 0 && n < to || step < 0 && n > to; n += step {
		if len(out.Items) >= maxItems {
			out.Open = true
			break
		}
		out.Items = append(out.Items, n)
	}
	return out
}

// selected is select(): every branch at once for lists, unknown otherwise.
func selected(v Value) Value {
	d, ok := v.(*Dict)
	if !ok {
		return Unknown{}
	}
	var lists []*List
	for _, k := range d.Keys {
		l, ok := d.items[k].(*List)
		if !ok {
			return Unknown{}
		}
		lists = append(lists, l)
	}
	out := union(lists...)
	out.Open = out.Open || d.Open
	return out
}

func globbed(args arguments) Value {
	include, ok1 := Strings(args.at(0, "include", nil))
	exclude, _ := Strings(args.at(1, "exclude", nil))
	return &List{Globs: []Glob{{Include: include, Exclude: exclude}}, Open: !ok1}
}

func typeName(v Value) Value {
	switch v := v.(type) {
	case string:
		return "string"
	case int:
		return "int"
	case bool:
		return "bool"
	case None:
		return "NoneType"
	case *Dict:
		return "dict"
	case *Struct:
		return "struct"
	case *Function:
		return "function"
	case *List:
		if v.Tuple {
			return "tuple"
		}
		return "list"
	}
	return Unknown{}
}
