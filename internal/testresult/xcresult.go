package testresult

import (
	"encoding/json"
	"fmt"
	"strings"
)

type node struct {
	Name        string  `json:"name"`
	Type        string  `json:"nodeType"`
	ID          string  `json:"nodeIdentifier"`
	Result      string  `json:"result"`
	Seconds     float64 `json:"durationInSeconds"`
	Duration    string  `json:"duration"`
	Details     string  `json:"details"`
	Children    []node  `json:"children"`
	Attachments []struct {
		Name string `json:"name"`
		File string `json:"exportedFileName"`
	} `json:"attachments"`
}

// ParseXCResult reads JSON of xcresulttool: "get test-results tests" (Xcode 16
// and later; every argument and repetition is an execution) and the legacy
// object form (Xcode 11 to 15), whole or a fragment.
func ParseXCResult(data []byte) (Result, error) {
	var doc struct {
		Nodes *[]node `json:"testNodes"`
	}
	if err := json.Unmarshal(data, &doc); err != nil {
		return Result{Ran: -1}, fmt.Errorf("xcresulttool JSON: %w", err)
	}
	out := Result{Ran: -1}
	if doc.Nodes != nil {
		for _, n := range *doc.Nodes {
			out.walk(n)
		}
		out.Ran = len(out.Cases)
		return out, nil
	}
	var any any
	if err := json.Unmarshal(data, &any); err != nil {
		return out, fmt.Errorf("xcresulttool JSON: %w", err)
	}
	if !out.legacy(any) {
		return out, fmt.Errorf("xcresulttool JSON: neither testNodes nor a legacy test summary in it")
	}
	out.Ran = len(out.Cases)
	return out, nil
}

func (r *Result) walk(n node) {
	if n.Type != "Test Case" {
		for _, child := range n.Children {
			r.walk(child)
		}
		return
	}
	base := Case{Name: n.Name}
	if i := strings.LastIndexByte(n.ID, '/'); i >= 0 {
		base.Suite, base.Name = n.ID[:i], n.ID[i+1:]
		if n.Name != base.Name && n.Name != base.Name+"()" {
			base.DisplayName = n.Name
		}
	}
	for _, a := range n.Attachments {
		base.Attachments = append(base.Attachments, Attachment{a.Name, a.File})
	}
	parts := false
	for _, child := range n.Children {
		if child.Type == "Arguments" {
			parts = true
			k := base
			k.Arguments = child.Name
			r.repetitions(child, k)
		}
	}
	if !parts {
		r.repetitions(n, base)
	}
}

func (r *Result) repetitions(n node, base Case) {
	attempt := 0
	for _, child := range n.Children {
		if child.Type == "Repetition" {
			attempt++
			k := base
			k.Attempt = attempt
			r.Cases = append(r.Cases, child.into(k))
		}
	}
	if attempt == 0 {
		r.Cases = append(r.Cases, n.into(base))
	}
}

func (n node) into(c Case) Case {
	c.Seconds, c.Reason = n.Seconds, n.Details
	if c.Seconds == 0 {
		c.Seconds = seconds(strings.TrimSuffix(n.Duration, "s"))
	}
	switch n.Result {
	case "Passed":
		c.Status = Passed
	case "Failed":
		c.Status = Failed
	case "Skipped":
		c.Status = Skipped
	case "Expected Failure":
		c.Status = ExpectedFailure
	default:
		c.Status = Errored
	}
	n.messages(&c)
	return c
}

func (n node) messages(c *Case) {
	for _, child := range n.Children {
		switch child.Type {
		case "Failure Message":
			place, message, ok := strings.Cut(child.Name, ": ")
			f := Failure{Message: child.Name}
			if file, line, column := location(place); ok && line > 0 {
				f = Failure{Message: message, File: file, Line: line, Column: column}
			}
			if c.Status == Skipped || c.Status == ExpectedFailure {
				c.Reason = child.Name
				continue
			}
			c.fail(f)
		case "Device", "Test Case Run", "Runtime Warning":
			child.messages(c)
		case "Attachment":
			c.Attachments = append(c.Attachments, Attachment{Name: child.Name})
		}
	}
}
