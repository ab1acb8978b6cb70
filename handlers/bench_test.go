package handlers_test

import (
	"testing"

	"bazelapple/internal/tool"
)

// BenchmarkCall is the cost of a call that does nothing, without a door.
func BenchmarkCall(b *testing.B) {
	e := engine(b)
	for b.Loop() {
		if a := e.Catalog.Answer(b.Context(), &tool.Call{Client: tool.Client{Role: tool.Agent}}, "bazel_ios_show_defaults", nil, func(bool) int { return tool.SuccessBudget }); a.IsError {
			b.Fatal(a.Text)
		}
	}
}

// BenchmarkNew is the cost of an engine that is asked nothing.
func BenchmarkNew(b *testing.B) {
	for b.Loop() {
		engine(b)
	}
}

// BenchmarkSchemas is the first list of all tools: every schema inferred.
func BenchmarkSchemas(b *testing.B) {
	for b.Loop() {
		e := engine(b)
		for _, name := range e.Catalog.Names() {
			t, _ := e.Catalog.Tool(name)
			t.ListSchema()
		}
	}
}
