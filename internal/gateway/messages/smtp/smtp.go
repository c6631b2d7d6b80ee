// Package smtp sends e-mail through a mail server that relays for us (RFC 5321, STARTTLS of RFC 3207, TLS from the start of RFC 8314,
// AUTH of RFC 4954).
package smtp

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"log/slog"
	"net"
	netmail "net/mail"
	"net/textproto"
	"strconv"
	"strings"
	"time"

	"github.com/wneessen/go-mail"

	"selfcare/internal/gateway"
	"selfcare/internal/gateway/guard"
	"selfcare/internal/gateway/jsonhttp"
	"selfcare/internal/gateway/messages"
)

// system names the partner in errors, logs and metrics.
const system = "email"

// Ways to secure the connection.
const (
	StartTLS = "starttls" // from the first command on; a server without it gets no letter
	TLS      = "tls"      // from the start
	None     = "none"     // for a server on this machine
)

// Config is the mail server, our access to it, and the sender that customers see.
type Config struct {
	Address  string // host:port
	Security string // StartTLS, TLS or None
	User     string // empty: the server asks for no login
	Password string
	From     string        // mailbox, like Selfcare <no-reply@selfcare.example>
	Bounces  string        // mailbox of the envelope; empty: that of From
	Key      []byte        // signs the mark by which a report leads back to its letter; empty: no mark
	CAFile   string        // PEM: the only authorities that are trusted; empty: the system's
	Timeout  time.Duration // of one letter; zero: the default of the guard
}

// Sender sends each letter over a connection of its own.
type Sender struct {
	cfg     Config
	host    string
	port    int
	from    *netmail.Address
	bounces *netmail.Address
	guard   *guard.Guard
}

var _ messages.Gateway = (*Sender)(nil)

// New checks the configuration; it does not call the server.
func New(cfg Config, watch guard.Watcher, log *slog.Logger) (*Sender, error) {
	host, port, err := net.SplitHostPort(cfg.Address)
	if err != nil {
		return nil, errors.New("address of email: need host:port")
	}
	s := &Sender{cfg: cfg, host: host, guard: guard.New(guard.Config{System: system, Timeout: cfg.Timeout}, watch, log)}
	if s.port, err = strconv.Atoi(port); err != nil {
		return nil, errors.New("address of email: the port is no number")
	}
	if s.from, err = netmail.ParseAddress(cfg.From); err != nil {
		return nil, fmt.Errorf("sender of email: %w", err)
	}
	if s.bounces = s.from; cfg.Bounces != "" {
		if s.bounces, err = netmail.ParseAddress(cfg.Bounces); err != nil {
			return nil, fmt.Errorf("envelope sender of email: %w", err)
		}
	}
	_, err = s.newClient(time.Second)
	return s, err
}

// newClient returns a client whose connections end after a time.
func (s *Sender) newClient(within time.Duration) (*mail.Client, error) {
	options := []mail.Option{mail.WithPort(s.port), mail.WithTimeout(within), mail.WithoutNoop()}
	switch s.cfg.Security {
	case TLS:
		options = append(options, mail.WithSSL())
	case None:
		options = append(options, mail.WithTLSPolicy(mail.NoTLS))
	default:
		options = append(options, mail.WithTLSPolicy(mail.TLSMandatory))
	}
	if s.cfg.CAFile != "" {
		trusted, err := jsonhttp.Connection{CAFile: s.cfg.CAFile}.TLS()
		if err != nil {
			return nil, err
		}
		trusted.ServerName = s.host
		options = append(options, mail.WithTLSConfig(trusted))
	}
	if s.cfg.User != "" {
		options = append(options, mail.WithSMTPAuth(mail.SMTPAuthAutoDiscover), mail.WithUsername(s.cfg.User), mail.WithPassword(s.cfg.Password))
	}
	return mail.NewClient(s.host, options...)
}

// Send sends one letter. Its Message-ID is derived from its key, so that mail programs drop a repeat.
func (s *Sender) Send(ctx context.Context, m messages.Message) error {
	return s.guard.Do(ctx, "send", func(ctx context.Context) (healthy bool, err error) {
		letter, err := s.writeLetter(m)
		if err != nil { // the library refuses the address
			return true, &gateway.Refusal{System: system, Code: messages.AddressInvalid}
		}
		deadline, _ := ctx.Deadline()
		client, err := s.newClient(time.Until(deadline))
		if err != nil {
			return false, fmt.Errorf("%w: %w", err, gateway.ErrRetry)
		}
		connection, err := client.DialToSMTPClientWithContext(ctx)
		if err != nil {
			return false, fmt.Errorf("connect and sign in: %w: %w", dropText(err), gateway.ErrRetry)
		}
		defer func() { _ = client.CloseWithSMTPClient(connection) }() // the letter is sent or not by then
		return sortAnswer(client.SendWithSMTPClient(connection, letter))
	})
}

// Ask connects and signs in, and sends nothing.
func (s *Sender) Ask(ctx context.Context) error {
	deadline, limited := ctx.Deadline()
	if !limited {
		deadline = time.Now().Add(10 * time.Second)
	}
	client, err := s.newClient(time.Until(deadline))
	if err != nil {
		return err
	}
	connection, err := client.DialToSMTPClientWithContext(ctx)
	if err != nil {
		return err
	}
	return client.CloseWithSMTPClient(connection)
}

func (s *Sender) writeLetter(m messages.Message) (*mail.Msg, error) {
	letter := mail.NewMsg(mail.WithNoDefaultUserAgent())
	if m.Language == "ar" {
		letter.SetEncoding(mail.EncodingB64) // half as long as quoted-printable
	}
	letter.FromMailAddress(s.from)
	letter.EnvelopeFromMailAddress(s.bounces)
	if err := letter.To(m.To); err != nil {
		return nil, err
	}
	letter.SetMessageIDWithValue(deriveMessageID(m.Key, s.from.Address))
	letter.SetDate()
	letter.Subject(m.Subject)
	if len(s.cfg.Key) > 0 {
		letter.SetGenHeader(headerMark, makeMark(s.cfg.Key, m.Key))
	}
	letter.SetGenHeader("Content-Language", m.Language)
	letter.SetGenHeader("Auto-Submitted", "auto-generated") // RFC 3834: no automatic answers
	if m.Unsubscribe != "" {                                // RFC 2369, RFC 8058
		letter.SetGenHeader("List-Unsubscribe", "<"+m.Unsubscribe+">")
		letter.SetGenHeader("List-Unsubscribe-Post", "List-Unsubscribe=One-Click")
	}
	letter.SetBodyString(mail.TypeTextPlain, m.Text)
	if m.HTML != "" {
		letter.AddAlternativeString(mail.TypeTextHTML, m.HTML)
	}
	for _, file := range m.Attachments {
		letter.AttachReadSeeker(file.Name, bytes.NewReader(file.Content), mail.WithFileContentType(mail.ContentType(file.MediaType)))
	}
	return letter, nil
}

// deriveMessageID derives the id of a letter from its key, in the domain of the sender.
func deriveMessageID(key, from string) string {
	sum := sha256.Sum256([]byte(key))
	_, domain, _ := strings.Cut(from, "@")
	return hex.EncodeToString(sum[:20]) + "@" + domain
}

// sortAnswer turns the answer of a server into nil or one gateway error, and reports whether the server behaved.
func sortAnswer(err error) (healthy bool, sorted error) {
	if err == nil {
		return true, nil
	}
	var failed *mail.SendError
	if !errors.As(err, &failed) {
		return false, fmt.Errorf("send: %w: %w", dropText(err), gateway.ErrRetry)
	}
	code, detail := failed.ErrorCode(), failed.EnhancedStatusCode()
	switch {
	case failed.Reason == mail.ErrSMTPReset: // the server has taken the letter
		return true, nil
	case failed.Reason == mail.ErrSMTPDataClose && code == 0:
		return false, fmt.Errorf("no answer after the letter: %w", gateway.ErrUnknown)
	case code < 500, failed.Reason == mail.ErrSMTPMailFrom: // our own sender is wrong: the letter waits until an operator has mended it
		return code != 0 && code < 500, fmt.Errorf("status %d %s: %w", code, detail, gateway.ErrRetry)
	case isAboutAddress(failed):
		return true, &gateway.Refusal{System: system, Code: messages.AddressInvalid}
	default:
		return true, &gateway.Refusal{System: system, Code: strings.TrimSuffix(fmt.Sprintf("smtp_%d_%s", code, detail), "_")}
	}
}

// isAboutAddress reads a refusal of a recipient: 5.1.x of RFC 3463, or the replies about mailboxes of RFC 5321 without such a detail.
// Some servers look at the recipient after the letter only.
func isAboutAddress(failed *mail.SendError) bool {
	if detail := failed.EnhancedStatusCode(); detail != "" {
		return strings.HasPrefix(detail, "5.1.")
	}
	code := failed.ErrorCode()
	return failed.Reason == mail.ErrSMTPRcptTo && (code == 550 || code == 551 || code == 553)
}

// dropText drops a server's text, which may repeat an address or a login.
func dropText(err error) error {
	var (
		answered *textproto.Error
		network  *net.OpError
		timely   net.Error
	)
	switch {
	case errors.As(err, &answered):
		return fmt.Errorf("status %d", answered.Code)
	case errors.As(err, &timely) && timely.Timeout():
		return context.DeadlineExceeded
	case errors.As(err, &network):
		return network.Err
	default:
		return errors.New("no agreement on TLS or on the login")
	}
}
