package main

import (
	"encoding/json"
	"fmt"
	"path/filepath"

	"github.com/tiktoken-go/tokenizer"
)

// tokens counts what a model reads of tools/list: name, description and input
// schema of each tool.
func tokens(s *suite) error {
	codec, err := tokenizer.Get(tokenizer.O200kBase)
	if err != nil {
		return err
	}
	for _, list := range []struct {
		name, note string
		args       []string
	}{
		{"default", "aim 3,000; XcodeBazelMCP 4,787, XcodeBuildMCP 2,803 for 24 (recorded)", nil},
		{"all", "aim 12,500; XcodeBazelMCP 10,747 without descriptions of parameters (recorded)", []string{"--workflows", "all"}},
	} {
		argv := append([]string{s.binary, "mcp", "--standalone", "--workspace", filepath.Join(s.root, "examples", "BazelApp")}, list.args...)
		c, err := start(s.root, false, []string{"XDG_STATE_HOME=" + s.work}, argv...)
		if err != nil {
			return err
		}
		if _, err := c.call("initialize", initialize); err != nil {
			return err
		}
		_ = c.send(map[string]any{"method": "notifications/initialized"})
		text, err := c.call("tools/list", map[string]any{})
		c.close()
		if err != nil {
			return err
		}
		var answer struct {
			Result struct {
				Tools []struct {
					Name        string          `json:"name"`
					Description string          `json:"description"`
					InputSchema json.RawMessage `json:"inputSchema"`
				} `json:"tools"`
			} `json:"result"`
		}
		if err := json.Unmarshal(text, &answer); err != nil {
			return err
		}
		read := 0
		for _, t := range answer.Result.Tools {
			n, err := codec.Count(t.Name + t.Description + string(t.InputSchema))
			if err != nil {
				return err
			}
			read += n
		}
		bare, err := withoutOutputSchemas(text)
		if err != nil {
			return err
		}
		wire, err := codec.Count(string(bare))
		if err != nil {
			return err
		}
		row(fmt.Sprintf("%s: %d tools, read by the model", list.name, len(answer.Result.Tools)), fmt.Sprint(read), list.note)
		row(list.name+": on the wire", fmt.Sprint(wire), fmt.Sprintf("%.2f × of that without output schemas, aim 1.40; %d bytes with them", float64(wire)/float64(read), len(text)))
	}
	return nil
}

// withoutOutputSchemas is an answer to tools/list without what models are not
// shown.
func withoutOutputSchemas(text []byte) ([]byte, error) {
	var answer struct {
		JSONRPC string `json:"jsonrpc"`
		ID      int    `json:"id"`
		Result  struct {
			Tools []map[string]json.RawMessage `json:"tools"`
		} `json:"result"`
	}
	if err := json.Unmarshal(text, &answer); err != nil {
		return nil, err
	}
	for _, t := range answer.Result.Tools {
		delete(t, "outputSchema")
	}
	return json.Marshal(answer)
}
