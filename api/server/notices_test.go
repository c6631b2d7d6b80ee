package server_test

import (
	"context"
	"sync"
	"time"

	"selfcare/internal/contract"
)

// fakeNotices keeps what was to be sent.
type fakeNotices struct {
	mu   sync.Mutex
	sent []contract.Notice
	err  error // fails the next ones
}

func (n *fakeNotices) Send(_ context.Context, notice contract.Notice, _ time.Duration) error {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.err != nil {
		return n.err
	}
	n.sent = append(n.sent, notice)
	return nil
}

// latest is the newest message; the zero Notice when there is none.
func (n *fakeNotices) latest() contract.Notice {
	n.mu.Lock()
	defer n.mu.Unlock()
	if len(n.sent) == 0 {
		return contract.Notice{}
	}
	return n.sent[len(n.sent)-1]
}

func (n *fakeNotices) count() int {
	n.mu.Lock()
	defer n.mu.Unlock()
	return len(n.sent)
}

// code is the one-time code sent last.
func (n *fakeNotices) code() string { return n.latest().Params["code"] }
