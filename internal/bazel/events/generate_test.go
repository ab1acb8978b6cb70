package events

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"google.golang.org/protobuf/encoding/protowire"
)

const configID = "b1147fef0f58e4fff11a43a08714bc4ce949842c80190e97c3895145bb966758"

// generate writes n events in the proportions of a large test run: a target's
// completion, its named set, its test result and console text in turn.
func generate(w io.Writer, form Form, n int) error {
	out := bufio.NewWriterSize(w, 1<<20)
	put := func(b []byte) {
		if form == FormBinary {
			out.Write(protowire.AppendVarint(nil, uint64(len(b))))
			out.Write(b)
			return
		}
		out.Write(b)
		out.WriteByte('\n')
	}
	g := jsonEvent
	if form == FormBinary {
		g = binaryEvent
	}
	put(g(-1, 0))
	for i := range n {
		put(g(i%4, i/4))
	}
	put(g(-2, 0))
	return out.Flush()
}

func names(i int) (label, output, base string) {
	dir := fmt.Sprintf("Modules/Feature%d", i/10)
	label = fmt.Sprintf("//%s:Target%dTests", dir, i)
	output = fmt.Sprintf("%s/Target%dTests.zip", dir, i)
	return label, output, "file:///private/var/tmp/_bazel_dev/ce07beffb0c2ceec5cfaf195407b2f19/execroot/myapp/bazel-out/ios_sim_arm64-dbg-ios-sim_arm64-min17.0-ST-4a6e9d1c2b3f/bin/"
}

const consoleText = "INFO: From Testing //Modules/Feature:Tests:\n\x1b[32m[1,234 / 5,678]\x1b[0m 12 actions running\n    \"Compiling Swift module\" //Modules/Core:Core; 3s worker\n"

func jsonEvent(kind, i int) []byte {
	label, output, base := names(i)
	conf := fmt.Sprintf(`"configuration":{"id":%q}`, configID)
	switch kind {
	case -1:
		return []byte(`{"id":{"started":{}},"children":[{"progress":{}}],"started":{"uuid":"u","startTimeMillis":"1796074373228","command":"test"}}`)
	case -2:
		return []byte(`{"id":{"buildFinished":{}},"finished":{"overallSuccess":true,"finishTimeMillis":"1796074377507","exitCode":{"name":"SUCCESS"}},"lastMessage":true}`)
	case 0:
		return fmt.Appendf(nil, `{"id":{"targetCompleted":{"label":%q,%s}},"children":[{"testResult":{"label":%q,"run":1,"shard":1,"attempt":1,%s}},{"testSummary":{"label":%q,%s}}],"completed":{"success":true,"outputGroup":[{"name":"default","fileSets":[{"id":"%d"}]}],"tag":["net","unit"],"importantOutput":[{"name":%q,"uri":"%s%s","pathPrefix":["bazel-out","ios_sim_arm64-dbg","bin"]}],"testTimeoutSeconds":"300"}}`,
			label, conf, label, conf, label, conf, i, output, base, output)
	case 1:
		return fmt.Appendf(nil, `{"id":{"namedSet":{"id":"%d"}},"namedSetOfFiles":{"files":[{"name":%q,"uri":"%s%s","pathPrefix":["bazel-out","ios_sim_arm64-dbg","bin"]},{"name":"%s.dSYM","uri":"%s%s.dSYM","pathPrefix":["bazel-out","ios_sim_arm64-dbg","bin"]}]}}`,
			i, output, base, output, output, base, output)
	case 2:
		return fmt.Appendf(nil, `{"id":{"testResult":{"label":%q,"run":1,"shard":1,"attempt":1,%s}},"testResult":{"testActionOutput":[{"name":"test.log","uri":"%s%s/test.log"},{"name":"test.xml","uri":"%s%s/test.xml"}],"testAttemptDurationMillis":"1210","status":"PASSED","testAttemptStartMillisEpoch":"1796074373871","executionInfo":{"strategy":"darwin-sandbox","hostname":"mac"}}}`,
			label, conf, base, output, base, output)
	}
	return fmt.Appendf(nil, `{"id":{"progress":{"opaqueCount":%d}},"children":[{"progress":{"opaqueCount":%d}}],"progress":{"stderr":%s}}`,
		i, i+1, strings.ReplaceAll(fmt.Sprintf("%q", strings.Repeat(consoleText, 3)), `\x1b`, `\u001b`))
}

// message builds the binary form.
type message []byte

func (m message) str(n int, s string) message {
	return protowire.AppendString(protowire.AppendTag(m, protowire.Number(n), protowire.BytesType), s)
}

func (m message) msg(n int, in message) message {
	return protowire.AppendBytes(protowire.AppendTag(m, protowire.Number(n), protowire.BytesType), in)
}

func (m message) num(n int, v uint64) message {
	return protowire.AppendVarint(protowire.AppendTag(m, protowire.Number(n), protowire.VarintType), v)
}

func binaryFile(name, uri string, prefix ...string) message {
	m := message{}.str(1, name).str(2, uri)
	for _, p := range prefix {
		m = m.str(4, p)
	}
	return m
}

func binaryEvent(kind, i int) []byte {
	label, output, base := names(i)
	conf := message{}.str(1, configID)
	result := message{}.str(1, label).num(2, 1).num(3, 1).num(4, 1).msg(5, conf)
	id := func(n int, in message) message { return message{}.msg(1, message{}.msg(n, in)) }
	prefix := []string{"bazel-out", "ios_sim_arm64-dbg", "bin"}
	switch kind {
	case -1:
		return id(idStarted, nil).msg(2, message{}.msg(idProgress, nil)).msg(pStarted, message{}.str(1, "u").num(2, 1796074373228).str(5, "test"))
	case -2:
		return id(idFinished, nil).num(20, 1).msg(pFinished, message{}.num(1, 1).num(2, 1796074377507).msg(3, message{}.str(1, "SUCCESS")))
	case 0:
		return id(idCompleted, message{}.str(1, label).msg(3, conf)).
			msg(2, message{}.msg(idTestResult, result)).msg(2, message{}.msg(idTestSummary, message{}.str(1, label).msg(2, conf))).
			msg(pCompleted, message{}.num(1, 1).msg(2, message{}.str(1, "default").msg(3, message{}.str(1, fmt.Sprint(i)))).
				str(3, "net").str(3, "unit").msg(4, binaryFile(output, base+output, prefix...)).num(7, 300))
	case 1:
		return id(idNamedSet, message{}.str(1, fmt.Sprint(i))).msg(pNamedSet, message{}.
			msg(1, binaryFile(output, base+output, prefix...)).msg(1, binaryFile(output+".dSYM", base+output+".dSYM", prefix...)))
	case 2:
		return id(idTestResult, result).msg(pTestResult, message{}.
			msg(2, binaryFile("test.log", base+output+"/test.log")).msg(2, binaryFile("test.xml", base+output+"/test.xml")).
			num(3, 1210).num(5, uint64(Passed)).num(6, 1796074373871).msg(8, message{}.str(2, "darwin-sandbox").str(3, "mac")))
	}
	return id(idProgress, message{}.num(1, uint64(i))).msg(2, message{}.msg(idProgress, message{}.num(1, uint64(i+1)))).
		msg(pProgress, message{}.str(2, strings.Repeat(consoleText, 3)))
}

// generated is a file of n events.
func generated(tb testing.TB, form Form, n int) string {
	tb.Helper()
	path := filepath.Join(tb.TempDir(), "bep")
	f, err := os.Create(path)
	if err != nil {
		tb.Fatal(err)
	}
	if err := generate(f, form, n); err != nil {
		tb.Fatal(err)
	}
	if err := f.Close(); err != nil {
		tb.Fatal(err)
	}
	return path
}
