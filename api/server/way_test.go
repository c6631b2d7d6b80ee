package server_test

import (
	"io"
	"net"
	"net/url"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
)

// way is a proxy to a database whose connections a test can cut.
type way struct {
	url      string
	listener net.Listener
	mu       sync.Mutex
	open     []net.Conn
}

func newWay(t *testing.T, target string) *way {
	t.Helper()
	address, err := url.Parse(target)
	require.NoError(t, err)
	listener, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	require.NoError(t, err)
	w := &way{listener: listener}
	go w.forward(address.Host)
	t.Cleanup(w.cut)
	address.Host = listener.Addr().String()
	w.url = address.String()
	return w
}

func (w *way) forward(target string) {
	for {
		near, err := w.listener.Accept()
		if err != nil {
			return
		}
		far, err := (&net.Dialer{}).Dial("tcp", target)
		if err != nil {
			_ = near.Close()
			continue
		}
		w.mu.Lock()
		w.open = append(w.open, near, far)
		w.mu.Unlock()
		go func() { _, _ = io.Copy(near, far) }()
		go func() { _, _ = io.Copy(far, near) }()
	}
}

func (w *way) cut() {
	_ = w.listener.Close()
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, connection := range w.open {
		_ = connection.Close()
	}
}
