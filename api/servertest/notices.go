package servertest

import (
	"context"
	"sync"
	"time"

	"selfcare/internal/contract"
)

// FakeNotices keeps what was to be sent.
type FakeNotices struct {
	mu   sync.Mutex
	Sent []contract.Notice
	Err  error // fails the next ones
}

func (n *FakeNotices) Send(_ context.Context, notice contract.Notice, _ time.Duration) error {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.Err != nil {
		return n.Err
	}
	n.Sent = append(n.Sent, notice)
	return nil
}

// Latest is the newest message; the zero Notice when there is none.
func (n *FakeNotices) Latest() contract.Notice {
	n.mu.Lock()
	defer n.mu.Unlock()
	if len(n.Sent) == 0 {
		return contract.Notice{}
	}
	return n.Sent[len(n.Sent)-1]
}

func (n *FakeNotices) Count() int {
	n.mu.Lock()
	defer n.mu.Unlock()
	return len(n.Sent)
}

// Code is the one-time code sent last.
func (n *FakeNotices) Code() string { return n.Latest().Params["code"] }
