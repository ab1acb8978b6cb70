package eval

import (
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
