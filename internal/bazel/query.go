package bazel

import (
	"errors"
	"strings"
)

// Word writes a label as one word of the query language: as it is where that is
// unambiguous, else in quotes. The language has no escapes: a word with both
// kinds of quotes cannot be written (query syntax, bazel.build/query/language).
func Word(text string) (string, error) {
	plain := text != "" && strings.IndexFunc(text, func(r rune) bool {
		return !(r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("*/@.-_:$~[]", r))
	}) < 0 && !strings.ContainsRune("*-$", rune(text[0]))
	switch {
	case plain:
		return text, nil
	case !strings.Contains(text, `"`):
		return `"` + text + `"`, nil
	case !strings.Contains(text, "'"):
		return "'" + text + "'", nil
	}
	return "", errors.New("a label with both kinds of quotes cannot be written in a query")
}

// Enclosed refuses an expression that would leave the parentheses it is put
// into, or that has an open quotation.
func Enclosed(expression string) error {
	depth, quote := 0, rune(0)
	for _, r := range expression {
		switch {
		case quote != 0:
			if r == quote {
				quote = 0
			}
		case r == '"' || r == '\'':
			quote = r
		case r == '(':
			depth++
		case r == ')':
			if depth--; depth < 0 {
				return errors.New("it closes a parenthesis that it did not open")
			}
		case r == ',' && depth == 0:
			return errors.New("a comma outside parentheses would begin another argument")
		}
	}
	switch {
	case quote != 0:
		return errors.New("a quotation is not closed")
	case depth != 0:
		return errors.New("a parenthesis is not closed")
	}
	return nil
}
