package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"time"

	"bazelapple/internal/run"
)

// output compares the runner, with lines delivered and the log on disk, with a
// bare pipe from the same child.
func output(s *suite) error {
	const size = 200 << 20
	script := fmt.Sprintf(`yes 'a line of output as a build prints it, about eighty characters in all ...' | head -c %d`, size)
	var bare, ours []float64
	peak := uint64(0)
	for range 5 {
		at := time.Now()
		cmd := exec.Command("sh", "-c", script)
		pipe, err := cmd.StdoutPipe()
		if err != nil {
			return err
		}
		if err := cmd.Start(); err != nil {
			return err
		}
		buf := make([]byte, 64<<10)
		for {
			if _, err := pipe.Read(buf); err != nil {
				break
			}
		}
		if err := cmd.Wait(); err != nil {
			return err
		}
		bare = append(bare, since(at))

		file, err := os.Create(filepath.Join(s.work, "log"))
		if err != nil {
			return err
		}
		at = time.Now()
		_, err = run.OS{Env: os.Environ()}.Run(context.Background(), run.Command{Args: []string{"sh", "-c", script}, Log: file})
		if err != nil {
			return err
		}
		ours = append(ours, since(at))
		file.Close()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		peak = max(peak, m.Sys)
	}
	a, b := median(bare), median(ours)
	row("bare pipe, 200 MB", ms(a), "")
	row("the runner, log on disk", ms(b), fmt.Sprintf("%.2f ×; aim 1.15 × + 250 ms = %.0f ms", b/a, a*1.15+250))
	row("memory of this process", mb(float64(peak)/(1<<20)), "aim 30 MB; XcodeBazelMCP 101 MB, streaming 664 MB (recorded)")
	return nil
}
