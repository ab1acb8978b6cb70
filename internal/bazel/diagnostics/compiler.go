package diagnostics

import (
	"regexp"
	"strconv"
	"strings"
	"sync"
)

type forms struct{ located, unlocated, xib, module, quoted, gnuUndefined, lldUndefined *regexp.Regexp }

var compilerForms = sync.OnceValue(func() forms {
	return forms{
		located:      regexp.MustCompile(`^(/?[^\s:][^:]*|<[^>]+>):(\d+):(?:(\d+):)? (fatal error|error|warning|note|remark): ?(.*)$`),
		unlocated:    regexp.MustCompile(`^(?:([^:]*?): )?(fatal error|error|warning|note|fatal)(?: ?\([^)]*\))?: (.+)$`),
		xib:          regexp.MustCompile(`^(.+\.(?:storyboard|xib|xcassets|xcdatamodeld?)(?:/[^:]*)?)(?::([\w-]*))?: (error|warning|note): (.*)$`),
		module:       regexp.MustCompile(`(?:no such module|could not build (?:Objective-C )?module|missing required module|unable to resolve module dependency:?|module) '([\w.]+)'(?: not found)?`),
		quoted:       regexp.MustCompile(`^\s+"?(.+?)"?, referenced from:\s*$`),
		gnuUndefined: regexp.MustCompile("^(.*?): (?:in function .*)?undefined reference to [`'](.+)'$"),
		lldUndefined: regexp.MustCompile(`^(?:ld(?:64)?\.lld|ld|wasm-ld): error: undefined symbol: (.+)$`),
	}
})

// compiler reads swiftc, swift-driver, clang, ld (old, new, GNU, lld), actool
// and ibtool, XCTest assertion lines, and any tool that says "error:".
func (r Reader) compiler(lines []string, label string, category Category) []Diagnostic {
	f := compilerForms()
	var out []Diagnostic
	add := func(d Diagnostic) {
		d.Target, d.Count = label, 1
		if d.Category == None {
			d.Category = category
		}
		r.moduleFix(&d, f)
		out = append(out, d)
	}
	note := func(n Note) {
		if len(out) > 0 && len(out[len(out)-1].Notes) < 20 {
			last := &out[len(out)-1]
			last.Notes = append(last.Notes, n)
		}
	}
	undefined := false
	for i := 0; i < len(lines); i++ {
		line := lines[i]
		if strings.Contains(line, "Undefined symbols") {
			undefined = true
			continue
		}
		if undefined {
			if m := f.quoted.FindStringSubmatch(line); m != nil {
				add(r.undefinedSymbol(m[1], label))
				continue
			}
			if t := strings.TrimSpace(line); strings.HasPrefix(line, "      ") && t != "" {
				note(Note{Message: "referenced from " + t})
				continue
			}
			undefined = false
		}
		switch {
		case strings.HasPrefix(line, "ld: symbol(s) not found") || strings.Contains(line, "linker command failed"):
			if len(out) == 0 {
				add(Diagnostic{Severity: Error, Message: line, Category: Link})
			}
		case strings.HasPrefix(line, "duplicate symbol "):
			add(Diagnostic{Severity: Error, Message: strings.TrimSuffix(line, " in:"), Category: Link})
		case strings.HasPrefix(line, "ld: ") && !strings.HasPrefix(line, "ld: error: undefined"):
			severity, message := Error, strings.TrimPrefix(line, "ld: ")
			if rest, ok := strings.CutPrefix(message, "warning: "); ok {
				severity, message = Warning, rest
			}
			add(Diagnostic{Severity: severity, Message: message, Category: Link})
		case strings.Contains(line, "undefined "):
			if m := f.lldUndefined.FindStringSubmatch(line); m != nil {
				add(r.undefinedSymbol(m[1], label))
			} else if m := f.gnuUndefined.FindStringSubmatch(line); m != nil {
				d := r.undefinedSymbol(m[2], label)
				d.Notes = []Note{{Message: "referenced from " + m[1]}}
				add(d)
			} else {
				r.located(f, line, lines, i, add, note)
			}
		case strings.HasPrefix(line, ">>> referenced by"):
			note(Note{Message: strings.TrimPrefix(line, ">>> ")})
		default:
			r.located(f, line, lines, i, add, note)
		}
	}
	return out
}

func (r Reader) located(f forms, line string, lines []string, i int, add func(Diagnostic), note func(Note)) {
	if len(line) > 16<<10 || !has(line, "error", "warning", "note: ", "fatal", "remark: ") {
		return
	}
	if m := f.located.FindStringSubmatch(line); m != nil {
		row, _ := strconv.Atoi(m[2])
		column, _ := strconv.Atoi(m[3])
		if m[4] == "note" || m[4] == "remark" {
			note(Note{r.Paths.File(m[1]), row, column, m[5]})
			return
		}
		d := Diagnostic{File: r.Paths.File(m[1]), Line: row, Column: column, Severity: severity(m[4]), Message: m[5]}
		if d.File == "" {
			d.Line, d.Column = 0, 0
		}
		if strings.HasPrefix(m[5], "-[") || strings.Contains(m[5], " : XCTAssert") {
			d.Category = Test
		}
		d.EndLine, d.EndColumn = underline(d, lines, i)
		add(d)
		return
	}
	if m := f.xib.FindStringSubmatch(line); m != nil {
		d := Diagnostic{File: r.Paths.File(m[1]), Severity: severity(m[3]), Message: m[4], Category: Resources}
		if m[2] != "" {
			d.Message += " (object " + m[2] + ")"
		}
		add(d)
		return
	}
	if m := f.unlocated.FindStringSubmatch(line); m != nil && !strings.HasPrefix(line, " ") {
		if m[2] == "note" {
			note(Note{Message: m[3]})
			return
		}
		d := Diagnostic{Severity: severity(m[2]), Message: m[3]}
		if strings.Contains(m[1], "/") && !strings.Contains(m[1], " ") {
			d.File = r.Paths.File(m[1])
		} else if m[1] != "" && m[1] != "clang" && m[1] != "swiftc" {
			d.Message = m[1] + ": " + m[3]
		}
		add(d)
	}
}

// underline reads the "^~~~" line that clang and swiftc print two lines below:
// its width is the range of the problem.
func underline(d Diagnostic, lines []string, i int) (int, int) {
	if d.Column == 0 || i+2 >= len(lines) {
		return 0, 0
	}
	mark := strings.TrimSpace(lines[i+2])
	if mark == "" || mark[0] != '^' || strings.Trim(mark, "^~") != "" {
		return 0, 0
	}
	return d.Line, d.Column + len(mark)
}

func severity(word string) Severity {
	if word == "warning" {
		return Warning
	}
	return Error
}

func (r Reader) moduleFix(d *Diagnostic, f forms) {
	if d.Severity != Error || d.Fix != nil || r.Provide == nil || !strings.Contains(d.Message, "module") {
		return
	}
	m := f.module.FindStringSubmatch(d.Message)
	if m == nil {
		return
	}
	if provider := r.Provide.ModuleLabel(m[1]); provider != "" {
		d.Fix = addDependency(provider, d.Target, "module "+m[1])
	}
}

func (r Reader) undefinedSymbol(symbol, label string) Diagnostic {
	d := Diagnostic{Severity: Error, Message: "undefined symbol: " + clip(symbol, 500), Category: Link}
	if r.Provide != nil {
		if provider := r.Provide.SymbolLabel(symbol); provider != "" {
			d.Fix = addDependency(provider, label, "the symbol")
		}
	}
	return d
}

func addDependency(provider, label, what string) *Fix {
	return &Fix{Title: provider + " provides " + what + "; add it to deps", Command: "add deps " + provider, Label: label}
}
