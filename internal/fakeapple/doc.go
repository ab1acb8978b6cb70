// Package fakeapple is a stateful stand-in for the programs Apple gives to iOS
// engineers: xcrun (simctl, devicectl, xcdevice, xcresulttool, mcpbridge), plutil,
// open, xcode-select, sw_vers, xcodebuild, swift, osascript, screencapture and
// log, and for the third-party idb, pymobiledevice3 and idevicesyslog. One
// program acts by the name it was started under; Install makes the links. It is
// for tests, for the example and for machines without Xcode, and is never a part
// of the product's binary.
//
// All programs share one world: simulators with boot states, apps, processes,
// containers and screens, and physical devices. It lies as world.json in the
// folder FAKEAPPLE_STATE (default: bazel-apple-fakeapple in the user's cache
// folder) and is safe under parallel processes. Reading never writes. The first
// world is Seed, or the file FAKEAPPLE_FIXTURE names (a World as JSON).
//
// # Process ids
//
// Apps get ids from 4,200,000 on, above what Linux and macOS give to real
// processes, so that a mistaken kill hits nobody. Only `launch --console` and
// `--console-pty` record their own real id, since they stay.
//
// # Knobs
//
// A knob is a variable FAKEAPPLE_<PROGRAM> or FAKEAPPLE_<PROGRAM>_<SUBCOMMAND>
// in capitals with other characters as "_": FAKEAPPLE_SIMCTL,
// FAKEAPPLE_SIMCTL_BOOT, FAKEAPPLE_IDB_UI_TAP, FAKEAPPLE_XCODE_SELECT. The most
// specific one that is set counts. Its value is a comma list:
//
//	slow:D        waits the duration D before it acts
//	silent        acts, and prints nothing
//	endless[:D]   acts, then prints one line each D (default 1s) until killed; with silent it hangs mute
//	stubborn      ignores SIGTERM and SIGINT (to be combined with endless)
//	noisy         prints a foreign line on both streams before it acts
//	fail:N[:TEXT] does nothing, prints TEXT to stderr and exits with N
//	exit:N        acts and prints as usual, but exits with N
//	empty         does nothing and prints an empty answer: a list without entries, else nothing
//	truncated[:N] cuts stdout after N bytes (default: half)
//	answer:FILE   does nothing and prints FILE to stdout
//	error:FILE    does nothing and prints FILE to stderr
//
// Further variables:
//
//	FAKEAPPLE_LOG        file that gets one JSON line per start: {program, args, dir, env, pid}
//	FAKEAPPLE_BOOT_TIME  how long a simulator is "Booting" (default 300ms)
//	FAKEAPPLE_LOG_EVERY  time between two generated log lines (default 250ms)
package fakeapple
