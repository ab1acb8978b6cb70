package runs

import (
	"sync"
	"time"
)

// A batch of output is told when it is this old or this long, so that a program
// that prints millions of lines does not make millions of messages.
const (
	batchAge  = 50 * time.Millisecond
	batchSize = 32 << 10 // bytes
)

// output gathers the lines that a program prints and tells them in batches, in
// order, with secrets removed.
type output struct {
	mu    sync.Mutex
	text  []byte
	timer *time.Timer
	tell  func(text string)
}

func (o *output) line(line string) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.text = append(append(o.text, line...), '\n')
	switch {
	case len(o.text) >= batchSize:
		o.told()
	case o.timer == nil:
		o.timer = time.AfterFunc(batchAge, o.flush)
	}
}

// flush tells what has been gathered.
func (o *output) flush() {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.told()
}

func (o *output) told() {
	if o.timer != nil {
		o.timer.Stop()
		o.timer = nil
	}
	if len(o.text) > 0 {
		o.tell(string(o.text))
		o.text = o.text[:0]
	}
}
