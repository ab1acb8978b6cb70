package main

import (
	"bytes"
	"encoding/json"
	"fmt"
)

// An object is a JSON object that keeps the order of its members.
type object struct {
	keys   []string
	values map[string]json.RawMessage
}

func parseObject(text []byte) (*object, error) {
	o := &object{values: map[string]json.RawMessage{}}
	if err := json.Unmarshal(text, &o.values); err != nil {
		return nil, err
	}
	d := json.NewDecoder(bytes.NewReader(text))
	if _, err := d.Token(); err != nil {
		return nil, err
	}
	for d.More() {
		key, err := d.Token()
		if err != nil {
			return nil, err
		}
		name, ok := key.(string)
		if !ok {
			return nil, fmt.Errorf("a member's name is %v", key)
		}
		o.keys = append(o.keys, name)
		var skipped json.RawMessage
		if err := d.Decode(&skipped); err != nil {
			return nil, err
		}
	}
	return o, nil
}

// get returns a member's text; of one that is absent it is empty, which no
// parser takes.
func (o *object) get(key string) json.RawMessage { return o.values[key] }

func (o *object) set(key string, value json.RawMessage) {
	if _, ok := o.values[key]; !ok {
		o.keys = append(o.keys, key)
	}
	o.values[key] = value
}

func (o *object) encode() json.RawMessage {
	out := []byte{'{'}
	for i, key := range o.keys {
		if i > 0 {
			out = append(out, ',')
		}
		name, err := encode(key)
		if err != nil {
			panic(err) // a string that came out of JSON
		}
		out = append(append(append(out, name...), ':'), o.values[key]...)
	}
	return append(out, '}')
}

// encode is json.Marshal without the escapes that only HTML needs.
func encode(v any) ([]byte, error) {
	var out bytes.Buffer
	e := json.NewEncoder(&out)
	e.SetEscapeHTML(false)
	err := e.Encode(v)
	return bytes.TrimSpace(out.Bytes()), err
}
