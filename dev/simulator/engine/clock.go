package engine

import (
	"sync"
	"time"
)

// Clock is the simulators' time. It runs at Speed times the real one, so that a week of parcel scans fits into a test.
// Deadlines are kept in simulated time and shown in real time: a change of speed moves them all.
type Clock struct {
	mu   sync.RWMutex
	face ClockFace
}

// ClockFace is the stored state of the clock, for a restart.
type ClockFace struct {
	Speed     float64   `json:"speed"`
	Real      time.Time `json:"real"`      // when the speed was last changed
	Simulated time.Time `json:"simulated"` // simulated time at that moment
}

// MaxSpeed bounds the speed of time.
const MaxSpeed = 100_000

func newClock(face ClockFace) *Clock { return &Clock{face: face} }

// Now is the simulated time.
func (c *Clock) Now() time.Time { return c.simulated(time.Now()) }

// Real returns the real time at which the clock shows a simulated one.
func (c *Clock) Real(simulated time.Time) time.Time {
	f := c.Face()
	return f.Real.Add(time.Duration(float64(simulated.Sub(f.Simulated)) / f.Speed))
}

// Face returns the clock's present setting.
func (c *Clock) Face() ClockFace {
	c.mu.RLock()
	defer c.mu.RUnlock()
	return c.face
}

func (c *Clock) simulated(now time.Time) time.Time {
	f := c.Face()
	return f.Simulated.Add(time.Duration(float64(now.Sub(f.Real)) * f.Speed))
}

// set changes the speed and jumps ahead by advance.
func (c *Clock) set(speed float64, advance time.Duration) ClockFace {
	now := time.Now()
	simulated := c.simulated(now).Add(advance)
	c.mu.Lock()
	defer c.mu.Unlock()
	c.face = ClockFace{Speed: speed, Real: now.Round(0), Simulated: simulated.Round(0)}
	return c.face
}
