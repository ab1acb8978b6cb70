package events

// Abort is an event that will not come, with the reason.
type Abort struct {
	// Label is the target, "" when a pattern failed.
	Label    string
	Patterns []string
	Reason   AbortReason
	// Description is Bazel's text, often several lines; may be empty.
	Description string
}
