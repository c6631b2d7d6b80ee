package engine

import (
	"context"
	"fmt"
	"time"
)

// timer is a reminder of a system.
type timer struct {
	System string `json:"system"`
	Kind   string `json:"kind"`
	Key    string `json:"key"`
}

var timers = Table[timer]{"timers"}

// After reminds system in d of simulated time: its handler of that kind is called with key, also after a restart.
// Timers are never taken back; handlers check whether work is left.
func (tx *Tx) After(d time.Duration, system, kind, key string) {
	due := tx.engine.Clock.Now().Add(d)
	timers.Put(tx, dueKey(due, timers.Next(tx)), timer{system, kind, key})
	tx.woken = true
}

// Now is the simulated time.
func (tx *Tx) Now() time.Time { return tx.engine.Clock.Now() }

// Shown returns the real time at which a simulated one comes; the present is shown as the present.
func (tx *Tx) Shown(simulated time.Time) time.Time {
	return tx.engine.Clock.Real(simulated).UTC().Truncate(time.Millisecond)
}

// fireTimers runs due timers and returns the time of the next one.
func (e *Engine) fireTimers(ctx context.Context) (time.Time, error) {
	for ctx.Err() == nil {
		next, fired, err := e.fireFirst()
		if err != nil || !fired {
			return next, err
		}
	}
	return time.Time{}, nil
}

func (e *Engine) fireFirst() (next time.Time, fired bool, err error) {
	key, due, first, err := e.firstTimer()
	if err != nil || key == "" || due.After(e.Clock.Now()) {
		return due, false, err
	}
	err = e.Update(func(tx *Tx) {
		if _, still := timers.Get(tx, key); !still { // a reset may come in between
			return
		}
		timers.Delete(tx, key)
		e.fire(tx, first)
	})
	return due, true, err
}

func (e *Engine) firstTimer() (key string, due time.Time, first timer, err error) {
	err = e.View(func(tx *Tx) {
		timers.Each(tx, func(k string, t timer) bool {
			key, due, first = k, dueTime(k), t
			return false
		})
	})
	return key, due, first, err
}

func (e *Engine) fire(tx *Tx, t timer) {
	for _, s := range e.systems {
		if handler := s.timers[t.Kind]; s.Name == t.System && handler != nil {
			handler(tx, t.Key)
		}
	}
}

// dueKey sorts by time, then by age.
func dueKey(due time.Time, sequence uint64) string {
	return fmt.Sprintf("%020d-%012d", due.UnixNano(), sequence)
}

func dueTime(key string) time.Time {
	var nanos int64
	if _, err := fmt.Sscanf(key, "%020d", &nanos); err != nil {
		return time.Time{} // a foreign key: due at once
	}
	return time.Unix(0, nanos)
}
