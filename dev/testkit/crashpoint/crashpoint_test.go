package crashpoint_test

import (
	"context"
	"errors"
	"log/slog"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.temporal.io/sdk/activity"
	"go.temporal.io/sdk/client"
	"go.temporal.io/sdk/interceptor"
	"go.temporal.io/sdk/log"
	"go.temporal.io/sdk/worker"
	"go.temporal.io/sdk/workflow"

	"selfcare/dev/testkit"
	"selfcare/dev/testkit/crashpoint"
	"selfcare/dev/testkit/subprocess"
)

const (
	asWorker = "worker"
	queue    = "cuts"
	process  = "Note"
	local    = "WriteLocally"
	regular  = "Write"

	envServer = "CUT_SERVER"
	envNotes  = "CUT_NOTES"
	envPoint  = "CUT_POINT"
	envEffect = "CUT_EFFECT"
)

func TestMain(m *testing.M) {
	subprocess.Main(m, map[string]subprocess.Role{asWorker: work})
}

// work runs a process of one local and one regular activity; each adds a letter to a file.
func work(ctx context.Context, variables map[string]string) error {
	at, err := crashpoint.ParseList(variables[envPoint])
	if err != nil {
		return err
	}
	c, err := client.Dial(client.Options{HostPort: variables[envServer], Logger: log.NewStructuredLogger(slog.New(slog.DiscardHandler))})
	if err != nil {
		return err
	}
	w := worker.New(c, queue, worker.Options{
		StickyScheduleToStartTimeout: time.Second,
		Interceptors:                 []interceptor.WorkerInterceptor{crashpoint.Interceptor(crashpoint.Notes(variables[envNotes]), at)},
	})
	w.RegisterWorkflowWithOptions(note, workflow.RegisterOptions{Name: process})
	for name, letter := range map[string]string{local: "l", regular: "r"} {
		w.RegisterActivityWithOptions(func(context.Context) error {
			return write(variables[envEffect], letter)
		}, activity.RegisterOptions{Name: name})
	}
	if err := w.Start(); err != nil {
		return err
	}
	<-ctx.Done()
	return errors.New("the worker was not killed")
}

func write(place, letter string) error {
	file, err := os.OpenFile(place, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	_, err = file.WriteString(letter)
	return errors.Join(err, file.Close())
}

func note(ctx workflow.Context) error {
	near := workflow.WithLocalActivityOptions(ctx, workflow.LocalActivityOptions{StartToCloseTimeout: time.Second})
	if err := workflow.ExecuteLocalActivity(near, local).Get(ctx, nil); err != nil {
		return err
	}
	far := workflow.WithActivityOptions(ctx, workflow.ActivityOptions{StartToCloseTimeout: time.Second})
	return workflow.ExecuteActivity(far, regular).Get(ctx, nil)
}

// A worker dies once at its point; the next one repeats the work before it, and does the rest.
func TestInterceptor_EachPoint_KillsOnce(t *testing.T) {
	testkit.Nightly(t, "stack")
	server := testkit.TemporalServer(t, nil)
	tests := map[string]struct {
		activity string
		nth      int
		when     crashpoint.Moment
		effects  string
		seen     []string
	}{
		"before a local one":   {local, 1, crashpoint.Before, "lr", []string{regular + "~1", local + "~1", local + "~2"}},
		"after a local one":    {local, 1, crashpoint.After, "llr", []string{regular + "~1", local + "~1", local + "~2"}},
		"before a regular one": {regular, 1, crashpoint.Before, "lr", []string{regular + "~1", regular + "~2", local + "~1"}},
		"after a regular one":  {regular, 1, crashpoint.After, "lrr", []string{regular + "~1", regular + "~2", local + "~1"}},
		"the next time":        {regular, 0, crashpoint.Before, "lr", []string{regular + "~1", regular + "~2", local + "~1"}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			at := crashpoint.Point{Place: crashpoint.Place{Process: process, Activity: tt.activity, Nth: tt.nth}, When: tt.when}
			notes, effect := t.TempDir(), t.TempDir()+"/effect"
			variables := map[string]string{
				envServer: server.FrontendHostPort(), envNotes: notes, envPoint: crashpoint.List([]crashpoint.Point{at}), envEffect: effect,
			}
			run, err := server.Client().ExecuteWorkflow(t.Context(), client.StartWorkflowOptions{
				TaskQueue: queue, WorkflowTaskTimeout: time.Second,
			}, process)
			require.NoError(t, err)
			require.False(t, crashpoint.Notes(notes).Came(at))
			require.NoError(t, subprocess.Start(t, asWorker, variables).Wait(), "it kills itself")
			require.True(t, crashpoint.Notes(notes).Came(at))

			next := subprocess.Start(t, asWorker, variables)
			require.NoError(t, run.Get(t.Context(), nil))
			require.NoError(t, next.Kill(), "it lived on: the cut comes once")
			effects, err := os.ReadFile(effect)
			require.NoError(t, err)
			require.Equal(t, tt.effects, string(effects))
			places, err := crashpoint.Notes(notes).Seen()
			require.NoError(t, err)
			require.ElementsMatch(t, tt.seen, placesOf(places))
		})
	}
}

func placesOf(places map[crashpoint.Place]int) (names []string) {
	for p := range places {
		names = append(names, strings.TrimPrefix(p.String(), process+"~"))
	}
	return names
}

func TestParseList_Names_BecomePoints(t *testing.T) {
	points := []crashpoint.Point{
		{Place: crashpoint.Place{Process: "Order", Activity: "Open", Nth: 2}, When: crashpoint.After},
		{Place: crashpoint.Place{Process: "Order", Activity: "Close", Nth: 1}, When: crashpoint.Before},
		{Place: crashpoint.Place{Process: "Order", Activity: "Close"}, When: crashpoint.Before},
	}
	read, err := crashpoint.ParseList(crashpoint.List(points))
	require.NoError(t, err)
	require.Equal(t, points, read)
	for _, wrong := range []string{"Order", "Order~Open~1", "before~Order~Open", "after~Order~Open~-1", "beside~Order~Open~1", "~"} {
		_, err := crashpoint.ParseList(wrong)
		require.ErrorContains(t, err, "not a crash ", wrong)
	}
}
