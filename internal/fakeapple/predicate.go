package fakeapple

import (
	"errors"
	"path"
	"regexp"
	"strings"
)

var errPredicate = errors.New("not a predicate")

// parsePredicate reads the part of NSPredicate's language log(1) documents:
// comparisons of a field with a string, AND, OR, NOT and parentheses.
func parsePredicate(text string) (func(entry) bool, error) {
	words, err := predicateWords(text)
	if err != nil {
		return nil, err
	}
	p := &predicate{words: words}
	match, err := p.or()
	if err != nil || len(p.words) > 0 {
		return nil, errPredicate
	}
	return match, nil
}

// predicateWords splits a predicate; strings keep their opening quote as a mark.
func predicateWords(text string) ([]string, error) {
	var words []string
	for i := 0; i < len(text); {
		switch ch := text[i]; {
		case ch == ' ' || ch == '\t' || ch == '\n':
			i++
		case ch == '"' || ch == '\'':
			word := []byte{'"'}
			for i++; i < len(text) && text[i] != ch; i++ {
				if text[i] == '\\' && i+1 < len(text) {
					i++
				}
				word = append(word, text[i])
			}
			if i >= len(text) {
				return nil, errPredicate
			}
			i++
			words = append(words, string(word))
		case strings.IndexByte("(){},", ch) >= 0:
			words = append(words, string(ch))
			i++
		case strings.IndexByte("=!<>&|", ch) >= 0:
			j := i
			for j < len(text) && strings.IndexByte("=!<>&|", text[j]) >= 0 {
				j++
			}
			words = append(words, text[i:j])
			i = j
		default:
			j := i
			for j < len(text) && strings.IndexByte(" \t\n\"'(){},=!<>&|", text[j]) < 0 {
				j++
			}
			words = append(words, text[i:j])
			i = j
		}
	}
	return words, nil
}

type predicate struct{ words []string }

// accept takes the next word when it is one of the given, in any case.
func (p *predicate) accept(words ...string) bool {
	for _, w := range words {
		if len(p.words) > 0 && strings.EqualFold(p.words[0], w) {
			p.words = p.words[1:]
			return true
		}
	}
	return false
}

func (p *predicate) or() (func(entry) bool, error) {
	left, err := p.and()
	for err == nil && p.accept("OR", "||") {
		before := left
		var right func(entry) bool
		right, err = p.and()
		left = func(e entry) bool { return before(e) || right(e) }
	}
	return left, err
}

func (p *predicate) and() (func(entry) bool, error) {
	left, err := p.not()
	for err == nil && p.accept("AND", "&&") {
		before := left
		var right func(entry) bool
		right, err = p.not()
		left = func(e entry) bool { return before(e) && right(e) }
	}
	return left, err
}

func (p *predicate) not() (func(entry) bool, error) {
	if p.accept("NOT", "!") {
		inner, err := p.not()
		return func(e entry) bool { return !inner(e) }, err
	}
	if p.accept("(") {
		inner, err := p.or()
		if err == nil && !p.accept(")") {
			err = errPredicate
		}
		return inner, err
	}
	return p.comparison()
}

func (p *predicate) comparison() (func(entry) bool, error) {
	if len(p.words) < 3 {
		return nil, errPredicate
	}
	field, op := p.words[0], strings.ToUpper(p.words[1])
	p.words = p.words[2:]
	get := predicateField(field)
	if get == nil {
		return nil, errPredicate
	}
	if op == "IN" {
		return p.in(get)
	}
	value := p.words[0]
	p.words = p.words[1:]
	if strings.ContainsAny(value, "(){},=!<>&|") && !strings.HasPrefix(value, `"`) {
		return nil, errPredicate
	}
	value = strings.TrimPrefix(value, `"`)
	fold := strings.HasSuffix(op, "[C]") || strings.HasSuffix(op, "[CD]")
	op, _, _ = strings.Cut(op, "[")
	test := predicateTest(op)
	if test == nil {
		return nil, errPredicate
	}
	return func(e entry) bool {
		have := get(e)
		if fold {
			return test(strings.ToLower(have), strings.ToLower(value))
		}
		return test(have, value)
	}, nil
}

func (p *predicate) in(get func(entry) string) (func(entry) bool, error) {
	if !p.accept("{") {
		return nil, errPredicate
	}
	set := map[string]bool{}
	for !p.accept("}") {
		if len(p.words) == 0 {
			return nil, errPredicate
		}
		if !p.accept(",") {
			set[strings.TrimPrefix(p.words[0], `"`)] = true
			p.words = p.words[1:]
		}
	}
	return func(e entry) bool { return set[get(e)] }, nil
}

func predicateField(name string) func(entry) string {
	switch name {
	case "process":
		return func(e entry) string { return e.Process }
	case "processImagePath", "senderImagePath":
		return func(e entry) string { return e.Image }
	case "sender":
		return func(e entry) string { return path.Base(e.Image) }
	case "subsystem":
		return func(e entry) string { return e.Subsystem }
	case "category":
		return func(e entry) string { return e.Category }
	case "eventMessage", "composedMessage":
		return func(e entry) string { return e.Message }
	case "messageType", "logType":
		return func(e entry) string { return strings.ToLower(e.Type) }
	case "eventType", "type":
		return func(entry) string { return "logEvent" }
	}
	return nil
}

func predicateTest(op string) func(have, value string) bool {
	switch op {
	case "=", "==":
		return func(have, value string) bool { return have == value }
	case "!=", "<>":
		return func(have, value string) bool { return have != value }
	case "CONTAINS":
		return strings.Contains
	case "BEGINSWITH":
		return strings.HasPrefix
	case "ENDSWITH":
		return strings.HasSuffix
	case "LIKE":
		return func(have, value string) bool {
			ok, err := path.Match(value, strings.ReplaceAll(have, "/", "\x00"))
			return ok && err == nil
		}
	case "MATCHES":
		return func(have, value string) bool {
			re, err := regexp.Compile("^(?:" + value + ")$")
			return err == nil && re.MatchString(have)
		}
	}
	return nil
}
