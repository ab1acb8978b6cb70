package fakeapple

import (
	"encoding/json"
	"fmt"
	"strings"
)

// accessibility prints elements as Python's json.dumps does, in the key order of
// captures/idb/describe-all_flat.json; nested elements have "children" too.
func (i *icall) accessibility(list []element, nested bool) {
	if !nested {
		var parts []string
		for _, e := range list {
			parts = append(parts, elementJSON(e, nil, false))
		}
		i.printf("[%s]\n", strings.Join(parts, ", "))
		return
	}
	var children []string
	for _, e := range list[1:] {
		children = append(children, elementJSON(e, nil, true))
	}
	i.printf("[%s]\n", elementJSON(list[0], children, true))
}

func elementJSON(e element, children []string, nested bool) string {
	role, subrole, what := "AX"+e.kind, "null", strings.ToLower(e.kind)
	switch e.kind {
	case "Switch":
		role, subrole, what = "AXCheckBox", `"AXSwitch"`, "switch"
	case "StaticText", "TextField":
		what = map[string]string{"StaticText": "text", "TextField": "text field"}[e.kind]
	}
	below := ""
	if nested {
		below = `, "children": [` + strings.Join(children, ", ") + "]"
	}
	return fmt.Sprintf(`{"AXFrame": "{{%g, %g}, {%g, %g}}", "AXUniqueId": %s, "frame": {"y": %g, "x": %g, "width": %g, "height": %g}, "role_description": %q, "AXLabel": %s, `+
		`"content_required": false, "type": %q, "title": null, "help": null, "custom_actions": [], "AXValue": %s, "enabled": %t, "role": %q, "subrole": %s, "pid": %d%s}`,
		e.x, e.y, e.width, e.height, nullable(e.id), e.y, e.x, e.width, e.height, what, nullable(e.label),
		strings.TrimPrefix(role, "AX"), nullable(e.value), !e.disabled, role, subrole, e.pid, below)
}

func nullable(s string) string {
	if s == "" {
		return "null"
	}
	data, err := json.Marshal(s)
	if err != nil {
		return "null"
	}
	return string(data)
}

// idbDescribeAll is `idb ui describe-all [--nested]`.
func idbDescribeAll(i *icall) error {
	w, s, err := i.read()
	if err != nil {
		return err
	}
	if i.flags["--api"] == "axbridge" { // captures/idb/axbridge_missing_helper.txt
		return refuse(1, "The SimulatorFrameworkBridge guest binary was not found in the companion Resources directory")
	}
	if i.empty {
		i.printf("[]\n")
		return nil
	}
	_, nested := i.flags["--nested"]
	i.accessibility(tree(w, s), nested)
	return nil
}

// idbDescribePoint is `idb ui describe-point x y`; nothing there is null
// (captures/idb/describe-point_nothing.json).
func idbDescribePoint(i *icall) error {
	p, err := i.numbers("describe-point", "x", "y")
	if err != nil {
		return err
	}
	w, s, err := i.read()
	if err != nil {
		return err
	}
	e, ok := at(tree(w, s), p[0], p[1])
	if !ok {
		i.printf("null\n")
		return nil
	}
	i.printf("%s\n", elementJSON(e, nil, false))
	return nil
}
