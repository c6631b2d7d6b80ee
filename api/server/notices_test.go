package server_test

import (
	"context"
	"sync"
	"time"

	"selfcare/internal/contract"
)

// playedNotices keeps what was to be sent.
type playedNotices struct {
	mu   sync.Mutex
	sent []contract.Notice
	err  error // fails the next ones
}

func (n *playedNotices) Send(_ context.Context, notice contract.Notice, _ time.Duration) error {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.err != nil {
		return n.err
	}
	n.sent = append(n.sent, notice)
	return nil
}

// latest is the newest message; the zero Notice when there is none.
func (n *playedNotices) latest() contract.Notice {
	n.mu.Lock()
	defer n.mu.Unlock()
	if len(n.sent) == 0 {
		return contract.Notice{}
	}
	return n.sent[len(n.sent)-1]
}

func (n *playedNotices) count() int {
	n.mu.Lock()
	defer n.mu.Unlock()
	return len(n.sent)
}

// code is the one-time code sent last.
func (n *playedNotices) code() string { return n.latest().Params["code"] }
