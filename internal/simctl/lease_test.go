package simctl_test

import (
	"bufio"
	"context"
	"errors"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"bazelapple/internal/simctl"
)

const udid = "11111111-AAAA-4000-8000-000000000001"

// TestMain holds a lease until it is killed, where it is started to do so.
func TestMain(m *testing.M) {
	folder := os.Getenv("HOLD_LEASE_IN")
	if folder == "" {
		os.Exit(m.Run())
	}
	l := &simctl.Leases{Folder: folder}
	if err := l.Take(context.Background(), udid, simctl.Holder{Owner: "agent other", Client: "other-agent", Tool: "bazel_ios_tap"}); err != nil {
		panic(err)
	}
	os.Stdout.WriteString("held\n")
	time.Sleep(time.Hour)
}

func agent(name string) simctl.Holder {
	return simctl.Holder{Owner: "agent " + name, Client: name, Tool: "bazel_ios_tap"}
}

func TestLeaseOfAKilledProcessIsFree(t *testing.T) {
	l := &simctl.Leases{Folder: t.TempDir(), Wait: time.Millisecond}
	t.Cleanup(l.Close)
	other := exec.Command(os.Args[0])
	other.Env = append(os.Environ(), "HOLD_LEASE_IN="+l.Folder)
	out, err := other.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := other.Start(); err != nil {
		t.Fatal(err)
	}
	if line, _ := bufio.NewReader(out).ReadString('\n'); line != "held\n" {
		t.Fatalf("the other process said %q", line)
	}
	err = l.Take(t.Context(), strings.ToLower(udid), agent("mine"))
	var held *simctl.HeldError
	if !errors.As(err, &held) || held.Holder.Client != "other-agent" || held.Holder.PID != other.Process.Pid || held.Holder.Tool != "bazel_ios_tap" || held.Holder.Since.IsZero() {
		t.Errorf("another process's simulator: %v", err)
	}
	if who := l.Holders()[udid]; who.PID != other.Process.Pid {
		t.Errorf("the holder is told as %+v", who)
	}
	other.Process.Kill()
	other.Wait()
	if holders := l.Holders(); len(holders) != 0 {
		t.Errorf("a killed process still holds: %v", holders)
	}
	if err := l.Take(t.Context(), udid, agent("mine")); err != nil {
		t.Errorf("after the kill: %v", err)
	}
}

func TestLeaseIsItsOwners(t *testing.T) {
	l := &simctl.Leases{Folder: t.TempDir(), Idle: time.Hour, Wait: time.Millisecond}
	t.Cleanup(l.Close)
	ctx, done := context.WithCancel(t.Context())
	for range 2 {
		if err := l.Take(ctx, udid, agent("a")); err != nil {
			t.Fatal(err)
		}
	}
	done()
	if err := l.Take(t.Context(), udid, agent("b")); err == nil {
		t.Error("an agent took the simulator that another one had used just now")
	}
	if err := l.Take(t.Context(), udid, agent("a")); err != nil {
		t.Errorf("its owner's next call: %v", err)
	}
	if others := l.Others("agent b"); len(others) != 1 || others[0] != udid {
		t.Errorf("in use for b: %v", others)
	}
	if others := l.Others("agent a"); len(others) != 0 {
		t.Errorf("in use for a: %v", others)
	}
}

func TestLeaseWaits(t *testing.T) {
	l := &simctl.Leases{}
	ctx, done := context.WithCancel(t.Context())
	if err := l.Take(ctx, udid, agent("a")); err != nil {
		t.Fatal(err)
	}
	taken := make(chan error)
	go func() { taken <- l.Take(t.Context(), udid, agent("b")) }()
	select {
	case err := <-taken:
		t.Fatalf("it did not wait: %v", err)
	case <-time.After(250 * time.Millisecond):
	}
	done()
	if err := <-taken; err != nil {
		t.Errorf("after the other was done: %v", err)
	}
}

// Two windows and a terminal are one person.
func TestPersonsShareALease(t *testing.T) {
	folder := t.TempDir()
	for _, client := range []string{"Visual Studio Code", "shell"} {
		l := &simctl.Leases{Folder: folder, Wait: time.Millisecond}
		t.Cleanup(l.Close)
		if err := l.Take(t.Context(), udid, simctl.Holder{Owner: simctl.Person, Client: client}); err != nil {
			t.Errorf("%s: %v", client, err)
		}
	}
}

func TestChoicePassesOverWhatOthersUse(t *testing.T) {
	list := []simctl.Simulator{
		{UDID: "A", Name: "iPhone 17", State: simctl.Booted, Platform: "iOS", OSVersion: "26.1"},
		{UDID: "B", Name: "BAZEL_TEST_iPhone 17_26.1", State: simctl.Booted, Platform: "iOS", OSVersion: "26.1"},
		{UDID: "C", Name: "iPhone 16", State: simctl.Shutdown, Platform: "iOS", OSVersion: "18.4"},
	}
	if s, _, err := simctl.Pick(list, simctl.Choice{}); s.UDID != "A" || err != nil {
		t.Errorf("the one that no test made: %v, %v", s, err)
	}
	if s, _, err := simctl.Pick(list, simctl.Choice{Avoid: []string{"A"}}); s.UDID != "C" || err != nil {
		t.Errorf("the one that is free: %v, %v", s, err)
	}
	if s, _, err := simctl.Pick(list, simctl.Choice{ID: "A", Avoid: []string{"A"}}); s.UDID != "A" || err != nil {
		t.Errorf("the one that is named: %v, %v", s, err)
	}
}
