package engine

import (
	"maps"
	"sync"
)

// calls counts the calls of a system by operation since the start, for tests and the console.
type calls struct {
	mu     sync.Mutex
	counts map[string]CallCount
}

// CallCount counts the outcomes of one operation's calls.
type CallCount struct {
	Total    int `json:"total"`
	Answered int `json:"answered"` // below 400
	Refused  int `json:"refused"`  // 4xx
	Failed   int `json:"failed"`   // 5xx
	Held     int `json:"held"`     // never answered
	// Trace is the trace header of the last call; empty without one.
	Trace string `json:"trace,omitempty"`
}

func (c *calls) note(operation string, a Answer, trace string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.counts == nil {
		c.counts = map[string]CallCount{}
	}
	n := c.counts[operation]
	n.Total++
	n.Trace = trace
	switch {
	case a.Hold:
		n.Held++
	case a.Status < 400:
		n.Answered++
	case a.Status < 500:
		n.Refused++
	default:
		n.Failed++
	}
	c.counts[operation] = n
}

func (c *calls) reset() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.counts = nil
}

// Calls counts by operation.
func (s *System) Calls() map[string]CallCount {
	s.calls.mu.Lock()
	defer s.calls.mu.Unlock()
	return maps.Clone(s.calls.counts)
}
