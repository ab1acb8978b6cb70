// Package scaffold holds the tools that create new Bazel projects.
package scaffold

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"

	"bazelapple/internal/scaffold"
	"bazelapple/internal/tool"
)

// Deps are what the module stands on.
type Deps struct{ Root, Home string }

// Module returns the scaffold tools.
func Module(d Deps) tool.Module {
	h := &handlers{d}
	return tool.Module{Workflow: tool.WorkflowScaffold, Tools: []tool.Tool{
		tool.New(tool.Definition{
			Name: "bazel_scaffold", Title: "New Project…",
			Description: "Create (start) a new Bazel project for an iOS or macOS app from a template, with or without tests.",
		}, h.scaffold),
		tool.New(tool.Definition{
			Name: "bazel_scaffold_list_templates", Title: "List Project Templates",
			Description: "List the project templates that exist for new Bazel projects.",
			ReadOnly:    true, Idempotent: true,
		}, h.templates),
	}}
}

type handlers struct{ Deps }

type templateID string

func (templateID) Enum() []string {
	var out []string
	for _, t := range scaffold.Templates() {
		out = append(out, t.ID)
	}
	return out
}

type family string

func (family) Enum() []string { return []string{"iphone", "ipad"} }

type input struct {
	Template     templateID    `json:"template" required:"true" jsonschema:"kind of project"`
	Name         tool.Word     `json:"name" required:"true" jsonschema:"name of the app and its targets: letters, digits, - and _"`
	OutputPath   tool.Folder   `json:"outputPath" required:"true" jsonschema:"folder to create the project in"`
	BundleID     tool.BundleID `json:"bundleId,omitempty" jsonschema:"app bundle identifier; com.example.NAME by default"`
	MinimumOS    tool.Word     `json:"minimumOs,omitempty" jsonschema:"least OS version, such as 17.0"`
	RulesVersion tool.Word     `json:"rulesVersion,omitempty" jsonschema:"version of rules_apple"`
	BazelVersion tool.Word     `json:"bazelVersion,omitempty" jsonschema:"version for .bazelversion"`
	Families     []family      `json:"families,omitempty" jsonschema:"device families of an iOS app; both by default"`
}

var (
	nameForm    = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_-]{0,63}$`) })
	versionForm = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^\d+(\.\d+){0,2}$`) })
)

// project checks the arguments and fills what was left out.
func (in input) project() (scaffold.Project, error) {
	p := scaffold.Project{Name: string(in.Name), BundleID: string(in.BundleID), MinimumOS: string(in.MinimumOS), RulesVersion: string(in.RulesVersion), BazelVersion: string(in.BazelVersion)}
	all := scaffold.Templates()
	p.Template = all[slices.IndexFunc(all, func(t scaffold.Template) bool { return t.ID == string(in.Template) })]
	if !nameForm().MatchString(p.Name) {
		return p, tool.Invalid("name", "%q must begin with a letter and hold only letters, digits, '-' and '_'", p.Name)
	}
	if p.BundleID == "" {
		p.BundleID = "com.example." + strings.ReplaceAll(p.Name, "_", "-")
	}
	for _, v := range []struct {
		parameter string
		value     *string
		def       string
	}{
		{"minimumOs", &p.MinimumOS, map[string]string{"ios": "17.0", "macos": "14.0"}[p.Template.Platform]},
		{"rulesVersion", &p.RulesVersion, scaffold.RulesApple},
		{"bazelVersion", &p.BazelVersion, scaffold.Bazel},
	} {
		if *v.value == "" {
			*v.value = v.def
		}
		if !versionForm().MatchString(*v.value) {
			return p, tool.Invalid(v.parameter, "%q is no version such as %s", *v.value, v.def)
		}
	}
	for _, f := range in.Families {
		p.Families = append(p.Families, string(f))
	}
	if len(p.Families) == 0 {
		p.Families = []string{"iphone", "ipad"}
	}
	return p, nil
}

func (h *handlers) scaffold(_ context.Context, call *tool.Call, in input) (*tool.Result, error) {
	p, err := in.project()
	if err != nil {
		return nil, err
	}
	folder, err := in.OutputPath.ToWrite(call, h.Root, h.Home)
	if err != nil {
		return nil, err
	}
	files, err := p.Write(folder)
	if errors.Is(err, scaffold.ErrExists) {
		return nil, tool.Errorf(tool.Precondition, "Give an outputPath that holds no project; nothing was written.", "%w", err)
	}
	if err != nil {
		return nil, tool.Errorf(tool.Precondition, "Give another outputPath; nothing was left behind.", "the project could not be written: %w", err)
	}
	target := fmt.Sprintf("//%s:%s", p.Name, p.Name)
	next := tool.Next{Tool: "bazel_ios_build", Arguments: map[string]any{"target": target}, Why: "build it"}
	if !p.Template.App {
		target = fmt.Sprintf("//%sTests:%sTests", p.Name, p.Name)
		next = tool.Next{Tool: "bazel_ios_test", Arguments: map[string]any{"target": target}, Why: "run the tests"}
	}
	text := []string{fmt.Sprintf("Created %s in %s:", p.Template.Description, folder)}
	for _, f := range files {
		text = append(text, "  "+filepath.ToSlash(f))
	}
	return &tool.Result{
		Text: strings.Join(text, "\n"), Data: map[string]any{"folder": folder, "files": files, "target": target},
		Next: []tool.Next{{Tool: "bazel_ios_set_workspace", Arguments: map[string]any{"workspacePath": folder}}, next},
	}, nil
}

type none struct{}

func (h *handlers) templates(context.Context, *tool.Call, none) (*tool.Result, error) {
	var rows []tool.Row
	for _, t := range scaffold.Templates() {
		rows = append(rows, tool.Row{Text: t.ID + ": " + t.Description, Data: map[string]any{"id": t.ID, "description": t.Description}})
	}
	return &tool.Result{List: tool.Page{}.Cut("templates", rows, 0), Next: []tool.Next{{Tool: "bazel_scaffold"}}}, nil
}
