package cli

import (
	"context"
	"encoding/json"
	"time"

	"github.com/spf13/cobra"

	"bazelapple/server/wire"
)

// completing bounds the wait of a shell for completions.
const completing = 2 * time.Second

// completion returns the function that completes a parameter's values: those of
// its enum, else what its format says lives in the workspace; nil for others.
func (c *door) completion(p parameter) cobra.CompletionFunc {
	switch {
	case len(p.Enum) > 0:
		return cobra.FixedCompletions(p.Enum, cobra.ShellCompDirectiveNoFileComp)
	case p.Format == "bazel-label":
		return func(cmd *cobra.Command, _ []string, typed string) ([]string, cobra.ShellCompDirective) {
			var found wire.TargetsResult
			c.ask(cmd.Context(), wire.MethodTargets, wire.TargetsParams{Query: typed, Limit: 100}, &found)
			var out []string
			for _, t := range found.Targets {
				out = append(out, t.Label+"\t"+t.RuleClass)
			}
			return out, cobra.ShellCompDirectiveNoFileComp
		}
	case p.Format == "simulator":
		return func(cmd *cobra.Command, _ []string, _ string) ([]string, cobra.ShellCompDirective) {
			var found wire.DestinationsResult
			c.ask(cmd.Context(), wire.MethodDestinations, struct{}{}, &found)
			var out []string
			for _, d := range found.Destinations {
				if d.Kind == "simulator" {
					out = append(out, d.ID+"\t"+d.Name+" "+d.OS)
				}
			}
			return out, cobra.ShellCompDirectiveNoFileComp
		}
	}
	return nil
}

// ask puts a question to the workspace; without an answer nothing completes.
func (c *door) ask(ctx context.Context, method string, params, result any) {
	ctx, cancel := context.WithTimeout(ctx, completing)
	defer cancel()
	b, err := c.Backend(ctx, c.workspace, false)
	if err != nil {
		return
	}
	defer b.Close()
	var raw json.RawMessage
	if b.Ask(ctx, method, params, &raw) == nil {
		_ = json.Unmarshal(raw, result)
	}
}
