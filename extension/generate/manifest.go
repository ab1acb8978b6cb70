package main

import (
	"bytes"
	"encoding/json"
	"strings"

	"bazelapple/internal/tool"
)

// prefix begins the id of every generated command.
const prefix = "bazelApple.tool."

// A command is an entry of contributes.commands.
type command struct {
	Command  string `json:"command"`
	Title    string `json:"title"`
	Category string `json:"category"`
	Icon     string `json:"icon,omitempty"`
}

// A menuItem is an entry of contributes.menus.commandPalette.
type menuItem struct {
	Command string `json:"command"`
	When    string `json:"when"`
}

// icons are those of the commands that stand in a row of a view.
func icons() map[string]string {
	return map[string]string{
		"bazel_ios_build":              "$(tools)",
		"bazel_ios_test":               "$(beaker)",
		"bazel_ios_build_and_run":      "$(play)",
		"bazel_ios_boot_simulator":     "$(play)",
		"bazel_ios_shutdown_simulator": "$(stop-circle)",
		"bazel_ios_video_record_stop":  "$(stop-circle)",
		"bazel_ios_log_capture_stop":   "$(stop-circle)",
		"bazel_ios_lldb_detach":        "$(debug-disconnect)",
	}
}

// manifest returns the text of package.json with the commands of defs in place
// of the generated ones it had; everything else stays as it is.
func manifest(old []byte, defs []tool.Definition) ([]byte, error) {
	root, err := parseObject(old)
	if err != nil {
		return nil, err
	}
	contributes, err := parseObject(root.get("contributes"))
	if err != nil {
		return nil, err
	}
	menus, err := parseObject(contributes.get("menus"))
	if err != nil {
		return nil, err
	}
	var commands, palette []any
	icon := icons()
	for _, d := range defs {
		id := prefix + d.Name
		commands = append(commands, command{id, d.Title, "Bazel Apple", icon[d.Name]})
		palette = append(palette, menuItem{id, "bazelApple.hasWorkspace"})
	}
	if err := replace(contributes, "commands", commands); err != nil {
		return nil, err
	}
	if err := replace(menus, "commandPalette", palette); err != nil {
		return nil, err
	}
	contributes.set("menus", menus.encode())
	root.set("contributes", contributes.encode())
	var out bytes.Buffer
	if err := json.Indent(&out, root.encode(), "", "  "); err != nil {
		return nil, err
	}
	return append(bytes.TrimSpace(out.Bytes()), '\n'), nil
}

// replace keeps the hand-written entries of a list and puts the generated ones
// behind them.
func replace(in *object, key string, generated []any) error {
	var entries []json.RawMessage
	if err := json.Unmarshal(in.get(key), &entries); err != nil {
		return err
	}
	list := []any{}
	for _, e := range entries {
		var c struct{ Command string }
		if err := json.Unmarshal(e, &c); err != nil {
			return err
		}
		if !strings.HasPrefix(c.Command, prefix) {
			list = append(list, e)
		}
	}
	text, err := encode(append(list, generated...))
	in.set(key, text)
	return err
}
