package tool

import (
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/google/jsonschema-go/jsonschema"
)

// inputSchema is what the argument struct of one tool says.
type inputSchema struct {
	tool   string
	schema *jsonschema.Schema
	fields map[string]field // by parameter name

	resolved func() *jsonschema.Resolved
	full     func() json.RawMessage
	list     func() json.RawMessage
}

// A field is one parameter.
type field struct {
	required bool
	def      string // key of the session default
	group    string
	integer  bool
}

// rare names the parameters that a tool list leaves out: accepted and
// documented everywhere, seldom needed.
func rare(parameter string) bool {
	switch parameter {
	case "startupArgs", "extraArgs", "configs", "timeoutSeconds", "streaming", waitSeconds, "offset", "limit",
		"minimizeSimulator", "shutdownSimulatorAfterTest", "launchEnv", "simulatorVersion", "bazelPath":
		return true
	}
	return false
}

// inferInput panics when t has no schema: that is a programming error, found
// by the laws that ask every tool for its schema.
func inferInput(def Definition, t reflect.Type) *inputSchema {
	tool := def.Name
	schema, err := jsonschema.ForType(t, &jsonschema.ForOptions{TypeSchemas: typeSchemas(t)})
	if err != nil {
		panic(fmt.Sprintf("tool %s: %v", tool, err))
	}
	notNull(schema)
	s := &inputSchema{tool: tool, schema: schema, fields: map[string]field{}}
	schema.Required = nil
	eachField(t, func(name string, f reflect.StructField) {
		p := schema.Properties[name]
		for _, bound := range []struct {
			tag string
			set **float64
		}{{"minimum", &p.Minimum}, {"maximum", &p.Maximum}} {
			if v, err := strconv.ParseFloat(f.Tag.Get(bound.tag), 64); err == nil {
				*bound.set = &v
			}
		}
		info := field{required: f.Tag.Get("required") == "true", def: f.Tag.Get("default"), group: f.Tag.Get("group"), integer: p.Type == "integer"}
		if info.required && info.def == "" {
			schema.Required = append(schema.Required, name)
		}
		s.fields[name] = info
	})
	if schema.Properties == nil {
		schema.Properties = map[string]*jsonschema.Schema{}
	}
	if def.Streaming {
		schema.Properties[waitSeconds], s.fields[waitSeconds] = waitSchema(), field{}
	}
	s.resolved = sync.OnceValue(func() *jsonschema.Resolved {
		r, err := schema.Resolve(nil)
		if err != nil {
			panic(fmt.Sprintf("tool %s: %v", tool, err))
		}
		return r
	})
	s.full = sync.OnceValue(func() json.RawMessage { return encode(schema) })
	s.list = sync.OnceValue(func() json.RawMessage { return encode(listed(schema)) })
	return s
}

// listed is the schema for a tool list: no rare parameters, no formats of ours,
// and no ban on further parameters, since the rare ones are accepted.
func listed(schema *jsonschema.Schema) *jsonschema.Schema {
	out := *schema
	out.Properties = map[string]*jsonschema.Schema{}
	out.PropertyOrder = nil
	out.AdditionalProperties = nil
	for name, p := range schema.Properties {
		if rare(name) {
			continue
		}
		bare := *p
		bare.Format = ""
		if p.Items != nil {
			items := *p.Items
			items.Format = ""
			bare.Items = &items
		}
		out.Properties[name] = &bare
	}
	return &out
}

func encode(schema *jsonschema.Schema) json.RawMessage {
	b, err := json.Marshal(schema)
	if err != nil {
		panic(err)
	}
	return b
}

// typeSchemas gives every scalar that In uses its schema.
func typeSchemas(t reflect.Type) map[reflect.Type]*jsonschema.Schema {
	out := map[reflect.Type]*jsonschema.Schema{}
	var add func(reflect.Type)
	add = func(t reflect.Type) {
		for t.Kind() == reflect.Pointer || t.Kind() == reflect.Slice || t.Kind() == reflect.Map {
			t = t.Elem()
		}
		if t.Kind() == reflect.Struct {
			for i := range t.NumField() {
				add(t.Field(i).Type)
			}
			return
		}
		if t.PkgPath() == "" {
			return
		}
		s := &jsonschema.Schema{Type: map[bool]string{true: "number", false: "string"}[t.Kind() == reflect.Float64]}
		switch v := reflect.Zero(t).Interface().(type) {
		case enum:
			for _, e := range v.Enum() {
				s.Enum = append(s.Enum, e)
			}
		case formatted:
			s.Format = v.Format()
		default:
			if t.Kind() != reflect.String {
				return
			}
		}
		out[t] = s
	}
	add(t)
	return out
}

// eachField calls f for every parameter of t, those of embedded structs too.
func eachField(t reflect.Type, f func(name string, field reflect.StructField)) {
	for i := range t.NumField() {
		sf := t.Field(i)
		if sf.Anonymous {
			eachField(sf.Type, f)
			continue
		}
		if name, _, _ := strings.Cut(sf.Tag.Get("json"), ","); name != "" && name != "-" {
			f(name, sf)
		}
	}
}

// notNull drops the "null" that inference allows for slices, maps and pointers:
// callers leave an argument out rather than pass null, and some models trip
// over the union.
func notNull(s *jsonschema.Schema) {
	if s == nil {
		return
	}
	if len(s.Types) == 2 && s.Types[0] == "null" {
		s.Type, s.Types = s.Types[1], nil
	}
	for p := range maps.Values(s.Properties) {
		notNull(p)
	}
	notNull(s.Items)
	notNull(s.AdditionalProperties)
}

func inferOutput(sample any) json.RawMessage {
	if sample == nil {
		return nil
	}
	schema, err := jsonschema.ForType(reflect.TypeOf(sample), &jsonschema.ForOptions{IgnoreInvalidTypes: true})
	if err != nil {
		panic(fmt.Sprintf("output %T: %v", sample, err))
	}
	notNull(schema)
	open(schema)
	schema.Required = nil
	return encode(schema)
}

// open takes the ban on further members off a schema and those inside it.
func open(s *jsonschema.Schema) {
	if s == nil {
		return
	}
	if len(s.Properties) > 0 {
		s.AdditionalProperties = nil
	}
	for p := range maps.Values(s.Properties) {
		open(p)
	}
	open(s.Items)
	open(s.AdditionalProperties)
}

// parameters lists the parameter names, sorted.
func (s *inputSchema) parameters() []string { return slices.Sorted(maps.Keys(s.fields)) }
