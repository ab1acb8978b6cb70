package diagnostics

import (
	"regexp"
	"strings"
	"sync"
)

type fixForms struct{ target, pkg, mean, visible *regexp.Regexp }

var fixes = sync.OnceValue(func() fixForms {
	return fixForms{
		target:  regexp.MustCompile(`no such target '([^']+)'`),
		pkg:     regexp.MustCompile(`no such package '([^']+)'`),
		mean:    regexp.MustCompile(`did you mean '?([^'?,]+)'?`),
		visible: regexp.MustCompile(`target '([^']+)' is not visible from\s+(?:target )?'([^']+)'`),
	}
})

// labelFix offers the nearest existing label for a misspelt one, Bazel's own
// suggestion first, and the visibility line for a hidden one.
func (r Reader) labelFix(d *Diagnostic, text string) {
	f := fixes()
	if m := f.visible.FindStringSubmatch(text); m != nil {
		d.Target = m[2]
		pkg, _, _ := strings.Cut(m[2], ":")
		d.Fix = &Fix{Title: "make " + m[1] + " visible to " + pkg, Command: "add visibility " + pkg + ":__pkg__", Label: m[1]}
		return
	}
	wrong, right := "", ""
	if m := f.target.FindStringSubmatch(text); m != nil {
		wrong = m[1]
		if mean := f.mean.FindStringSubmatch(text); mean != nil {
			pkg, _, _ := strings.Cut(wrong, ":")
			right = pkg + ":" + mean[1]
		}
	} else if m := f.pkg.FindStringSubmatch(text); m != nil {
		wrong = m[1]
		if !strings.HasPrefix(wrong, "@") {
			wrong = "//" + wrong
		}
	}
	if wrong == "" {
		return
	}
	if right == "" && r.Suggest != nil {
		if names := r.Suggest.Suggest(wrong); len(names) > 0 {
			right = names[0]
		}
	}
	if right == "" {
		return
	}
	d.Fix = &Fix{Title: "did you mean " + right + "?"}
	if d.Target != "" {
		d.Fix.Command, d.Fix.Label = "replace deps "+wrong+" "+right, d.Target
	}
}
