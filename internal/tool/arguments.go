package tool

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/big"
	"reflect"
	"slices"
	"strings"
)

// arguments are the arguments of one call, on their way to a struct.
type arguments struct {
	values map[string]any // numbers as json.Number
}

// parseArguments reads a JSON object. Nothing, null and {} are the same; a
// member that is null is absent.
func parseArguments(raw json.RawMessage) (*arguments, error) {
	a := &arguments{values: map[string]any{}}
	raw = bytes.TrimSpace(raw)
	if len(raw) == 0 || string(raw) == "null" {
		return a, nil
	}
	if raw[0] != '{' {
		return nil, &Error{Kind: InvalidInput, Err: fmt.Errorf("arguments must be one JSON object, got %s", shorten(string(raw), 40))}
	}
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	if err := d.Decode(&a.values); err != nil {
		return nil, &Error{Kind: InvalidInput, Err: fmt.Errorf("arguments are not valid JSON: %w", err)}
	}
	if d.More() {
		return nil, &Error{Kind: InvalidInput, Err: fmt.Errorf("arguments must be one JSON object; something follows it")}
	}
	for name, v := range a.values {
		if v == nil {
			delete(a.values, name)
		}
	}
	return a, nil
}

// fill sets the arguments that the caller left out and a session default gives.
func (a *arguments) fill(s *inputSchema, defaults map[string]any) {
	given := map[string]bool{}
	for name := range a.values {
		if g := s.fields[name].group; g != "" {
			given[g] = true
		}
	}
	for name, f := range s.fields {
		v, ok := defaults[f.def]
		if _, explicit := a.values[name]; f.def == "" || explicit || !ok || given[f.group] {
			continue
		}
		// A default that this tool's choice does not have, such as the platform
		// macos for a tool of simulators, says nothing to it.
		if choices := s.schema.Properties[name].Enum; len(choices) > 0 && !slices.Contains(choices, v) {
			continue
		}
		a.values[name] = v
	}
}

// check finds what the caller can mend: unknown and missing names, wrong types.
func (a *arguments) check(s *inputSchema) error {
	for name := range a.values {
		if _, ok := s.fields[name]; !ok {
			hint := "It takes no arguments."
			if names := s.parameters(); len(names) > 0 {
				hint = "Its arguments are: " + strings.Join(names, ", ") + "."
				if near := Nearest(name, names); near != "" {
					hint = fmt.Sprintf("Did you mean %s? %s", near, hint)
				}
			}
			return &Error{Kind: InvalidInput, Err: fmt.Errorf("unknown argument %q", shorten(name, 60)), Hint: hint}
		}
	}
	for _, name := range s.parameters() {
		f := s.fields[name]
		v, ok := a.values[name]
		if f.required && (!ok || v == "") {
			if f.def != "" {
				return &Error{Kind: InvalidInput, Err: fmt.Errorf("%s is required and no default is set", name),
					Hint: fmt.Sprintf("Pass %s, or set a default with bazel_ios_set_defaults.", name)}
			}
			return &Error{Kind: InvalidInput, Err: fmt.Errorf("%s is required", name)}
		}
		if n, isNumber := v.(json.Number); isNumber && f.integer {
			if whole, ok := wholeNumber(n); ok {
				a.values[name] = whole
			}
		}
	}
	return nil
}

// wholeNumber writes 5.0 and 1e3 as 5 and 1000.
func wholeNumber(n json.Number) (json.Number, bool) {
	if len(n) > 32 {
		return n, false
	}
	r, ok := new(big.Rat).SetString(string(n))
	if !ok || !r.IsInt() || r.Num().BitLen() > 62 {
		return n, false
	}
	return json.Number(r.Num().String()), true
}

// decode validates the arguments and puts them into the struct at in.
func (a *arguments) decode(s *inputSchema, in any, client Client) error {
	if err := a.check(s); err != nil {
		return err
	}
	raw, err := json.Marshal(a.values)
	if err != nil {
		return err
	}
	var generic map[string]any
	if err := json.Unmarshal(raw, &generic); err != nil {
		return err
	}
	if err := s.resolved().Validate(generic); err != nil {
		return &Error{Kind: InvalidInput, Err: fmt.Errorf("%s", mismatch(s, generic, err))}
	}
	if err := json.Unmarshal(raw, in); err != nil {
		return &Error{Kind: InvalidInput, Err: err}
	}
	return checkValue("", reflect.ValueOf(in).Elem(), client)
}

// mismatch says which argument has which wrong type; for what it cannot name it
// falls back on the library's words.
func mismatch(s *inputSchema, values map[string]any, err error) string {
	for _, name := range s.parameters() {
		v, given := values[name]
		p := s.schema.Properties[name]
		if !given {
			continue
		}
		if len(p.Enum) > 0 {
			found := false
			for _, e := range p.Enum {
				found = found || e == v
			}
			if !found {
				return fmt.Sprintf("%s: %s is not one of %s", name, shorten(fmt.Sprintf("%#v", v), 60), words(p.Enum))
			}
		}
		if got := typeOf(v); got != p.Type && !(p.Type == "number" && got == "integer") {
			return fmt.Sprintf("%s: want %s, got %s", name, article(p.Type), got)
		}
		if p.Minimum != nil || p.Maximum != nil {
			if n, ok := v.(float64); ok && (p.Minimum != nil && n < *p.Minimum || p.Maximum != nil && n > *p.Maximum) {
				return fmt.Sprintf("%s: %v is out of range", name, n)
			}
		}
		if list, ok := v.([]any); ok && p.Items != nil {
			for i, item := range list {
				if got := typeOf(item); p.Items.Type != "" && got != p.Items.Type {
					return fmt.Sprintf("%s: item %d: want %s, got %s", name, i+1, article(p.Items.Type), got)
				}
			}
		}
	}
	return shorten(err.Error(), 300)
}

func typeOf(v any) string {
	switch v := v.(type) {
	case string:
		return "string"
	case bool:
		return "boolean"
	case float64:
		if v == float64(int64(v)) {
			return "integer"
		}
		return "number"
	case []any:
		return "array"
	case map[string]any:
		return "object"
	}
	return "null"
}

func article(t string) string {
	if strings.ContainsRune("aeio", rune(t[0])) {
		return "an " + t
	}
	return "a " + t
}

func words(values []any) string {
	out := make([]string, len(values))
	for i, v := range values {
		out[i] = fmt.Sprint(v)
	}
	return strings.Join(out, ", ")
}

// checkValue runs the scalars' own checks over a decoded struct.
func checkValue(name string, v reflect.Value, client Client) error {
	if v.Kind() == reflect.Pointer {
		if v.IsNil() {
			return nil
		}
		return checkValue(name, v.Elem(), client)
	}
	if v.CanInterface() { // an embedded struct of another package's own cannot
		if c, ok := v.Interface().(checker); ok {
			if err := c.Check(); err != nil {
				return Invalid(name, "%w", err)
			}
		}
		if p, ok := v.Interface().(interface{ Allow(Client) error }); ok {
			if err := p.Allow(client); err != nil {
				return err
			}
		}
	}
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			f := v.Type().Field(i)
			if !f.IsExported() && !f.Anonymous {
				continue
			}
			inner := name
			if !f.Anonymous {
				inner, _, _ = strings.Cut(f.Tag.Get("json"), ",")
			}
			if err := checkValue(inner, v.Field(i), client); err != nil {
				return err
			}
		}
	case reflect.Slice:
		for i := range v.Len() {
			item := fmt.Sprintf("%s: item %d", name, i+1)
			if f, ok := v.Index(i).Interface().(File); ok && f == "" {
				return Invalid(item, "a path cannot be blank") // it would name the workspace
			}
			if err := checkValue(item, v.Index(i), client); err != nil {
				return err
			}
		}
	case reflect.Map:
		for it := v.MapRange(); it.Next(); {
			if err := checkValue(name, it.Key(), client); err != nil {
				return err
			}
			if err := checkValue(name, it.Value(), client); err != nil {
				return err
			}
		}
	case reflect.String:
		if err := length(v.String()); err != nil {
			return Invalid(name, "%w", err)
		}
	}
	return nil
}

// length holds for every string, also for free text that may have line ends.
func length(s string) error {
	if strings.ContainsRune(s, 0) {
		return fmt.Errorf("text cannot hold a NUL character")
	}
	if len(s) > MaxArgument {
		return fmt.Errorf("at most %d bytes, got %d", MaxArgument, len(s))
	}
	return nil
}
