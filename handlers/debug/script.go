package debug

import (
	"errors"
	"slices"
	"strings"
)

// A script is how "bazel run" would start a program, as --script_path writes it:
// "cd DIR && exec env [-] [-u NAME] NAME=value … PROGRAM ARG … "$@"". The form is
// that of RunCommand.java in Bazel 4 to 9.
type script struct {
	dir  string
	env  map[string]string
	args []string // the program first
}

func parseScript(text string) (script, error) {
	s := script{env: map[string]string{}}
	words, err := shellWords(text)
	if err != nil {
		return s, err
	}
	at := slices.Index(words, "exec")
	if at < 3 || words[at-3] != "cd" {
		return s, errors.New("the script that Bazel wrote does not say how to start the program")
	}
	s.dir, words = words[at-2], words[at+1:]
	if len(words) > 0 && words[0] == "env" {
		words = s.environment(words[1:])
	}
	if end := slices.Index(words, "$@"); end >= 0 {
		words = words[:end]
	}
	if len(words) == 0 {
		return s, errors.New("the script that Bazel wrote names no program")
	}
	s.args = words
	return s, nil
}

// environment takes down what "env" is given and returns the words after it.
func (s *script) environment(words []string) []string {
	for len(words) > 0 {
		name, value, set := strings.Cut(words[0], "=")
		switch {
		case words[0] == "-u" && len(words) > 1:
			words = words[1:]
		case set && !strings.Contains(name, "/"):
			s.env[name] = value
		case words[0] != "-" && words[0] != "-i":
			return words
		}
		words = words[1:]
	}
	return words
}

// shellWords splits what a POSIX shell would, without expanding anything;
// comments and line ends after a backslash are left out.
func shellWords(text string) ([]string, error) {
	var out []string
	var word []byte
	inWord, quote := false, byte(0)
	for i := 0; i < len(text); i++ {
		c := text[i]
		switch {
		case quote == '\'' && c != '\'', quote == '"' && c != '"' && c != '\\':
			word = append(word, c)
		case quote != 0 && c == quote:
			quote = 0
		case c == '\\' && i+1 < len(text):
			i++
			if text[i] != '\n' {
				word, inWord = append(word, text[i]), true
			}
		case c == '\'' || c == '"':
			quote, inWord = c, true
		case c == ' ' || c == '\t' || c == '\n':
			if inWord {
				out = append(out, string(word))
			}
			word, inWord = nil, false
		case c == '#' && !inWord:
			for i+1 < len(text) && text[i+1] != '\n' {
				i++
			}
		default:
			word, inWord = append(word, c), true
		}
	}
	if quote != 0 {
		return nil, errors.New("a quotation in Bazel's script is not closed")
	}
	if inWord {
		out = append(out, string(word))
	}
	return out, nil
}
