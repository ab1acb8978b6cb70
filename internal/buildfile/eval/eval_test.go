package eval

import (
	"fmt"
	"strings"
	"testing"

	"github.com/bazelbuild/buildtools/build"
)

// show writes a value as Starlark would, unknown parts as "?".
func show(v Value) string {
	switch v := v.(type) {
	case string:
		return fmt.Sprintf("%q", v)
	case *List:
		var parts []string
		for _, item := range v.Items {
			parts = append(parts, show(item))
		}
		for _, g := range v.Globs {
			parts = append(parts, fmt.Sprintf("glob(%v-%v)", g.Include, g.Exclude))
		}
		if v.Open {
			parts = append(parts, "...")
		}
		return "[" + strings.Join(parts, " ") + "]"
	case *Dict:
		var parts []string
		for _, k := range v.Keys {
			parts = append(parts, show(k)+":"+show(v.items[k]))
		}
		if v.Open {
			parts = append(parts, "...")
		}
		return "{" + strings.Join(parts, " ") + "}"
	case nil, Unknown:
		return "?"
	}
	if s, ok := text(v); ok {
		return s
	}
	return fmt.Sprintf("%T", v)
}

func TestExpression(t *testing.T) {
	for _, c := range []struct{ source, want string }{
		{`"a" + "b"`, `"ab"`}, {`"%s-%d" % ("a", 3)`, `"a-3"`}, {`"100%%" % ()`, `"100%"`}, {`"{}{}".format("a", 1)`, `"a1"`},
		{`"{x}{0}{{}}".format("a", x = "b")`, `"ba{}"`}, {`"{}".format(u)`, `?`}, {`"a" + u`, `?`}, {`",".join(["a", "b"])`, `"a,b"`},
		{`",".join(["a", u])`, `?`}, {`"a.b.c".split(".")[-1]`, `"c"`}, {`"a.b.c".rsplit(".", 1)`, `["a.b" "c"]`}, {`"x/y".partition("/")[2]`, `"y"`},
		{`"Foo".lower() + "foo bar".title()`, `"fooFoo Bar"`}, {`"abc"[1:]`, `"bc"`}, {`"abc"[-1]`, `"c"`}, {`"abc".replace("b", "")`, `"ac"`},
		{`"abcX".removesuffix("X")`, `"abc"`}, {`[x + "1" for x in ["a", "b"] if x != "b"]`, `["a1"]`}, {`[x for x in u]`, `[? ...]`},
		{`{k: v for k, v in {"a": 1}.items()}`, `{"a":1}`}, {`[x + y for x in ["a"] for y in ["b", "c"]]`, `["ab" "ac"]`},
		{`["a"] + glob(["*.m"], exclude = ["x.m"])`, `["a" glob([*.m]-[x.m])]`}, {`["a"] + u`, `["a" ...]`}, {`u + ["a"]`, `["a" ...]`},
		{`select({"x": ["a"], "y": ["b", "a"]}) + ["c"]`, `["a" "b" "c"]`}, {`select({"x": "a"})`, `?`},
		{`dict(a = 1, **{"b": 2})`, `{"a":1 "b":2}`}, {`{"a": 1} | {"b": 2}`, `{"a":1 "b":2}`}, {`{"a": 1}.get("b", 3)`, `3`}, {`{"a": 1}["a"]`, `1`},
		{`u.get("a")`, `?`}, {`"a" in ["a", u]`, `True`}, {`"b" in ["a", u]`, `?`}, {`"b" not in ["a"]`, `True`}, {`len([1, 2]) * 2`, `4`},
		{`7 // 2 - 7 % 4`, `0`}, {`-7 // 2`, `-4`}, {`"a" if u else "a"`, `"a"`}, {`"a" if u else "b"`, `?`}, {`u and False`, `False`}, {`u or "x"`, `?`}, {`u or True`, `True`},
		{`None or "x"`, `"x"`}, {`not []`, `True`}, {`not u`, `?`}, {`sorted(["b", "a"])`, `["a" "b"]`}, {`list(reversed([1, 2]))`, `[2 1]`},
		{`[i for i, x in enumerate(["a", "b"])]`, `[0 1]`}, {`[a + b for a, b in zip(["a"], ["b"])]`, `["ab"]`}, {`range(1, 6, 2)`, `[1 3 5]`},
		{`any([False, True])`, `True`}, {`all([])`, `True`}, {`str(3) + str(True)`, `"3True"`}, {`int("4") + 1`, `5`}, {`type([])`, `"list"`},
		{`(lambda x, y = "z": x + y)("a")`, `"az"`}, {`struct(a = struct(b = "c")).a.b`, `"c"`}, {`getattr(struct(a = 1), "b", 2)`, `2`},
		{`hasattr(struct(a = 1), "a")`, `True`}, {`"a".startswith(("x", "a"))`, `True`}, {`"a" < "b"`, `True`}, {`[1, 2] == [1, 2]`, `True`},
		{`[1, u] == [1, 2]`, `?`}, {`"a" * 3`, `"aaa"`}, {`"a" * 1000000000`, `?`}, {`[0] * 1000000000`, `?`}, {`len(range(1000000000))`, `?`},
		{`set(["a"])`, `["a"]`}, {`[][5]`, `?`}, {`1 // 0`, `?`}, {`"%s" % u`, `?`}, {`"%s %s" % ("a",)`, `?`}, {`("a", "b")[1]`, `"b"`}, {`undefined.x.y(1)`, `?`},
	} {
		f, err := build.ParseBuild("", append(make([]byte, 0, 200), c.source...))
		if err != nil {
			t.Fatal(c.source, err)
		}
		r := &Run{}
		if got := show(r.Expression(f.Stmt[0], func(string) Value { return nil })); got != c.want {
			t.Errorf("%s: got %s, want %s", c.source, got, c.want)
		}
	}
}

// FuzzModule holds that no code makes the evaluator panic or run on.
func FuzzModule(f *testing.F) {
	f.Add("def m(name, **kwargs):\n    for x in range(9):\n        native.cc_library(name = name + str(x), **kwargs)\nm(name = \"a\")\n")
	f.Add("x = [1]\nx[0] = x\ny = {\"a\": x}\ny[\"a\"].append(y)\nz = x == x\n")
	f.Add("def f(g, *a, **k):\n    return g(g, *a, **k)\nf(f, 1, b = f)\n")
	f.Add("s = macro(implementation = lambda name, visibility: name, attrs = {\"a\": attr.string(default = \"x\")})\ns(name = \"n\")\n")
	f.Fuzz(func(t *testing.T, source string) {
		file, err := build.ParseBzl("", []byte(source))
		if err != nil {
			return
		}
		globals := Module("//:x.bzl", file.Stmt, func(string, string) Value { return Unknown{} })
		r := &Run{Record: func(Call) {}}
		for _, v := range globals {
			r.Call(v, arguments{named: NewDict(), positional: []Value{"a", Unknown{}}})
		}
	})
}
