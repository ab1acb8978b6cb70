package handlers_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"bazelapple/internal/captures"
)

// elsewhere are the reports whose behaviour is held by a test that has another
// name, or that no test can hold, and why.
func elsewhere() map[string]string {
	return map[string]string{
		"L4":  "no tool makes labels of its own from such folders; the message is passed on",
		"L14": "no tool lists a simulator's apps: containers are asked for by bundle identifier",
		"L12": "TestWaitForTheTerminalsLock",
		"B28": "TestEveryRecordingIsCountedRight",
		"B35": "TestScripts",
		"B36": "TestOrder, TestBackgroundGivesWay",
		"B37": "TestThePersonsServerAndCacheStay",
		"B39": "TestBrokenConfig",
		"B40": "TestWord",
		"B42": "TestUnsavedText",
		"B45": "TestEveryRecordedErrorHasItsCategory",
		"B47": "TestEveryRecordedErrorHasItsCategory",
		"B49": "TestStatusWithoutASummary",
		"B50": "TestANormalEventBeatsAnAbort",
		"B52": "TestFollowWaitsForTheLastMessage",
		"B55": "TestEveryRecordingIsCountedRight",
		"B56": "TestEveryRecordingIsCountedRight",
		"L1":  "TestEnclosed",
		"L2":  "TestCancelEndsTheActionsWithinTwoSeconds",
		"L3":  "TestNamesAreRepairedAndTextIsNot",
		"L5":  "TestOutputsOfATest",
		"L6":  "TestEveryRecordingIsCountedRight",
		"L7":  "TestEveryRecordedErrorHasItsCategory",
		"L8":  "TestGluedStatusStandsAlone",
		"L9":  "TestSecretsAreRedacted",
		"L10": "TestRecordings",
		"L13": "TestEveryRecordedErrorHasItsCategory",
	}
}

// Every report of faults that products of this kind have met is held by a test:
// one that bears its id, or one of the list above.
func TestEveryReportHasATest(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(filepath.Dir(captures.Dir(t)), "bugs.md"))
	if err != nil {
		t.Skip("the list of reports is not present: ", err)
	}
	tests := map[string]bool{} // names of all test functions
	form := regexp.MustCompile(`(?m)^func (Test\w+)\(`)
	err = filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, "_test.go") {
			return err
		}
		source, err := os.ReadFile(path)
		for _, m := range form.FindAllSubmatch(source, -1) {
			tests[string(m[1])] = true
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range regexp.MustCompile(`(?m)^\| ([BL]\d+) \|`).FindAllSubmatch(text, -1) {
		id := string(row[1])
		named := false
		for name := range tests {
			named = named || regexp.MustCompile(`^Test`+id+`\D`).MatchString(name)
		}
		if why, listed := elsewhere()[id]; !named && !listed {
			t.Errorf("%s: no test bears its id", id)
		} else if listed {
			for _, name := range regexp.MustCompile(`Test\w+`).FindAllString(why, -1) {
				if !tests[name] {
					t.Errorf("%s: there is no %s", id, name)
				}
			}
		}
	}
}
