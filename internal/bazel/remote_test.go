package bazel_test

import (
	"net"
	"strings"
	"sync"
	"testing"

	"google.golang.org/genproto/googleapis/devtools/build/v1"
	"google.golang.org/grpc"
	"google.golang.org/protobuf/types/known/emptypb"

	"context"
)

func TestRemoteCacheHitsAreCounted(t *testing.T) {
	address, stop := nginx(t)
	r := newRealBazel(t)
	const target = "//cpp:ledger_cli"
	flags := []string{"--remote_cache=http://" + address}
	res, err := r.build(t.Context(), flags, target)
	if err != nil || !res.OK() {
		t.Fatalf("%v %+v", err, res)
	}
	if res.Build.CacheHits() != 0 {
		t.Errorf("hits in an empty cache: %d", res.Build.CacheHits())
	}
	r.bazel(t, "clean")
	if res, err = r.build(t.Context(), flags, target); err != nil || !res.OK() {
		t.Fatalf("%v %+v", err, res)
	}
	executed := int64(0)
	for _, runner := range res.Build.Runners() {
		t.Logf("%s: %d", runner.Name, runner.Count)
		if strings.Contains(runner.Name, "local") || strings.Contains(runner.Name, "sandbox") {
			executed += runner.Count
		}
	}
	if res.Build.CacheHits() == 0 || executed != 0 {
		t.Errorf("after clean: %d hits, %d executed", res.Build.CacheHits(), executed)
	}
	stop()
	r.bazel(t, "clean")
	if res, err = r.build(t.Context(), flags, target); err != nil || !res.OK() {
		t.Fatalf("a lost cache must degrade to a local build: %v %s", err, res.Console())
	}
	list, _ := r.Diagnose(res)
	told := false
	for _, d := range list {
		told = told || strings.Contains(strings.ToLower(d.Message), "remote cache")
	}
	if !told {
		t.Errorf("the lost cache is not told: %+v\n%s", list, res.Console())
	}
}

// backend is a build event service that counts what it gets. The messages are
// Google's Build Event Protocol service, v1.
type backend struct {
	build.UnimplementedPublishBuildEventServer
	mu     sync.Mutex
	events int
}

func (b *backend) PublishLifecycleEvent(context.Context, *build.PublishLifecycleEventRequest) (*emptypb.Empty, error) {
	return &emptypb.Empty{}, nil
}

func (b *backend) PublishBuildToolEventStream(s build.PublishBuildEvent_PublishBuildToolEventStreamServer) error {
	for {
		req, err := s.Recv()
		if err != nil {
			return nil // the client has said all
		}
		b.mu.Lock()
		b.events++
		b.mu.Unlock()
		o := req.OrderedBuildEvent
		if err := s.Send(&build.PublishBuildToolEventStreamResponse{StreamId: o.StreamId, SequenceNumber: o.SequenceNumber}); err != nil {
			return err
		}
	}
}

func TestTheUsersEventServiceStaysTheirs(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	b := &backend{}
	server := grpc.NewServer()
	build.RegisterPublishBuildEventServer(server, b)
	go func() { _ = server.Serve(l) }()
	t.Cleanup(server.Stop)
	r := newRealBazel(t)
	res, err := r.build(t.Context(), []string{"--bes_backend=grpc://" + l.Addr().String(), "--bes_results_url=http://127.0.0.1/invocation/"}, "//cpp:ledger_cli")
	if err != nil || !res.OK() {
		t.Fatalf("%v %s", err, res.Console())
	}
	if b.events == 0 || res.Build == nil || res.Build.TargetCount() == 0 {
		t.Errorf("the service got %d events, our reader has %+v", b.events, res.Build)
	}
	if !strings.Contains(res.Console(), "/invocation/") {
		t.Errorf("the invocation's URL is lost: %s", res.Console())
	}
}
