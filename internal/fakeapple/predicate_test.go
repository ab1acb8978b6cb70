package fakeapple

import "testing"

func TestPredicates(t *testing.T) {
	e := entry{Process: "Demo", Image: "/x/Demo.app/Demo", Subsystem: "com.example.demo", Category: "net", Message: "It's \"done\"", Type: "Error"}
	for text, want := range map[string]bool{
		`process == "Demo"`:                                        true,
		`process = 'Demo' && category != "ui"`:                     true,
		`NOT process == "Demo"`:                                    false,
		`(subsystem BEGINSWITH "com.example") AND category == net`: true,
		`eventMessage CONTAINS[c] "DONE"`:                          true,
		`eventMessage CONTAINS "DONE"`:                             false,
		`eventMessage CONTAINS "\"done\""`:                         true,
		`processImagePath ENDSWITH "/Demo"`:                        true,
		`subsystem LIKE "com.*.demo"`:                              true,
		`messageType == "error" OR messageType == "fault"`:         true,
		`category IN {"a", "net"}`:                                 true,
		`subsystem MATCHES "com\\.example\\..+"`:                   true,
	} {
		match, err := parsePredicate(text)
		if err != nil || match(e) != want {
			t.Errorf("%s: %v, want %v", text, err, want)
		}
	}
	for _, text := range []string{"", "process", "process ==", `process == "Demo`, `process == "a" AND`, `(process == "a"`, `nosuch == "a"`, `process ~ "a"`, `process == "a" category == "b"`, `category IN {"a"`} {
		if _, err := parsePredicate(text); err == nil {
			t.Errorf("%q is no predicate", text)
		}
	}
}

func FuzzPredicate(f *testing.F) {
	for _, seed := range []string{`process == "Demo" AND NOT (a IN {"b"})`, `((((`, `NOT NOT NOT`, `a MATCHES "["`, "\\\"\x00"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if match, err := parsePredicate(text); err == nil {
			match(entry{})
		}
	})
}
