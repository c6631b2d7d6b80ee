package outage

import (
	"sync"
	"time"
)

// Window counts the calls of one process to a partner over a few seconds.
type Window struct {
	Partner    string
	FailedAt   time.Time // last failed call; zero without one
	FirstFail  time.Time
	AnsweredAt time.Time // last answered call; zero without one
	Failed     int
	Answered   int
	Waits      []Work // work whose last call failed
	Served     []Work // work whose last call was answered
}

// Fails tells whether at least half of the calls failed, like the circuit breaker of the partner.
func (w Window) Fails() bool { return w.Failed > 0 && w.Failed >= w.Answered }

// Tally counts calls. Its methods may be called from many goroutines.
type Tally struct {
	mu      sync.Mutex
	windows map[string]*counted
}

type counted struct {
	Window

	last map[Work]bool // whether the last call was answered
}

// Add counts one call. Work is empty for a call without an order or a purchase.
func (t *Tally) Add(partner string, answered bool, work Work, now time.Time) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.windows == nil {
		t.windows = map[string]*counted{}
	}
	w := t.windows[partner]
	if w == nil {
		w = &counted{Window: Window{Partner: partner}, last: map[Work]bool{}}
		t.windows[partner] = w
	}
	if work != (Work{}) {
		w.last[work] = answered
	}
	if answered {
		w.Answered++
		w.AnsweredAt = now
		return
	}
	if w.Failed == 0 {
		w.FirstFail = now
	}
	w.Failed++
	w.FailedAt = now
}

// Take returns the counts since the last call, and resets them.
func (t *Tally) Take() []Window {
	t.mu.Lock()
	windows := t.windows
	t.windows = nil
	t.mu.Unlock()
	taken := make([]Window, 0, len(windows))
	for _, w := range windows {
		if w.Fails() { // otherwise the answer ends all waits
			for work, answered := range w.last {
				if answered {
					w.Served = append(w.Served, work)
				} else {
					w.Waits = append(w.Waits, work)
				}
			}
		}
		taken = append(taken, w.Window)
	}
	return taken
}
