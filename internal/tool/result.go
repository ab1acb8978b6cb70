package tool

// A Result is what a tool gives back: Text for reading, Data for programs, both
// of the same facts.
type Result struct {
	// Text is the body, without warnings and next steps: those are added once,
	// by Render.
	Text string
	// Data is a small object: a struct or a map, never a list.
	Data     any
	List     *List
	Warnings []string
	Images   []Image
	Files    []Link
	Next     []Next
	// RunID names the run whose log and events hold the rest.
	RunID string
}

// A List is the part of a result that may be long. Doors with a budget show as
// many rows as fit and say how to get the rest.
type List struct {
	Name   string // key of the rows in Data, such as "targets"
	Rows   []Row
	Total  int // of all rows there are; at least Offset + len(Rows)
	Offset int // index of the first row
	// FromEnd shows the last rows where not all fit; there is no call for the
	// rest then.
	FromEnd bool

	from *Next // the call that made it, where another one shows it
}

// A Row is one line of a list and the same facts for programs.
type Row struct {
	Text string
	Data any
}

// An Image is a picture shown to the caller.
type Image struct {
	MIMEType string  `json:"mimeType"`
	Data     []byte  `json:"data"` // base64 in JSON
	Path     string  `json:"path,omitempty"`
	Scale    float64 `json:"scale,omitempty"` // pixels of the picture per point of the screen
}

// A Link is something the tool wrote or found that the caller may want to open.
type Link struct {
	Path     string `json:"path"`
	Title    string `json:"title,omitempty"`
	MIMEType string `json:"mimeType,omitempty"`
}

// Next is a call that usually follows.
type Next struct {
	Tool      string         `json:"tool"`
	Arguments map[string]any `json:"arguments,omitempty"`
	Why       string         `json:"why,omitempty"`
}

// Page holds the paging parameters of a tool that answers with a List.
type Page struct {
	Offset int `json:"offset,omitempty" jsonschema:"rows to skip, to read on after an earlier answer" minimum:"0"`
	Limit  int `json:"limit,omitempty" jsonschema:"most rows to return" minimum:"0"`
}

// Cut returns the rows of all that the page asks for. def bounds the rows when
// the caller did not.
func (p Page) Cut(name string, all []Row, def int) *List {
	limit := p.Limit
	if limit == 0 {
		limit = def
	}
	from := min(p.Offset, len(all))
	to := len(all)
	if limit > 0 {
		to = min(from+limit, len(all))
	}
	return &List{Name: name, Rows: all[from:to], Total: len(all), Offset: from}
}

// Newest is a list whose last rows matter most: where not all fit, the newest
// are shown.
func Newest(name string, rows []Row) *List {
	return &List{Name: name, Rows: rows, Total: len(rows), FromEnd: true}
}
