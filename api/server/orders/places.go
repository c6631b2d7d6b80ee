package orders

import (
	"sync"
	"time"

	"selfcare/api/server/middleware"
)

// places bounds the open things in this process, such as streams.
type places struct {
	mu    sync.Mutex
	taken map[string]int
}

// place is one of at most Max places under its key.
type place struct {
	Key string
	Max int
}

// comeBackAfter is the waiting time for a caller without a place.
const comeBackAfter = 15 * time.Second

// take takes all of the places or none; leave gives them back.
func (p *places) take(wanted ...place) (leave func(), err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, one := range wanted {
		if p.taken[one.Key] >= one.Max {
			return nil, middleware.RetryAfter(comeBackAfter)
		}
	}
	if p.taken == nil {
		p.taken = map[string]int{}
	}
	for _, one := range wanted {
		p.taken[one.Key]++
	}
	return sync.OnceFunc(func() { p.leave(wanted) }), nil
}

func (p *places) leave(all []place) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, one := range all {
		p.taken[one.Key]--
		if p.taken[one.Key] == 0 {
			delete(p.taken, one.Key)
		}
	}
}
