package outage

import (
	"sync"
	"time"
)

// Window is how the calls of one process to a partner went for a few seconds.
type Window struct {
	Partner    string
	FailedAt   time.Time // the last that failed; zero where none did
	FirstFail  time.Time
	AnsweredAt time.Time // the last that was answered; zero where none was
	Failed     int
	Answered   int
	Waits      []Work // whose last call failed
	Served     []Work // whose last call was answered
}

// Fails tells whether at least half of the calls failed, as the circuit to a partner judges.
func (w Window) Fails() bool { return w.Failed > 0 && w.Failed >= w.Answered }

// Tally counts calls between two looks at it. Its methods may be called from many goroutines.
type Tally struct {
	mu      sync.Mutex
	windows map[string]*counted
}

type counted struct {
	Window

	last map[Work]bool // whether the last call was answered
}

// Add counts one call. Work is what it was made for; empty where that is neither an order nor a purchase.
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

// Take returns what was counted since the last look, and begins anew.
func (t *Tally) Take() []Window {
	t.mu.Lock()
	windows := t.windows
	t.windows = nil
	t.mu.Unlock()
	taken := make([]Window, 0, len(windows))
	for _, w := range windows {
		if w.Fails() { // else the answer ends all waits
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
