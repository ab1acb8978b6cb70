package fakeapple

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"howett.net/plist"
)

// plutil is plutil(1) for -convert, -extract, -type, -p and -lint (also the
// default) on XML, binary, OpenStep and JSON property lists.
func plutil(c *call, args []string) error {
	if len(args) == 0 {
		return refuse(1, "No files specified.\nplutil: [command_option] [other_options] file...")
	}
	mode, format, key, output, readable, noNewline := "-lint", "", "", "", false, false
	var files []string
	take := func() string {
		if len(args) == 0 {
			return ""
		}
		word := args[0]
		args = args[1:]
		return word
	}
	for len(args) > 0 {
		switch word := take(); word {
		case "-convert":
			mode, format = word, take()
		case "-extract":
			mode, key, format = word, take(), take()
		case "-type":
			mode, key = word, take()
		case "-p", "-lint":
			mode = word
		case "-o":
			output = take()
		case "-r":
			readable = true
		case "-n":
			noNewline = true
		case "-s":
		case "--":
			files = append(files, args...)
			args = nil
		default:
			if strings.HasPrefix(word, "-") && word != "-" {
				return refuse(1, "unrecognized option: %s\nplutil: [command_option] [other_options] file...", word)
			}
			files = append(files, word)
		}
	}
	if len(files) == 0 {
		return refuse(1, "No files specified.\nplutil: [command_option] [other_options] file...")
	}
	for _, file := range files {
		value, found, err := c.readPlist(file)
		if err != nil {
			return err
		}
		if mode == "-extract" || mode == "-type" {
			if value, err = keyPath(file, value, key); err != nil {
				return err
			}
		}
		switch mode {
		case "-lint":
			c.printf("%s: OK\n", file)
			continue
		case "-p":
			c.printf("%s\n", describe(value, ""))
			continue
		case "-type":
			c.printf("%s\n", typeName(value))
			continue
		}
		out, err := render(file, value, format, readable, found)
		if err != nil {
			return err
		}
		switch {
		case output == "-" || output == "" && format == "raw":
			c.printf("%s", out)
			if format == "raw" && !noNewline {
				c.printf("\n")
			}
		default:
			if err := os.WriteFile(c.path(first(output, file)), out, 0o644); err != nil {
				return refuse(1, "%s: %v", first(output, file), err)
			}
		}
	}
	return nil
}

// readPlist reads one file; the words are plutil's own.
func (c *call) readPlist(file string) (any, int, error) {
	data, err := c.input(file)
	if err != nil {
		return nil, 0, refuse(1, "%s: file does not exist or is not readable or is not a regular file (Error Domain=NSCocoaErrorDomain Code=260 \"The file “%s” couldn’t be opened because there is no such file.\" UserInfo={NSFilePath=%s})", file, file, file)
	}
	if len(bytes.TrimSpace(data)) == 0 {
		return nil, 0, refuse(1, "%s: Property List error: Cannot parse a NULL or zero-length data / JSON error: Unable to parse empty data.", file)
	}
	var value any
	if data[0] == '{' || data[0] == '[' {
		if json.Unmarshal(data, &value) == nil {
			return value, 0, nil
		}
	}
	found, err := plist.Unmarshal(data, &value)
	if _, bare := value.(string); err != nil || bare && found == plist.OpenStepFormat {
		return nil, 0, refuse(1, "%s: Property List error: Unexpected character %c at line 1 / JSON error: JSON text did not start with array or object and option to allow fragments not set.", file, data[0])
	}
	return value, found, nil
}

// keyPath follows "a.b.0"; a backslash keeps a dot inside a key.
func keyPath(file string, value any, path string) (any, error) {
	missing := refuse(1, "%s: Could not extract value, error: No value at that key path or invalid key path: %s", file, path)
	for _, key := range splitPath(path) {
		switch v := value.(type) {
		case map[string]any:
			next, ok := v[key]
			if !ok {
				return nil, missing
			}
			value = next
		case []any:
			n, err := strconv.Atoi(key)
			if err != nil || n < 0 || n >= len(v) {
				return nil, missing
			}
			value = v[n]
		default:
			return nil, missing
		}
	}
	return value, nil
}

func splitPath(path string) []string {
	words, word := []string{}, strings.Builder{}
	for i := 0; i < len(path); i++ {
		switch {
		case path[i] == '\\' && i+1 < len(path):
			i++
			word.WriteByte(path[i])
		case path[i] == '.':
			words = append(words, word.String())
			word.Reset()
		default:
			word.WriteByte(path[i])
		}
	}
	return append(words, word.String())
}

func render(file string, value any, format string, readable bool, found int) ([]byte, error) {
	switch format {
	case "json":
		if !jsonable(value) {
			return nil, refuse(1, "%s: invalid object in plist for destination format", file)
		}
		var b bytes.Buffer
		if readable {
			err := writeAppleJSON(&b, value, "", true)
			b.WriteByte('\n')
			return b.Bytes(), err
		}
		data, err := json.Marshal(value)
		return bytes.ReplaceAll(data, []byte("/"), []byte(`\/`)), err
	case "xml1":
		data, err := plist.MarshalIndent(value, plist.XMLFormat, "\t")
		return append(data, '\n'), err
	case "binary1":
		return plist.Marshal(value, plist.BinaryFormat)
	case "raw":
		return []byte(raw(value)), nil
	}
	return nil, refuse(1, "Unknown format specifier: %s\nplutil: [command_option] [other_options] file...", format)
}

// jsonable tells whether a value has no date and no data, which JSON lacks.
func jsonable(v any) bool {
	switch v := v.(type) {
	case map[string]any:
		for _, item := range v {
			if !jsonable(item) {
				return false
			}
		}
	case []any:
		for _, item := range v {
			if !jsonable(item) {
				return false
			}
		}
	case time.Time, []byte:
		return false
	}
	return true
}

// raw is the form of `plutil -extract KEY raw`: a dictionary's keys, an array's
// length, else the value.
func raw(v any) string {
	switch v := v.(type) {
	case map[string]any:
		return strings.Join(slices.Sorted(maps.Keys(v)), "\n")
	case []any:
		return strconv.Itoa(len(v))
	case time.Time:
		return v.UTC().Format(time.RFC3339)
	}
	return fmt.Sprint(v)
}

func typeName(v any) string {
	switch v.(type) {
	case map[string]any:
		return "dictionary"
	case []any:
		return "array"
	case bool:
		return "bool"
	case string:
		return "string"
	case time.Time:
		return "date"
	case []byte:
		return "data"
	case float64, float32:
		return "float"
	}
	return "integer"
}

// describe is the form of `plutil -p`.
func describe(v any, indent string) string {
	inner := indent + "  "
	switch v := v.(type) {
	case map[string]any:
		var b strings.Builder
		b.WriteString("{\n")
		for _, key := range slices.Sorted(maps.Keys(v)) {
			fmt.Fprintf(&b, "%s%q => %s\n", inner, key, describe(v[key], inner))
		}
		return b.String() + indent + "}"
	case []any:
		var b strings.Builder
		b.WriteString("[\n")
		for i, item := range v {
			fmt.Fprintf(&b, "%s%d => %s\n", inner, i, describe(item, inner))
		}
		return b.String() + indent + "]"
	case string:
		return strconv.Quote(v)
	case time.Time:
		return v.UTC().Format("2006-01-02 15:04:05 -0700")
	case []byte:
		return fmt.Sprintf("{length = %d, bytes = 0x%x}", len(v), v)
	}
	return fmt.Sprint(v)
}
