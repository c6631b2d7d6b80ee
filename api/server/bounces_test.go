package server_test

import (
	"context"
	"errors"
	"net"
	"strings"
	"testing"
	"time"

	"github.com/emersion/go-smtp"
	"github.com/stretchr/testify/require"

	"selfcare/api/server"
	"selfcare/api/servertest"
	"selfcare/internal/contract"
	"selfcare/internal/gateway"
	"selfcare/internal/gateway/callback"
	"selfcare/internal/gateway/messages"
)

// told is an adapter that says what a test wants, and keeps the report.
type told struct {
	events []callback.Event
	err    error
	body   string
}

func (a *told) Receive(_ context.Context, r callback.Request) ([]callback.Event, error) {
	a.body = string(r.Body)
	return a.events, a.err
}

// openMailbox serves the mailbox for reports, and returns its address.
func openMailbox(t *testing.T, r *servertest.Rig, adapter callback.Receiver) string {
	t.Helper()
	mailbox, err := server.NewBounces(r.Options, server.Bounces{Mailbox: "bounces@selfcare.example", Receiver: adapter})
	require.NoError(t, err)
	listener, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	require.NoError(t, err)
	ended := make(chan error, 1)
	go func() { ended <- mailbox.Serve(listener) }()
	t.Cleanup(func() {
		require.NoError(t, mailbox.Shutdown(context.Background())) // t.Context ends before a cleanup
		require.NoError(t, <-ended)
	})
	return listener.Addr().String()
}

// report sends a report by SMTP.
func report(t *testing.T, address, from, to, body string) error {
	t.Helper()
	client, err := smtp.Dial(address)
	require.NoError(t, err)
	defer func() { _ = client.Close() }()
	return client.SendMail(from, []string{to}, strings.NewReader(body))
}

const mailbox = "bounces@selfcare.example"

func TestBounces_LetterBounced_QueuesTheOtherWayOnce(t *testing.T) {
	r := servertest.New(t)
	notice := contract.Notice{OrderID: "o-1", Key: "placed", Template: "order-placed", Language: "ar", Mobile: "0551112233", Email: "n@example.com"}
	require.NoError(t, r.Store.Outbox.Queue(t.Context(), notice))
	adapter := &told{events: []callback.Event{{ID: "bounce-0001", OccurredAt: time.Now(), News: callback.Undelivered{Key: "o-1-placed-email", Channel: messages.Email}}}}
	address := openMailbox(t, r, adapter)
	for range 2 {
		require.NoError(t, report(t, address, "", "Bounces@Selfcare.example", "Subject: Undelivered\r\n\r\n<n@example.com>: mailbox full\r\n"))
	}
	require.Contains(t, adapter.body, "mailbox full")
	all, err := r.Store.Outbox.Of(t.Context(), "o-1")
	require.NoError(t, err)
	require.Len(t, all, 2, "the copy is queued once")
	require.Equal(t, []string{"email"}, all[0].Unreached)
}

func TestBounces_NotForUs_IsRefused(t *testing.T) {
	r := servertest.New(t)
	adapter := &told{}
	address := openMailbox(t, r, adapter)
	for name, tt := range map[string]struct {
		from, to, body string
		err            error
		code           int
	}{
		"a letter of a person":         {"huda@example.sa", mailbox, "x", nil, 550},
		"another mailbox":              {"", "someone@example.sa", "x", nil, 550},
		"a report of a stranger":       {"", mailbox, "x", callback.ErrForged, 550},
		"a text that is no report":     {"", mailbox, "x", callback.ErrUnreadable, 550},
		"a report while we are away":   {"", mailbox, "x", gateway.ErrRetry, 451},
		"a report larger than 2 MiB":   {"", mailbox, strings.Repeat("0123456789\r\n", 200_000), nil, 552},
		"a line of more than a letter": {"", mailbox, strings.Repeat("x", 5000), nil, 0},
	} {
		t.Run(name, func(t *testing.T) {
			adapter.err = tt.err
			err := report(t, address, tt.from, tt.to, tt.body)
			var said *smtp.SMTPError
			require.True(t, errors.As(err, &said) || tt.code == 0 && err != nil, "got %v", err)
			if tt.code != 0 {
				require.Equal(t, tt.code, said.Code)
			}
		})
	}
}

// Mail servers keep a connection open for their next letter. A report that is cut off comes again.
func TestBounces_IdleConnection_EndsWithServer(t *testing.T) {
	r := servertest.New(t)
	server, err := server.NewBounces(r.Options, server.Bounces{Mailbox: mailbox, Receiver: &told{}})
	require.NoError(t, err)
	listener, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	require.NoError(t, err)
	ended := make(chan error, 1)
	go func() { ended <- server.Serve(listener) }()
	client, err := smtp.Dial(listener.Addr().String())
	require.NoError(t, err)
	require.NoError(t, client.Noop())
	within, cancel := context.WithTimeout(t.Context(), 5*time.Second)
	defer cancel()
	require.NoError(t, server.Shutdown(within))
	require.NoError(t, <-ended)
	require.Error(t, client.Noop())
}
