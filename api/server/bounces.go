package server

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"net"
	"strings"
	"time"

	"github.com/emersion/go-smtp"

	"selfcare/api/server/middleware"
	"selfcare/internal/contract"
	"selfcare/internal/gateway/callback"
)

// Bounces says how mail servers report letters that they could not deliver.
type Bounces struct {
	Mailbox  string // envelope sender of our letters; other recipients are refused
	Receiver callback.Receiver
}

// Limits of the mailbox. A report has the headers of the letter, and some servers add the letter.
const (
	largestReport   = 2 << 20 // bytes
	reportTimeout   = time.Minute
	largestMailLine = 2000 // bytes; RFC 5321 asks for 1000
)

// Replies to a mail server. Their details are those of RFC 3463.
var (
	replyNoReport  = &smtp.SMTPError{Code: 550, EnhancedCode: smtp.EnhancedCode{5, 7, 1}, Message: "this server takes reports about deliveries only, and those have no sender"}
	replyNoMailbox = &smtp.SMTPError{Code: 550, EnhancedCode: smtp.EnhancedCode{5, 1, 1}, Message: "no such mailbox here"}
	replyUnknown   = &smtp.SMTPError{Code: 550, EnhancedCode: smtp.EnhancedCode{5, 6, 0}, Message: "no report about a letter that we sent"}
	replyLater     = &smtp.SMTPError{Code: 451, EnhancedCode: smtp.EnhancedCode{4, 3, 0}, Message: "try again later"}
)

// BounceServer takes reports by SMTP.
type BounceServer struct {
	*smtp.Server
	stop func()
}

// NewBounces puts the mailbox for reports together. It does not listen yet.
func NewBounces(options Options, reports Bounces) (*BounceServer, error) {
	s, err := newServer(options.withDefaults())
	if err != nil {
		return nil, err
	}
	server := smtp.NewServer(smtp.BackendFunc(func(*smtp.Conn) (smtp.Session, error) {
		return &bounceSession{server: s, reports: reports}, nil
	}))
	_, server.Domain, _ = strings.Cut(reports.Mailbox, "@")
	server.MaxMessageBytes, server.MaxRecipients, server.MaxLineLength = largestReport, 1, largestMailLine
	server.ReadTimeout, server.WriteTimeout = reportTimeout, reportTimeout
	server.ErrorLog = slog.NewLogLogger(s.core.Log.Handler(), slog.LevelWarn)
	return &BounceServer{Server: server, stop: s.stop}, nil
}

// Serve takes reports until the listener closes.
func (b *BounceServer) Serve(listener net.Listener) error {
	if err := b.Server.Serve(listener); !errors.Is(err, smtp.ErrServerClosed) && !errors.Is(err, net.ErrClosed) {
		return err
	}
	return nil
}

// Shutdown ends the open connections: a mail server keeps an idle one for its next letter, and sends a report that is cut off again.
func (b *BounceServer) Shutdown(context.Context) error {
	defer b.stop()
	return b.Close()
}

// bounceSession is one connection of a mail server.
type bounceSession struct {
	server  *Server
	reports Bounces
}

func (*bounceSession) Reset()        {}
func (*bounceSession) Logout() error { return nil }

// Mail takes reports alone: they have no sender (RFC 5321, 4.5.5), so that no report is reported.
func (*bounceSession) Mail(from string, _ *smtp.MailOptions) error {
	if from != "" {
		return replyNoReport
	}
	return nil
}

func (b *bounceSession) Rcpt(to string, _ *smtp.RcptOptions) error {
	if !strings.EqualFold(to, b.reports.Mailbox) {
		return replyNoMailbox
	}
	return nil
}

// Data hands a report on. A report that cannot be read is refused for good: its server would send the same again.
func (b *bounceSession) Data(r io.Reader) error {
	body, err := io.ReadAll(r)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(context.Background(), middleware.HandleWithin) //nolint:forbidigo // the library hands no context on
	defer cancel()
	err = b.server.Take(ctx, "email", b.reports.Receiver, callback.Request{Body: body, At: b.server.core.Now()})
	var refused *contract.Refusal
	switch {
	case err == nil:
		return nil
	case errors.As(err, &refused) && (refused.Code == contract.FailSignature || refused.Code == contract.FailNotJSON):
		b.server.core.LogFailure(ctx, "take a report about a letter", err)
		return replyUnknown
	default:
		b.server.core.LogFailure(ctx, "take a report about a letter", err)
		return replyLater
	}
}
