package session_test

import (
	"context"
	"errors"
	"path/filepath"
	"reflect"
	"testing"

	"bazelapple/internal/config"
	"bazelapple/internal/session"
)

func settings(t *testing.T) *config.Config {
	return config.New(config.Source{Home: t.TempDir(), Getenv: func(string) string { return "" }})
}

func TestDefaultsAreRememberedAndReplaced(t *testing.T) {
	file := filepath.Join(t.TempDir(), "state", "x.json")
	events := 0
	s := session.New("/ws", settings(t), file, func(session.Event) { events++ })
	check := func(s *session.Session, want map[string]any) {
		t.Helper()
		if got := s.Defaults(); !reflect.DeepEqual(got, want) {
			t.Errorf("got %v, want %v", got, want)
		}
	}
	set := func(v map[string]any, remember bool) {
		t.Helper()
		if err := s.Set(v, remember); err != nil {
			t.Fatal(err)
		}
	}
	set(map[string]any{"target": "//a:b", "simulatorId": "ID"}, true)
	set(map[string]any{"simulatorName": "iPhone"}, true)
	check(s, map[string]any{"target": "//a:b", "simulatorName": "iPhone"})
	set(map[string]any{"target": "//agent:x"}, false)
	check(session.New("/ws", settings(t), file, nil), map[string]any{"target": "//a:b", "simulatorName": "iPhone"})
	set(map[string]any{"target": nil}, true)
	check(s, map[string]any{"simulatorName": "iPhone"})
	if err := s.Clear(true); err != nil {
		t.Fatal(err)
	}
	check(s, map[string]any{})
	if err := s.Activate("__proto__", true); err == nil {
		t.Error("an unknown profile must be refused")
	}
	if events != 5 {
		t.Errorf("%d events", events)
	}
}

func TestTasks(t *testing.T) {
	host, end := context.WithCancel(t.Context())
	tasks := session.NewTasks[string](host, "log", nil)
	body := func(ctx context.Context) error { <-ctx.Done(); return ctx.Err() }
	one, two := tasks.Start("a", "x", body), tasks.Start("b", "y", body)
	if list := tasks.List(); len(list) != 2 || list[0] != one || one.ID != "log-1" {
		t.Errorf("%v", list)
	}
	if _, err := tasks.Stop(one.ID); err != nil {
		t.Error(err)
	}
	if _, err := tasks.Stop(one.ID); !errors.Is(err, session.ErrNoTask) {
		t.Error(err)
	}
	end()
	<-two.Done()
	failed := tasks.Start("a", "z", func(context.Context) error { return errors.New("child died") })
	<-failed.Done()
	if failed.Err() == nil {
		t.Error("the failure is lost")
	}
	if _, err := tasks.Stop(failed.ID); err == nil {
		t.Error("stop must tell the failure")
	}
}
