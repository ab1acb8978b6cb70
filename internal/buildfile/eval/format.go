package eval

import (
	"strconv"
	"strings"
)

// text is str(v).
func text(v Value) (string, bool) {
	switch v := v.(type) {
	case string:
		return v, true
	case int:
		return strconv.Itoa(v), true
	case bool:
		if v {
			return "True", true
		}
		return "False", true
	case None:
		return "None", true
	}
	return "", false
}

// percent is "…" % values.
func percent(x, y Value) Value {
	pattern, ok := x.(string)
	if !ok {
		if a, ok1 := x.(int); ok1 {
			if b, ok2 := y.(int); ok2 && b > 0 {
				return ((a % b) + b) % b
			}
		}
		return Unknown{}
	}
	values := []Value{y}
	if l, ok := y.(*List); ok && l.Tuple {
		values = l.Items
	}
	var out strings.Builder
	for i := 0; i < len(pattern); i++ {
		if pattern[i] != '%' || i+1 == len(pattern) {
			out.WriteByte(pattern[i])
			continue
		}
		i++
		if pattern[i] == '%' {
			out.WriteByte('%')
			continue
		}
		if len(values) == 0 {
			return Unknown{}
		}
		s, ok := text(values[0])
		if !ok || out.Len()+len(s) > maxString {
			return Unknown{}
		}
		out.WriteString(s)
		values = values[1:]
	}
	return out.String()
}

// format is "…".format(values).
func format(pattern string, args arguments) Value {
	var out strings.Builder
	next := 0
	for i := 0; i < len(pattern); i++ {
		c := pattern[i]
		if (c == '{' || c == '}') && i+1 < len(pattern) && pattern[i+1] == c {
			out.WriteByte(c)
			i++
			continue
		}
		if c != '{' {
			out.WriteByte(c)
			continue
		}
		end := strings.IndexByte(pattern[i:], '}')
		if end < 0 {
			return Unknown{}
		}
		field := pattern[i+1 : i+end]
		i += end
		var v Value
		if field == "" {
			v = args.at(next, "", nil)
			next++
		} else if n, err := strconv.Atoi(field); err == nil && n >= 0 {
			v = args.at(n, "", nil)
		} else {
			v = args.named.Get(field)
		}
		s, ok := text(v)
		if !ok || out.Len()+len(s) > maxString {
			return Unknown{}
		}
		out.WriteString(s)
	}
	return out.String()
}
