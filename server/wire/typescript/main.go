// Command typescript writes the editor protocol's types as TypeScript, for
// go generate in server/wire.
package main

import (
	"fmt"
	"os"

	"github.com/gzuidhof/tygo/tygo"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: typescript FILE")
		os.Exit(2)
	}
	err := tygo.New(&tygo.Config{Packages: []*tygo.PackageConfig{{
		Path:        "bazelapple/server/wire",
		OutputPath:  os.Args[1],
		Frontmatter: "// Generated from server/wire by `go generate ./server/wire`; do not edit.\n\n" + answer,
		TypeMappings: map[string]string{
			"json.RawMessage": "unknown",
			"tool.Kind":       "Kind",
			"testresult.Case": "TestCase",
			"any":             "unknown",
		},
		FallbackType: "unknown",
	}}}).Generate()
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// answer are the types of package tool that results are made of; that package
// is no part of the wire otherwise.
const answer = `/** A JSON schema, as far as argument forms need it. */
export interface Schema {
  type?: string; description?: string; enum?: unknown[]; format?: string; items?: Schema; properties?: Record<string, Schema>;
  additionalProperties?: Schema | boolean; required?: string[]; minimum?: number; maximum?: number; default?: unknown;
}
/** The arguments of a call, by name. */
export type Arguments = Record<string, unknown>;
/** Who can act on a failure. */
export type Kind = "invalid_input" | "unknown_tool" | "not_found" | "precondition" | "command" | "timeout" | "cancelled" | "internal";
/** A call that usually follows. */
export interface Next { tool: string; arguments?: Record<string, unknown>; why?: string }
/** A picture; data is base64. */
export interface Image { mimeType: string; data: string; path?: string; scale?: number }
/** Something the tool wrote or found. */
export interface Link { path: string; title?: string; mimeType?: string }
/** The answer of a call. */
export interface Answer { isError: boolean; kind?: Kind; text: string; data?: unknown; warnings?: string[]; next?: Next[]; images?: Image[]; files?: Link[]; runId?: string }
/** One execution of a test function. Attempt, shard and run count from 1. */
export interface TestCase {
  suite?: string; name: string; displayName?: string; arguments?: string; status: "passed" | "failed" | "skipped" | "expectedFailure" | "errored"; reason?: string;
  seconds: number; failures?: TestFailure[]; attempt?: number; shard?: number; run?: number; output?: string; attachments?: { name: string; path?: string }[];
}
/** A recorded problem. Places count from 1. */
export interface TestFailure { message: string; file?: string; line?: number; column?: number; expected?: string; actual?: string; stack?: string }
`
