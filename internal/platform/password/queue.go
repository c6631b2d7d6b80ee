package password

import (
	"context"
	"fmt"
	"math"
	"runtime"
	"sync"
	"time"
)

// Patience is the longest wait of a password for its turn in the queue. A caller that would wait longer is refused at once.
const Patience = 4 * time.Second

// QueueFullError reports that too many passwords wait already, and when to try again.
type QueueFullError struct{ RetryAfter time.Duration }

func (e *QueueFullError) Error() string {
	return fmt.Sprintf("too many passwords wait: try again in %v", e.RetryAfter)
}

// Queue hashes a few passwords at once: each takes a core for tens of milliseconds, and other calls need cores too.
type Queue struct {
	free chan struct{}
	work Work

	mu    sync.Mutex
	queue int           // passwords that wait or are being hashed
	each  time.Duration // recent time per password; 0 before the first
}

// Work is the expensive work: Verify and Hash, or a test's replacement.
type Work struct {
	Verify func(password, hash string) (bool, error)
	Hash   func(password string) string
}

// NewQueue leaves one core to other calls if there are several.
func NewQueue() *Queue {
	return newPlaces(max(1, runtime.NumCPU()-1), Work{Verify: Verify, Hash: Hash})
}

func newPlaces(count int, work Work) *Queue {
	return &Queue{free: make(chan struct{}, count), work: work}
}

// Verify is the function of this name, run in its turn.
func (p *Queue) Verify(ctx context.Context, password, hash string) (matches bool, err error) {
	if turn := p.runInTurn(ctx, func() { matches, err = p.work.Verify(password, hash) }); turn != nil {
		return false, turn
	}
	return matches, err
}

// Hash is the function of this name, run in its turn.
func (p *Queue) Hash(ctx context.Context, password string) (hash string, err error) {
	err = p.runInTurn(ctx, func() { hash = p.work.Hash(password) })
	return hash, err
}

func (p *Queue) runInTurn(ctx context.Context, do func()) error {
	if err := p.join(); err != nil {
		return err
	}
	defer p.leave()
	select {
	case p.free <- struct{}{}:
		defer func() { <-p.free }()
	case <-ctx.Done():
		return ctx.Err()
	}
	begin := time.Now()
	do()
	p.learn(time.Since(begin))
	return nil
}

// join refuses a caller when the queue is longer than Patience allows at the recent pace.
func (p *Queue) join() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	ahead := max(0, p.queue-cap(p.free)+1)
	rounds := math.Ceil(float64(ahead) / float64(cap(p.free)))
	if wait := time.Duration(rounds) * p.each; wait > Patience {
		return &QueueFullError{RetryAfter: wait}
	}
	p.queue++
	return nil
}

func (p *Queue) leave() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.queue--
}

// learn keeps a moving average, so that one slow password does not block all others.
func (p *Queue) learn(took time.Duration) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.each == 0 {
		p.each = took
		return
	}
	p.each += (took - p.each) / 8
}
