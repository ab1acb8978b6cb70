package eval

import (
	"strings"
	"unicode"
)

func (r *Run) method(m method, args arguments) Value {
	switch self := m.self.(type) {
	case string:
		return stringMethod(self, m.name, args)
	case *List:
		return listMethod(self, m.name, args)
	case *Dict:
		return dictMethod(self, m.name, args)
	}
	return Unknown{}
}

func stringMethod(self, name string, args arguments) Value {
	if name == "format" {
		return format(self, args)
	}
	if name == "join" {
		parts, known := Strings(args.at(0, "", Unknown{}))
		if !known {
			return Unknown{}
		}
		out := strings.Join(parts, self)
		if len(out) > maxString {
			return Unknown{}
		}
		return out
	}
	var words []string
	for _, v := range args.positional {
		s, ok := v.(string)
		if !ok {
			if _, number := v.(int); !number && name != "startswith" && name != "endswith" {
				return Unknown{}
			}
		}
		words = append(words, s)
	}
	cut := " \t\r\n"
	if len(words) > 0 {
		cut = words[0]
	}
	switch name {
	case "lower":
		return strings.ToLower(self)
	case "upper":
		return strings.ToUpper(self)
	case "title":
		return capitals(self, true)
	case "capitalize":
		return capitals(self, false)
	case "strip":
		return strings.Trim(self, cut)
	case "lstrip":
		return strings.TrimLeft(self, cut)
	case "rstrip":
		return strings.TrimRight(self, cut)
	case "split":
		if len(words) == 0 {
			return list(strings.Fields(self))
		}
		if words[0] != "" {
			n := -1
			if limit, ok := args.at(1, "maxsplit", -1).(int); ok && limit >= 0 {
				n = limit + 1
			}
			return list(strings.SplitN(self, words[0], n))
		}
	case "rsplit":
		limit, limited := args.at(1, "maxsplit", -1).(int)
		if len(words) == 0 || words[0] == "" || !limited {
			return Unknown{}
		}
		all := strings.Split(self, words[0])
		if limit >= 0 && len(all) > limit+1 {
			head := strings.Join(all[:len(all)-limit], words[0])
			all = append([]string{head}, all[len(all)-limit:]...)
		}
		return list(all)
	}
	if len(words) == 0 {
		return Unknown{}
	}
	switch name {
	case "replace":
		if len(words) > 1 && len(self)*(len(words[1])+1) <= maxString {
			return strings.ReplaceAll(self, words[0], words[1])
		}
	case "removeprefix":
		return strings.TrimPrefix(self, words[0])
	case "removesuffix":
		return strings.TrimSuffix(self, words[0])
	case "startswith", "endswith":
		test := strings.HasPrefix
		if name == "endswith" {
			test = strings.HasSuffix
		}
		options, known := Strings(args.positional[0])
		for _, o := range options {
			if test(self, o) {
				return true
			}
		}
		if known {
			return false
		}
	case "find":
		return strings.Index(self, words[0])
	case "rfind":
		return strings.LastIndex(self, words[0])
	case "count":
		return strings.Count(self, words[0])
	case "partition":
		before, after, found := strings.Cut(self, words[0])
		if !found {
			return &List{Items: []Value{self, "", ""}, Tuple: true}
		}
		return &List{Items: []Value{before, words[0], after}, Tuple: true}
	case "rpartition":
		i := strings.LastIndex(self, words[0])
		if i < 0 {
			return &List{Items: []Value{"", "", self}, Tuple: true}
		}
		return &List{Items: []Value{self[:i], words[0], self[i+len(words[0]):]}, Tuple: true}
	}
	return Unknown{}
}

func capitals(s string, every bool) string {
	out := []rune(strings.ToLower(s))
	start := true
	for i, c := range out {
		if start && unicode.IsLetter(c) {
			out[i] = unicode.ToUpper(c)
		}
		start = every && !unicode.IsLetter(c)
	}
	return string(out)
}

func list(words []string) *List {
	out := &List{Items: make([]Value, len(words))}
	for i, w := range words {
		out.Items[i] = w
	}
	return out
}

func listMethod(self *List, name string, args arguments) Value {
	if len(self.Items) > maxItems || self.frozen && name != "index" {
		return Unknown{}
	}
	switch name {
	case "append", "add":
		self.Items = append(self.Items, args.at(0, "", Unknown{}))
		return None{}
	case "insert":
		self.Items = append(self.Items, args.at(1, "", Unknown{}))
		return None{}
	case "extend", "update":
		sum, ok := add(self, args.at(0, "", Unknown{})).(*List)
		if !ok {
			self.Open = true
			return None{}
		}
		self.Items, self.Globs, self.Open = sum.Items, sum.Globs, sum.Open
		return None{}
	case "index":
		for i, item := range self.Items {
			if same, known := equal(item, args.at(0, "", Unknown{})); same && known {
				return i
			}
		}
	}
	return Unknown{}
}

func dictMethod(self *Dict, name string, args arguments) Value {
	key := args.at(0, "", Unknown{})
	switch name {
	case "get", "pop", "setdefault":
		v := self.Get(key)
		if v == nil {
			v = args.at(1, "", None{})
			if self.Open || isUnknown(key) {
				v = Unknown{}
			}
			if name == "setdefault" {
				self.Set(key, v)
			}
		}
		if name == "pop" {
			self.delete(key)
		}
		return v
	case "update":
		if self.frozen {
			return Unknown{}
		}
		if d, ok := key.(*Dict); ok {
			for _, k := range d.Keys {
				self.Set(k, d.items[k])
			}
			self.Open = self.Open || d.Open
		} else if len(args.positional) > 0 {
			self.Open = true
		}
		for _, k := range args.named.Keys {
			self.Set(k, args.named.items[k])
		}
		return None{}
	case "keys", "values", "items":
		out := &List{Open: self.Open}
		for _, k := range self.Keys {
			switch name {
			case "keys":
				out.Items = append(out.Items, k)
			case "values":
				out.Items = append(out.Items, self.items[k])
			default:
				out.Items = append(out.Items, &List{Items: []Value{k, self.items[k]}, Tuple: true})
			}
		}
		return out
	}
	return Unknown{}
}
