// Package crashpoint kills a worker at a bad moment: before or after an activity, regular or local, of the product.
package crashpoint

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"

	"go.temporal.io/sdk/activity"
	"go.temporal.io/sdk/interceptor"

	"selfcare/dev/testkit/subprocess"
)

// Moment is the moment of a death around an activity.
type Moment string

// After is once the activity has done its work, before its result is reported.
const (
	Before Moment = "before"
	After  Moment = "after"
)

// Place is an activity as a kind of process runs it, for the first, second, … time in the life of one such process; 0
// is the next time.
type Place struct {
	Process, Activity string
	Nth               int
}

// most bounds the counted runs of an activity by one process: some processes never end.
const most = 20

func (p Place) String() string {
	return strings.Join([]string{p.Process, p.Activity, strconv.Itoa(p.Nth)}, separator)
}

func parsePlace(text string) (Place, error) {
	parts := strings.Split(text, separator)
	if len(parts) != 3 {
		return Place{}, fmt.Errorf("not a crash place: %q", text)
	}
	nth, err := strconv.Atoi(parts[2])
	if err != nil || nth < 0 {
		return Place{}, fmt.Errorf("not a crash place: %q", text)
	}
	return Place{parts[0], parts[1], nth}, nil
}

// Point is a worker's place of death.
type Point struct {
	Place
	When Moment
}

const separator = "~"

// String names the point, in variables and as a file.
func (p Point) String() string {
	return string(p.When) + separator + p.Place.String()
}

func parsePoint(text string) (Point, error) {
	when, place, _ := strings.Cut(text, separator)
	if Moment(when) != Before && Moment(when) != After {
		return Point{}, fmt.Errorf("not a crash moment: %q", text)
	}
	at, err := parsePlace(place)
	return Point{at, Moment(when)}, err
}

// Notes is a folder with the observations of processes, including dead ones.
type Notes string

const (
	seen = "seen"
	came = "came"
	runs = "runs"
)

// count returns the running number of this run, over all workers.
func (n Notes) count(of, name string) (nth int, err error) {
	folder := filepath.Join(string(n), of)
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return 0, fmt.Errorf("count: %w", err)
	}
	file, err := os.OpenFile(filepath.Join(folder, name), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return 0, fmt.Errorf("count: %w", err)
	}
	_, err = file.WriteString(".")
	size, unread := file.Seek(0, io.SeekCurrent)
	return int(size), errors.Join(err, unread, file.Close())
}

// leave records the death of a worker; it tells whether it is the first one there.
func (n Notes) leave(name string) (first bool, err error) {
	folder := filepath.Join(string(n), came)
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return false, fmt.Errorf("leave a note: %w", err)
	}
	file, err := os.OpenFile(filepath.Join(folder, name), os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if errors.Is(err, fs.ErrExist) {
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("leave a note: %w", err)
	}
	return true, file.Close()
}

// Came tells whether a worker has died at a point.
func (n Notes) Came(p Point) bool {
	_, err := os.Stat(filepath.Join(string(n), came, p.String()))
	return err == nil
}

// Seen lists the places that workers have passed, and how often: each time in the life of another process.
func (n Notes) Seen() (map[Place]int, error) {
	entries, err := os.ReadDir(filepath.Join(string(n), seen))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("read the notes: %w", err)
	}
	times := make(map[Place]int, len(entries))
	for _, entry := range entries {
		place, err := parsePlace(entry.Name())
		if err != nil {
			return nil, err
		}
		file, err := entry.Info()
		if err != nil {
			return nil, fmt.Errorf("read the notes: %w", err)
		}
		times[place] = int(file.Size())
	}
	return times, nil
}

// List names points in a variable.
func List(points []Point) string {
	names := make([]string, len(points))
	for i, p := range points {
		names[i] = p.String()
	}
	return strings.Join(names, " ")
}

// ParseList reads the result of List.
func ParseList(text string) ([]Point, error) {
	var points []Point
	for _, name := range strings.Fields(text) {
		p, err := parsePoint(name)
		if err != nil {
			return nil, err
		}
		points = append(points, p)
	}
	return points, nil
}

// Interceptor kills this process at the first listed point without a death so far, and records each place that it
// passes.
func Interceptor(notes Notes, at []Point) interceptor.WorkerInterceptor {
	w := &watch{notes: notes, at: map[Point]bool{}}
	for _, p := range at {
		w.at[p] = true
	}
	return w
}

type watch struct {
	interceptor.WorkerInterceptorBase
	notes    Notes
	at       map[Point]bool
	counting sync.Mutex
}

func (w *watch) InterceptActivity(_ context.Context, next interceptor.ActivityInboundInterceptor) interceptor.ActivityInboundInterceptor {
	return &around{ActivityInboundInterceptorBase: interceptor.ActivityInboundInterceptorBase{Next: next}, watch: w}
}

type around struct {
	interceptor.ActivityInboundInterceptorBase
	watch *watch
}

// ExecuteActivity is called for regular and local activities alike.
func (a *around) ExecuteActivity(ctx context.Context, in *interceptor.ExecuteActivityInput) (any, error) {
	here, err := a.watch.note(activity.GetInfo(ctx))
	if err != nil {
		return nil, err
	}
	if err := a.watch.pass(Point{here, Before}); err != nil {
		return nil, err
	}
	answer, failed := a.Next.ExecuteActivity(ctx, in)
	if err := a.watch.pass(Point{here, After}); err != nil {
		return nil, err
	}
	return answer, failed
}

// note returns the place of an activity, and records the pass.
func (w *watch) note(info activity.Info) (Place, error) {
	w.counting.Lock()
	defer w.counting.Unlock()
	here := Place{Activity: info.ActivityType.Name}
	if info.WorkflowType != nil {
		here.Process = info.WorkflowType.Name
	}
	var err error
	if here.Nth, err = w.notes.count(runs, url.PathEscape(info.WorkflowExecution.ID+separator+here.Activity)); err != nil || here.Nth > most {
		return here, err
	}
	_, err = w.notes.count(seen, here.String())
	return here, err
}

// pass dies at the point, once: later workers find the note.
func (w *watch) pass(here Point) error {
	next := here
	next.Nth = 0
	for _, at := range []Point{here, next} {
		if !w.at[at] {
			continue
		}
		first, err := w.notes.leave(at.String())
		if first {
			subprocess.Die()
		}
		if err != nil {
			return err
		}
	}
	return nil
}
