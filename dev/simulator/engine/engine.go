// Package engine has the common parts of all simulated systems: state that survives a restart, a clock of adjustable
// speed, timers, signed call-backs, faults and scripted outcomes.
package engine

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"sync"
	"time"

	"go.etcd.io/bbolt"
	"golang.org/x/sync/errgroup"
)

// Config has the engine's state folder and call-back address.
type Config struct {
	StateDir     string  // "" keeps the state in a temporary folder
	CallbackBase string  // call-backs go to CallbackBase/<system>
	Speed        float64 // 0 keeps the remembered speed
	Log          *slog.Logger
}

// Engine runs the simulated systems.
type Engine struct {
	Clock   *Clock
	cfg     Config
	db      *bbolt.DB
	tempDir string
	systems []*System

	releaseOnce   sync.Once
	closing       chan struct{} // closed by Release
	wakeTimers    chan struct{}
	wakeCallbacks chan struct{}
	flight        flight
}

var clockFaces = Table[ClockFace]{"clock"}

// New opens the state and sets the clock.
func New(cfg Config) (*Engine, error) {
	e := &Engine{
		cfg: cfg, closing: make(chan struct{}),
		wakeTimers: make(chan struct{}, 1), wakeCallbacks: make(chan struct{}, 1),
	}
	if err := e.open(); err != nil {
		return nil, err
	}
	if err := e.windClock(); err != nil {
		return nil, err
	}
	return e, nil
}

func (e *Engine) open() error {
	dir := e.cfg.StateDir
	if dir == "" {
		temp, err := os.MkdirTemp("", "simulator")
		if err != nil {
			return fmt.Errorf("make simulator state folder: %w", err)
		}
		dir, e.tempDir = temp, temp
	}
	var err error
	e.db, err = openStore(dir)
	return err
}

func (e *Engine) windClock() error {
	return e.Update(func(tx *Tx) {
		now := time.Now().Round(0)
		face, known := clockFaces.Get(tx, "face")
		if !known {
			face = ClockFace{Speed: 1, Real: now, Simulated: now}
		}
		e.Clock = newClock(face)
		if e.cfg.Speed > 0 {
			face = e.Clock.set(e.cfg.Speed, 0)
		}
		clockFaces.Put(tx, "face", face)
	})
}

// SetClock changes the speed of time and jumps ahead.
func (e *Engine) SetClock(speed float64, advance time.Duration) error {
	return e.Update(func(tx *Tx) {
		clockFaces.Put(tx, "face", e.Clock.set(speed, advance))
		tx.woken = true
	})
}

// Update runs a change of state.
func (e *Engine) Update(change func(tx *Tx)) error {
	var woken bool
	err := e.db.Update(func(b *bbolt.Tx) error {
		tx := &Tx{engine: e, bolt: b}
		change(tx)
		woken = tx.woken
		return tx.err
	})
	if err != nil {
		return fmt.Errorf("change simulator state: %w", err)
	}
	if woken {
		wake(e.wakeTimers)
		wake(e.wakeCallbacks)
	}
	return nil
}

// View reads the state.
func (e *Engine) View(look func(tx *Tx)) error {
	err := e.db.View(func(b *bbolt.Tx) error {
		tx := &Tx{engine: e, bolt: b}
		look(tx)
		return tx.err
	})
	if err != nil {
		return fmt.Errorf("read simulator state: %w", err)
	}
	return nil
}

// Run fires timers and delivers call-backs until ctx ends.
func (e *Engine) Run(ctx context.Context) error {
	group, ctx := errgroup.WithContext(ctx)
	group.Go(func() error { return e.loop(ctx, e.wakeTimers, e.fireTimers) })
	group.Go(func() error { return e.deliverCallbacks(ctx) })
	return group.Wait()
}

// loop calls step at its next requested time, or when woken.
func (e *Engine) loop(ctx context.Context, woken <-chan struct{}, step func(context.Context) (next time.Time, err error)) error {
	for {
		next, err := step(ctx)
		if err != nil {
			return err
		}
		timer := time.NewTimer(e.untilReal(next))
		select {
		case <-ctx.Done():
			timer.Stop()
			return nil
		case <-woken:
			timer.Stop()
		case <-timer.C:
		}
	}
}

// untilReal returns the real time left until a simulated time, at most a minute.
func (e *Engine) untilReal(next time.Time) time.Duration {
	const longest = time.Minute
	if next.IsZero() {
		return longest
	}
	return min(max(time.Until(e.Clock.Real(next)), 0), longest)
}

// Reset forgets everything but the speed of time.
func (e *Engine) Reset() error {
	err := e.db.Update(func(tx *bbolt.Tx) error {
		var names [][]byte
		err := tx.ForEach(func(name []byte, _ *bbolt.Bucket) error {
			if string(name) != clockFaces.Name {
				names = append(names, name)
			}
			return nil
		})
		for _, name := range names {
			if err == nil {
				err = tx.DeleteBucket(name)
			}
		}
		return err
	})
	if err != nil {
		return fmt.Errorf("reset simulators: %w", err)
	}
	for _, s := range e.systems {
		s.calls.reset()
	}
	return nil
}

// Release releases waiting callers, now and from now on, so that a server can shut down.
func (e *Engine) Release() { e.releaseOnce.Do(func() { close(e.closing) }) }

// Close releases callers and closes the state.
func (e *Engine) Close() error {
	e.Release()
	if err := e.db.Close(); err != nil {
		return fmt.Errorf("close simulator state: %w", err)
	}
	if e.tempDir != "" {
		return os.RemoveAll(e.tempDir)
	}
	return nil
}

func wake(c chan<- struct{}) {
	select {
	case c <- struct{}{}:
	default: // already woken
	}
}

// Log is the log for developers; it never gets personal data.
func (e *Engine) Log() *slog.Logger { return e.cfg.Log }
