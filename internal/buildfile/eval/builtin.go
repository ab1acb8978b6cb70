package eval

import (
	"sort"
	"strconv"
)

// universe is what every file knows without loading it; nil for other names.
func universe(name string) Value {
	switch name {
	case "rule", "repository_rule", "macro", "struct", "provider", "select", "glob", "fail", "print", "Label",
		"len", "range", "str", "repr", "int", "bool", "list", "tuple", "set", "dict", "sorted", "reversed", "enumerate",
		"zip", "any", "all", "hasattr", "getattr", "type", "package_name", "min", "max":
		return &builtin{name: name, call: func(r *Run, args arguments) Value { return r.builtin(name, args) }}
	case "native":
		return native{}
	case "attr":
		return attrModule{}
	}
	return nil
}

// native is the module of that name: its functions and every builtin rule.
type native struct{}

// attrModule makes attribute descriptions, of which only defaults matter.
type attrModule struct{}

// attribute is x.name.
func attribute(x Value, name string) Value {
	switch x := x.(type) {
	case native:
		switch name {
		case "glob", "package_name":
			return universe(name)
		case "existing_rule", "existing_rules", "repository_name", "package_relative_label", "subpackages",
			"package_default_visibility", "module_name", "module_version", "repo_name":
			return Unknown{}
		case "exports_files", "package", "licenses":
			return universe("print")
		}
		return &Rule{Name: name}
	case attrModule:
		return &builtin{name: "attr." + name, call: func(_ *Run, args arguments) Value {
			def := args.at(len(args.positional), "default", None{})
			return &Struct{Fields: map[string]Value{"default": def}}
		}}
	case *Struct:
		if v := x.Fields[name]; v != nil {
			return v
		}
	case string, *List, *Dict:
		return method{x, name}
	}
	return Unknown{}
}

func (r *Run) builtin(name string, args arguments) Value {
	first := args.at(0, "x", Unknown{})
	switch name {
	case "rule":
		test, _ := truth(args.at(99, "test", false))
		executable, _ := truth(args.at(99, "executable", false))
		return &Rule{From: args.from, Test: test, Executable: executable}
	case "macro":
		impl, _ := args.at(99, "implementation", nil).(*Function)
		attrs, _ := args.at(99, "attrs", nil).(*Dict)
		if impl == nil {
			return &Rule{From: args.from, Opaque: true}
		}
		return &Rule{From: args.from, macro: impl, attrs: attrs}
	case "struct":
		s := &Struct{Fields: map[string]Value{}}
		for _, k := range args.named.Keys {
			s.Fields[k.(string)] = args.named.items[k]
		}
		return s
	case "provider":
		return &builtin{name: "provider", call: func(r *Run, args arguments) Value { return r.builtin("struct", args) }}
	case "select":
		return selected(first)
	case "glob":
		return globbed(args)
	case "print", "fail", "repository_rule":
		return None{}
	case "Label":
		return first
	case "package_name":
		return r.Package
	case "hasattr", "getattr":
		s, ok1 := first.(*Struct)
		field, ok2 := args.at(1, "name", nil).(string)
		if !ok1 || !ok2 {
			return Unknown{}
		}
		v := s.Fields[field]
		if name == "hasattr" {
			return v != nil
		}
		if v == nil {
			return args.at(2, "default", Unknown{})
		}
		return v
	case "str", "repr":
		if isUnknown(first) {
			return first
		}
		if s, ok := text(first); ok {
			return s
		}
	case "bool":
		if b, known := truth(first); known {
			return b
		}
	case "int":
		switch v := first.(type) {
		case int:
			return v
		case bool:
			if v {
				return 1
			}
			return 0
		case string:
			if n, err := strconv.Atoi(v); err == nil {
				return n
			}
		}
	case "type":
		return typeName(first)
	case "dict":
		out := NewDict()
		if d, ok := first.(*Dict); ok {
			out = d.copy()
		} else if l, ok := first.(*List); ok {
			out.Open = l.Open
			for _, item := range l.Items {
				if pair, ok := item.(*List); ok && len(pair.Items) == 2 {
					out.Set(pair.Items[0], pair.Items[1])
				}
			}
		} else if len(args.positional) > 0 {
			out.Open = true
		}
		for _, k := range args.named.Keys {
			out.Set(k, args.named.items[k])
		}
		out.Open = out.Open || args.open
		return out
	}
	return sequence(name, first, args)
}

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
