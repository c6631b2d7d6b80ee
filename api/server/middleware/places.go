package middleware

import (
	"sync"
	"time"
)

// Places bounds how much of something is open in this process at once, such as streams.
type Places struct {
	mu    sync.Mutex
	taken map[string]int
}

// Place is one of at most Max under its key.
type Place struct {
	Key string
	Max int
}

// comeBackAfter is what who finds no place is told to wait.
const comeBackAfter = 15 * time.Second

// Take takes all of the places or none; leave gives them back.
func (p *Places) Take(wanted ...Place) (leave func(), err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, place := range wanted {
		if p.taken[place.Key] >= place.Max {
			return nil, &Limited{retryAfter: comeBackAfter}
		}
	}
	if p.taken == nil {
		p.taken = map[string]int{}
	}
	for _, place := range wanted {
		p.taken[place.Key]++
	}
	return sync.OnceFunc(func() { p.leave(wanted) }), nil
}

func (p *Places) leave(places []Place) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, place := range places {
		p.taken[place.Key]--
		if p.taken[place.Key] == 0 {
			delete(p.taken, place.Key)
		}
	}
}
