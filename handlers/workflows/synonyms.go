package workflows

import (
	"strings"
	"sync"
)

// vocabulary is words that people use and, after the colon, words of tools for
// the same thing.
const vocabulary = `
which any have show: list
where locate: find path
wipe blank factory: erase clean
reset clear empty: erase clean
start open: boot launch
begin: start
launch run: start
press click touch: tap
picture photo image: screenshot
film movie: video record
tail watch stream: log capture
quit kill close end terminate: stop
abort: cancel
delete remove: uninstall clean
add put: install
phone iphone ipad: device
plugged attached usb: connected
application: app
access: permission
tv: tvos
watch: watchos
vision: visionos
mac desktop: macos
spm swiftpm: package
debug debugger: lldb
break: breakpoint
crash frames: backtrace stack
po print: expression
resume: continue
wrong broken problem why missing diagnose: health check
newer version upgrade: update
compile rebuild: build
execute rerun: run
block: wait
still going: progress running
cover: coverage
sim: simulator
gps place: location
theme: appearance
scroll flick: swipe
elements: accessibility
uses impact: depend
dependency: deps
directory repository: folder workspace
`

// synonyms are the vocabulary by stem.
var synonyms = sync.OnceValue(func() map[string][]string {
	out := map[string][]string{}
	for line := range strings.Lines(vocabulary) {
		said, meant, _ := strings.Cut(line, ":")
		for _, w := range split(said) {
			out[stem(w)] = append(out[stem(w)], words(meant)...)
		}
	}
	return out
})
