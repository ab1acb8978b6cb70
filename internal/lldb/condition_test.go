package lldb

import "testing"

func TestOnlyHarmlessConditionsAreAskedAgain(t *testing.T) {
	for _, e := range []string{"nosuch > 1", "n == 3 && word != 0", "(a + b) * 2 >= c", "*p <= q->n", `name[0] == 'o'`, "!ready || count < 4"} {
		if changes(e) {
			t.Errorf("%q changes nothing", e)
		}
	}
	for _, e := range []string{"n++ > 3", "--n", "n = 3", "a += 1", "a <<= 1", "strlen(s) > 3", "list.first(where: f)", "[name isEqual:other]", "v[0] (1)"} {
		if !changes(e) {
			t.Errorf("%q may change something", e)
		}
	}
}
