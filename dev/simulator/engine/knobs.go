package engine

import (
	"errors"
	"time"
)

// Knobs are the standing faults and paces of one system. Rates go from 0 to 1.
type Knobs struct {
	LatencyMs              int            `json:"latencyMs"`
	ErrorRate              float64        `json:"errorRate"`              // 503 before any effect
	TimeoutAfterCommitRate float64        `json:"timeoutAfterCommitRate"` // effect done, answer never sent
	BrokenJSONRate         float64        `json:"brokenJsonRate"`         // answer cut in the middle
	Callbacks              CallbackFaults `json:"callbacks"`
	Pace                   map[string]int `json:"pace,omitempty"` // the system's own times in simulated milliseconds
}

// CallbackFaults spoil call-backs.
type CallbackFaults struct {
	Lost     float64 `json:"lost"`
	Doubled  float64 `json:"doubled"`
	LateMs   int     `json:"lateMs"` // simulated
	Disorder float64 `json:"disorder"`
}

// ErrKnobRange refuses a knob outside its range.
var ErrKnobRange = errors.New("rates go from 0 to 1, times from 0 to a day")

const maxKnobMs = 24 * 60 * 60 * 1000

var knobs = Table[Knobs]{"knobs"}

// Knobs returns the present settings.
func (s *System) Knobs(tx *Tx) Knobs {
	set, known := knobs.Get(tx, s.Name)
	if !known {
		set = s.Defaults
	}
	pace := map[string]int{}
	for name, ms := range s.Defaults.Pace {
		pace[name] = ms
		if own, changed := set.Pace[name]; changed {
			pace[name] = own
		}
	}
	set.Pace = pace
	return set
}

// Pace is one of the system's own times.
func (s *System) Pace(tx *Tx, name string) time.Duration {
	return time.Duration(s.Knobs(tx).Pace[name]) * time.Millisecond
}

// Faulty tells whether any knob spoils something.
func (k Knobs) Faulty() bool {
	return k.LatencyMs > 0 || k.ErrorRate > 0 || k.TimeoutAfterCommitRate > 0 || k.BrokenJSONRate > 0 || k.Callbacks != CallbackFaults{}
}

// SetKnobs replaces the settings.
func (s *System) SetKnobs(tx *Tx, k Knobs) error {
	if err := s.checkKnobs(k); err != nil {
		return err
	}
	knobs.Put(tx, s.Name, k)
	return nil
}

func (s *System) checkKnobs(k Knobs) error {
	for _, rate := range []float64{k.ErrorRate, k.TimeoutAfterCommitRate, k.BrokenJSONRate, k.Callbacks.Lost, k.Callbacks.Doubled, k.Callbacks.Disorder} {
		if rate < 0 || rate > 1 {
			return ErrKnobRange
		}
	}
	for name, ms := range k.Pace {
		if _, known := s.Defaults.Pace[name]; !known || ms < 0 || ms > maxKnobMs {
			return ErrKnobRange
		}
	}
	if k.LatencyMs < 0 || k.LatencyMs > maxKnobMs || k.Callbacks.LateMs < 0 || k.Callbacks.LateMs > maxKnobMs {
		return ErrKnobRange
	}
	return nil
}
