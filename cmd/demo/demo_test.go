package main

import (
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"

	"selfcare/cmd/selfcare/app"
	"selfcare/dev/customer"
	"selfcare/dev/demo"
	"selfcare/dev/devstack"
	"selfcare/dev/embedded/freeport"
	"selfcare/dev/embedded/postgres"
	"selfcare/dev/seed"
	"selfcare/dev/simulator"
	"selfcare/dev/testkit"
)

const (
	repository = "../.."
	atOnce     = 5
	turns      = 2
	allWithin  = 20 * time.Minute
)

// alone has the kinds that run one at a time: each looks at the balance of one seeded recipient, or changes figures of
// the stack.
var alone = []string{"auto-recharge", "gift", "invoice", "transfer"}

func kinds() []string { return slices.Sorted(maps.Keys((&demo.Demo{}).Kinds())) }

func TestReadme_Demos_AreTheKinds(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(repository, "README.md"))
	require.NoError(t, err)
	_, after, found := strings.Cut(string(text), "`make demo KIND=")
	require.True(t, found)
	list, _, found := strings.Cut(after, ")")
	require.True(t, found)
	list = "`" + list // the first kind has lost its quote
	var named []string
	for _, match := range regexp.MustCompile("`([a-z-]+)`").FindAllStringSubmatch(list, -1) {
		named = append(named, match[1])
	}
	slices.Sort(named)
	require.Equal(t, kinds(), named)
}

// TestDemos_StackOfMakeRun_PassTwiceInARow changes only ports and folder of the stack.
func TestDemos_StackOfMakeRun_PassTwiceInARow(t *testing.T) {
	testkit.Nightly(t, "demos")
	ctx, cancel := context.WithTimeout(t.Context(), allWithin)
	defer cancel()
	settings := defaultSettings(t)
	addresses, stop := start(ctx, t, settings)
	defer stop()

	client := customer.NewClient(addresses.App+"/api", "en")
	support, err := customer.SignInSupport(ctx, client, "support@selfcare.example", seed.Password, seed.StaffSecret)
	require.NoError(t, err)
	simulators := fmt.Sprintf("http://localhost:%d", settings.SimulatorPort)
	cards := &customer.Cards{Base: simulators + "/payment/v1", PublishableKey: simulator.Defaults().Keys.MoyasarPublishable, HTTP: client.HTTP}
	walk := func(kind string) error {
		for turn := 1; turn <= turns; turn++ {
			var out strings.Builder
			begin := time.Now()
			one := newWalk(client, support, cards, simulators)
			one.Stack, one.Out = stack{settings}, &out
			err := walkOnce(ctx, kind, one)
			t.Logf("%s, turn %d: %.0f s", kind, turn, time.Since(begin).Seconds())
			if err != nil {
				return fmt.Errorf("%s, turn %d: %w\n%s", kind, turn, err, out.String())
			}
		}
		return nil
	}
	errs := make(chan error, len(kinds()))
	var lanes errgroup.Group
	lanes.SetLimit(atOnce)
	lanes.Go(func() error {
		for _, kind := range alone {
			errs <- walk(kind)
		}
		return nil
	})
	for _, kind := range kinds() {
		if !slices.Contains(alone, kind) {
			lanes.Go(func() error { errs <- walk(kind); return nil })
		}
	}
	_ = lanes.Wait() // the errors are in the channel, one for each kind
	close(errs)
	for err := range errs {
		if err != nil {
			t.Error(err)
		}
	}
}

// walkOnce gives one walk the time limit of `make demo`.
func walkOnce(ctx context.Context, kind string, walk demo.Demo) error {
	ctx, cancel := context.WithTimeout(ctx, walkWithin)
	defer cancel()
	return walk.Kinds()[kind](ctx)
}

func defaultSettings(t *testing.T) devstack.Settings {
	t.Helper()
	temporal, err := filepath.Abs(filepath.Join(repository, "bin", "temporal"))
	require.NoError(t, err)
	variables := map[string]string{
		"STATE_DIR":       t.TempDir(),
		"TEMPORAL_BIN":    temporal,
		"SELFCARE_PG_BIN": postgres.PackageBin(filepath.Join(repository, "web")),
	}
	for _, name := range []string{"PORT", "TEMPORAL_PORT", "TEMPORAL_UI_PORT", "SIMULATOR_PORT", "POSTGRES_PORT"} {
		port, err := freeport.Pick()
		require.NoError(t, err)
		variables[name] = strconv.Itoa(port)
	}
	settings, err := devstack.Read(variables)
	require.NoError(t, err)
	return settings
}

// start runs the stack until stop is called.
func start(ctx context.Context, t *testing.T, settings devstack.Settings) (addresses devstack.Addresses, stop func()) {
	t.Helper()
	ctx, end := context.WithCancel(ctx)
	ready, ended := make(chan devstack.Addresses, 1), make(chan error, 1)
	go func() {
		ended <- devstack.Run(ctx, devstack.Options{
			Settings: settings, Roles: app.Roles{API: true, Worker: true},
			Ready: func(a devstack.Addresses) { ready <- a },
		})
	}()
	select {
	case addresses = <-ready:
	case err := <-ended:
		end()
		require.FailNow(t, "the stack did not start", "%v", err)
	}
	return addresses, func() {
		end()
		require.NoError(t, <-ended)
	}
}
