package spm

import (
	"strings"

	"bazelapple/internal/tool"
)

// Flags are further flags of swift build, test or run.
type Flags []string

// Check refuses what is no flag and what would end them.
func (f Flags) Check() error { return tool.ExtraArgs(f).Check() }

// personFlags are what an agent may not pass: they run another program, load
// code into the compiler, lift the sandbox, or move what swift reads and writes.
// Names as in the help of Swift 5.9 to 6.2.
const personFlags = " package-path scratch-path build-path chdir C cache-path config-path security-path multiroot-data-file destination pkg-config-path netrc-file netrc" +
	" disable-sandbox toolset toolchain sdk swift-sdk swift-sdks-path experimental-swift-sdk Xcc Xcxx Xlinker Xmanifest Xbuild-tools-swiftc Xswiftc xunit-output attachments-path" +
	" debugger repl allow-writing-to-package-directory allow-writing-to-directory allow-network-connections disable-signature-validation replace-scm-with-registry use-registry-identity-for-scm" +
	" default-registry-url manifest-cache experimental-event-stream-output event-stream-output-path experimental-configuration-path configuration-path experimental-testing-helper "

// Allow refuses them for an agent, all but -Xswiftc -DNAME.
func (f Flags) Allow(c tool.Client) error {
	if c.Role != tool.Agent {
		return nil
	}
	for i, a := range f {
		dashed, isFlag := strings.CutPrefix(a, "-")
		name, _, _ := strings.Cut(strings.TrimPrefix(dashed, "-"), "=")
		defines := a == "-Xswiftc" && i+1 < len(f) && strings.HasPrefix(f[i+1], "-D")
		if isFlag && !defines && strings.Contains(personFlags, " "+name+" ") {
			return tool.Errorf(tool.Precondition, "Ask the person to run it, or to put it into Package.swift.", "an agent may not pass %.60q", a)
		}
	}
	return nil
}
