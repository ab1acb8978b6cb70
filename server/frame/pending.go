package frame

import (
	"sync"
	"time"
)

// Grace is how long calls may still run after the input has ended: a script
// that writes its requests and closes its end wants its answers.
const Grace = 500 * time.Millisecond

// pending counts the calls that were read and not answered.
type pending struct {
	mu   sync.Mutex
	n    int
	idle chan struct{} // closed when n falls to 0; nil when nobody waits
}

func (p *pending) add(n int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.n += n
	if p.n <= 0 && p.idle != nil {
		close(p.idle)
		p.idle = nil
	}
}

// drain waits until all calls are answered, at most Grace.
func (p *pending) drain() {
	p.mu.Lock()
	if p.n <= 0 {
		p.mu.Unlock()
		return
	}
	idle := make(chan struct{})
	p.idle = idle
	p.mu.Unlock()
	select {
	case <-idle:
	case <-time.After(Grace):
	}
}
