// Package events reads the build event file of one Bazel invocation, Bazel 2 to
// 9, in both forms that Bazel writes: --build_event_json_file (one JSON object a
// line) and --build_event_binary_file (varint-delimited protobuf messages). Field
// names and numbers are those of Bazel's build_event_stream.proto.
//
// Our own builds ask for the binary form (Preferred). BenchmarkRead, 2 cores
// shared with other work, a mix of targetCompleted, namedSet, testResult and
// progress: binary 504-874 MB/s, JSON 359-589 MB/s, and the same events take
// 1.4 times as many bytes in JSON. Bazel 4.2.3 itself needs 0-9 ms more for a
// build with nothing to do when it writes the binary file, 1-20 ms for JSON. A
// million events hold 78 MB afterwards, for 250,000 targets, as many tests and
// as many named sets.
//
// When the workspace's .bazelrc already names a JSON file, that one is followed:
// Bazel keeps the last value of a flag, so asking again would take the file away
// from its owner.
//
// Named sets, output groups, test outputs, command lines and console text stay
// in the file: the model holds their offsets and reads them when asked, so a
// Build needs its file for as long as those questions are put.
//
// Shards, runs and attempts count from 1, as in the event ids; the environment
// variable TEST_SHARD_INDEX that a test itself sees counts from 0.
package events

// Form is one of the two ways Bazel writes events into a file.
type Form uint8

// The forms; FormUnknown is a file too short to tell.
const (
	FormUnknown Form = iota
	FormJSON
	FormBinary
)

// Preferred is the form our own builds ask for.
const Preferred = FormBinary

// Flag is the Bazel option that writes events of this form to path.
func (f Form) Flag(path string) string {
	if f == FormJSON {
		return "--build_event_json_file=" + path
	}
	return "--build_event_binary_file=" + path
}

// formOf tells the form from the first bytes after any NULs. A binary stream
// may begin with '{' too (a first event of 123 bytes), but then the tag of the
// event id follows, which is a line feed and never starts a JSON member.
func formOf(b []byte) Form {
	if len(b) < 2 {
		return FormUnknown
	}
	if b[0] == '{' && b[1] != 0x0a {
		return FormJSON
	}
	return FormBinary
}

// Completeness says how much of a stream there was.
type Completeness uint8

// None: the file is missing or empty, so only the exit status and stderr of the
// client tell the result. Incomplete: the stream began and ends without
// Bazel's last message. Complete: the last message was read.
const (
	None Completeness = iota
	Incomplete
	Complete
)

func (c Completeness) String() string {
	return [...]string{"none", "incomplete", "complete"}[c]
}
