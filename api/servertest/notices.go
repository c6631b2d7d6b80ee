package servertest

import (
	"context"
	"sync"
	"time"

	"selfcare/internal/contract"
)

// FakeNotices keeps the messages that were to be sent.
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

// Latest returns the newest message, or the zero Notice.
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

// Code returns the last one-time code.
func (n *FakeNotices) Code() string { return n.Latest().Params["code"] }
