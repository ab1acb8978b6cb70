package lldb

import (
	"bytes"
	"context"
	"crypto/rand"
	"fmt"
	"regexp"
	"strings"
	"sync"

	"bazelapple/internal/run"
)

// A console is LLDB's own command line, read and written through pipes. LLDB
// repeats every line of such an input behind its prompt before it runs it, and
// a comment too: so each command is followed by a comment that no program can
// know, and what stands between the two is its answer. Seen with 22.1.8; the
// repeating of comments is older (interpreter.echo-comment-commands, LLVM 7).
type console struct {
	process *run.Process
	token   string
	// follow is called with each line that LLDB prints, in order, and reports
	// whether it belongs to no answer.
	follow func(line string) (aside bool)

	mu    sync.Mutex
	n     int
	asked []question // not answered yet, oldest first

	text    strings.Builder // since the last answer
	partial []byte          // the line that has not ended
}

// A question is one command without its answer.
type question struct {
	line, mark string
	answer     chan string
}

const prompt = "(lldb) "

// start starts LLDB, which outlives ctx.
func (c *console) start(ctx context.Context, runner run.Runner, args []string, follow func(string) bool) error {
	c.token, c.follow = rand.Text(), follow
	var err error
	c.process, err = runner.Start(context.WithoutCancel(ctx), run.Command{Args: append(args, "--no-use-colors"), KeepStdin: true, Raw: c, Merge: true})
	return err
}

// ask runs one line. The answer comes over the channel, unless LLDB ends first.
func (c *console) ask(line string) <-chan string {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.n++
	q := question{strings.TrimSpace(line), fmt.Sprintf("# %s-%d", c.token, c.n), make(chan string, 1)}
	c.asked = append(c.asked, q)
	c.write(q.line + "\n" + q.mark)
	return q.answer
}

// send runs a line whose answer nobody waits for.
func (c *console) send(line string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.write(line)
}

// write writes under the lock. When LLDB has gone there is nobody to read it,
// and its end is noticed elsewhere.
func (c *console) write(text string) { _, _ = c.process.Stdin.Write([]byte(text + "\n")) }

// Write takes what LLDB prints.
func (c *console) Write(p []byte) (int, error) {
	c.partial = append(c.partial, p...)
	for {
		line, rest, ok := bytes.Cut(c.partial, []byte("\n"))
		if !ok {
			break
		}
		c.take(strings.TrimSuffix(string(line), "\r"))
		c.partial = rest
	}
	if len(c.partial) > run.MaxLine {
		c.take(string(c.partial))
		c.partial = nil
	}
	return len(p), nil
}

func (c *console) take(line string) {
	if q, before, ok := c.answered(line); ok {
		text := c.text.String() + strings.TrimSuffix(before, prompt)
		c.text.Reset()
		q.answer <- after(text, q.line)
		return
	}
	if !c.follow(line) && c.text.Len() < maxFrame {
		c.text.WriteString(line + "\n")
	}
}

// answered finds the oldest question whose mark is in the line.
func (c *console) answered(line string) (q question, before string, ok bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.asked) == 0 {
		return question{}, "", false
	}
	q = c.asked[0]
	if before, _, ok = strings.Cut(line, q.mark); ok {
		c.asked = c.asked[1:]
	}
	return q, before, ok
}

// unanswered is what LLDB has printed since its last answer, once it has ended.
func (c *console) unanswered() string { return c.text.String() + string(c.partial) }

// after cuts off what was printed before the command ran, and its repetition.
func after(text, line string) string {
	if _, answer, ok := strings.Cut(text, prompt+line+"\n"); ok {
		return answer
	}
	return text
}

// waits reports whether LLDB would not run the line but take those after it for
// the expression that it lacks.
func waits(line string) bool {
	word := firstWord(line)
	m := commandWord().FindStringSubmatch(word)
	if m == nil {
		return false
	}
	command, _ := expand(m[1])
	_, rest, _ := strings.Cut(line, word)
	return command == "expression" && onlyOptions().MatchString(strings.TrimSpace(rest))
}

var onlyOptions = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^(--|-.*\s--)?$`) })

func firstWord(line string) string {
	if words := strings.Fields(line); len(words) > 0 {
		return words[0]
	}
	return ""
}
