// Package git asks git which files have changed: argument vectors out, paths in.
package git

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"bazelapple/internal/run"
)

// What the package refuses with.
var (
	ErrNoRepository = errors.New("not a git repository")
	ErrNoBase       = errors.New("no commit in common")
)

// A Client runs git in a folder of a repository.
type Client struct {
	Runner run.Runner
	Dir    string
}

const timeout = 30 * time.Second

func (c *Client) git(ctx context.Context, args ...string) (string, error) {
	// --no-optional-locks: a person's git of the same moment is not to fail.
	out, err := c.Runner.Run(ctx, run.Command{Args: append([]string{"git", "--no-optional-locks"}, args...), Dir: c.Dir, Timeout: timeout, Keep: 64 << 20})
	var exit *run.ExitError
	if errors.As(err, &exit) && strings.Contains(string(exit.Output.Stderr), "not a git repository") {
		return "", fmt.Errorf("%s: %w", c.Dir, ErrNoRepository)
	}
	return string(out.Stdout), err
}

// Working lists the files that differ from the last commit, absolute: changed,
// removed, renamed (both names), and those git does not know and does not ignore.
func (c *Client) Working(ctx context.Context) ([]string, error) { return c.since(ctx, "HEAD") }

// Staged lists the files that the next commit would change.
func (c *Client) Staged(ctx context.Context) ([]string, error) {
	return c.diff(ctx, "--cached")
}

// Since lists the files that differ from where this branch left base.
func (c *Client) Since(ctx context.Context, base string) ([]string, error) {
	out, err := c.git(ctx, "merge-base", "HEAD", base)
	var exit *run.ExitError
	if errors.As(err, &exit) {
		return nil, fmt.Errorf("HEAD and %s: %w: %s", base, ErrNoBase, strings.TrimSpace(string(exit.Output.Stderr)))
	}
	if err != nil {
		return nil, err
	}
	return c.since(ctx, strings.TrimSpace(out))
}

// Base is the branch that work is merged into, as far as the repository tells:
// the remote's own, else main or master.
func (c *Client) Base(ctx context.Context) (string, error) {
	if out, err := c.git(ctx, "symbolic-ref", "--quiet", "--short", "refs/remotes/origin/HEAD"); err == nil {
		return strings.TrimSpace(out), nil
	} else if errors.Is(err, ErrNoRepository) {
		return "", err
	}
	for _, name := range []string{"origin/main", "origin/master", "main", "master"} {
		if _, err := c.git(ctx, "rev-parse", "--quiet", "--verify", name+"^{commit}"); err == nil {
			return name, nil
		}
	}
	return "", fmt.Errorf("%w: there is no branch main or master", ErrNoBase)
}

func (c *Client) since(ctx context.Context, commit string) ([]string, error) {
	if _, err := c.git(ctx, "rev-parse", "--quiet", "--verify", commit+"^{commit}"); err != nil {
		if errors.Is(err, ErrNoRepository) || commit != "HEAD" {
			return nil, err
		}
		return c.untracked(ctx, "--cached") // before the first commit
	}
	changed, err := c.diff(ctx, commit)
	if err != nil {
		return nil, err
	}
	others, err := c.untracked(ctx)
	return append(changed, others...), err
}

// diff reads "git diff --name-only -z"; without rename detection a renamed file
// is listed under both names.
func (c *Client) diff(ctx context.Context, arg string) ([]string, error) {
	return c.paths(ctx, "diff", "--name-only", "--no-renames", "--no-ext-diff", "-z", arg, "--")
}

func (c *Client) untracked(ctx context.Context, more ...string) ([]string, error) {
	return c.paths(ctx, append([]string{"ls-files", "-z", "--full-name", "--others", "--exclude-standard"}, append(more, ":/")...)...)
}

// paths runs a command that lists files below the repository's root.
func (c *Client) paths(ctx context.Context, args ...string) ([]string, error) {
	top, err := c.git(ctx, "rev-parse", "--show-toplevel")
	if err != nil {
		return nil, err
	}
	out, err := c.git(ctx, args...)
	if err != nil {
		return nil, err
	}
	var files []string
	for name := range strings.SplitSeq(out, "\x00") {
		if name != "" {
			files = append(files, filepath.Join(strings.TrimRight(top, "\r\n"), filepath.FromSlash(name)))
		}
	}
	return files, nil
}
