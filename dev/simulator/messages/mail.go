package messages

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"io"
	"mime"
	"mime/multipart"
	"mime/quotedprintable"
	"net"
	"net/http"
	"net/http/httptest"
	"net/mail"
	"net/textproto"
	"strings"
	"time"

	"github.com/emersion/go-smtp"
)

const (
	largestLetter = 1 << 20 // bytes
	mailTimeout   = time.Minute
)

// Replies of the mail server to a sender. Their details are those of RFC 3463.
var (
	replyNoMailbox = &smtp.SMTPError{Code: 550, EnhancedCode: smtp.EnhancedCode{5, 1, 1}, Message: "no such mailbox here"}
	replyBusy      = &smtp.SMTPError{Code: 451, EnhancedCode: smtp.EnhancedCode{4, 3, 0}, Message: "try again later"}
	replyRefused   = &smtp.SMTPError{Code: 554, EnhancedCode: smtp.EnhancedCode{5, 6, 0}, Message: "letter refused"}
)

// ServeMail takes letters by SMTP until the listener closes, as a mail server that relays for the product does.
func (s *System) ServeMail(ctx context.Context, listener net.Listener) error {
	server := smtp.NewServer(smtp.BackendFunc(func(c *smtp.Conn) (smtp.Session, error) {
		return &session{ctx: ctx, system: s, connection: c}, nil
	}))
	server.Domain, server.MaxMessageBytes, server.MaxRecipients = "mail.simulator", largestLetter, 1
	server.ReadTimeout, server.WriteTimeout = mailTimeout, mailTimeout
	server.ErrorLog = silent{}
	err := server.Serve(listener)
	if errors.Is(err, net.ErrClosed) {
		return nil
	}
	return err
}

// silent drops the library's log: the console shows each call.
type silent struct{}

func (silent) Printf(string, ...any) {}
func (silent) Println(...any)        {}

// session is one connection of a sender.
type session struct {
	ctx        context.Context //nolint:containedctx // the library hands none on
	system     *System
	connection *smtp.Conn
	from, to   string
}

func (s *session) Reset()        { s.from, s.to = "", "" }
func (s *session) Logout() error { return nil }

func (s *session) Mail(from string, _ *smtp.MailOptions) error {
	s.from = from
	return nil
}

func (s *session) Rcpt(to string, _ *smtp.RcptOptions) error {
	if !addresses["email"].MatchString(to) || strings.HasPrefix(to, "invalid@") {
		return replyNoMailbox
	}
	s.to = to
	return nil
}

// Data passes a letter to the operation that sends messages, with its faults and scenarios, and turns the answer into a reply.
func (s *session) Data(r io.Reader) error {
	letter, err := io.ReadAll(r)
	if err != nil {
		return replyRefused
	}
	m, err := readLetter(bytes.NewReader(letter))
	if err != nil {
		return replyRefused
	}
	m.To = s.to
	status, answered := s.system.relay(s.ctx, m)
	switch {
	case !answered:
		_ = s.connection.Close() // the connection ends without a reply
		return replyBusy
	case status < 300 && isFull(s.to):
		return s.system.bounceLater(s.from, s.to, letter)
	case status < 300:
		return nil
	case status == http.StatusUnprocessableEntity:
		return replyNoMailbox
	case status == http.StatusTooManyRequests, status >= 500:
		return replyBusy
	default:
		return replyRefused
	}
}

// relay passes a message of another interface to the operation that sends messages, with its faults and scenarios.
func (s *System) relay(ctx context.Context, m Message) (status int, answered bool) {
	body, err := json.Marshal(m)
	if err != nil {
		return http.StatusBadRequest, true
	}
	ctx, cancel := context.WithTimeout(ctx, mailTimeout)
	defer cancel()
	request := httptest.NewRequestWithContext(ctx, http.MethodPost, "/", bytes.NewReader(body))
	request.Header.Set("Idempotency-Key", m.Key)
	said := httptest.NewRecorder()
	defer func() {
		if failed := recover(); failed == http.ErrAbortHandler { //nolint:errorlint // a panic, no error chain
			answered = false
		} else if failed != nil {
			panic(failed)
		}
	}()
	s.letters.ServeHTTP(said, request)
	return said.Code, json.Valid(said.Body.Bytes())
}

// readLetter reads the headers and the plain text of a letter.
func readLetter(r io.Reader) (m Message, err error) {
	letter, err := mail.ReadMessage(r)
	if err != nil {
		return m, err
	}
	m = Message{Channel: "email", Key: letter.Header.Get("Message-Id"), Language: letter.Header.Get("Content-Language")}
	if letter.Header.Get("List-Unsubscribe-Post") == "List-Unsubscribe=One-Click" {
		m.Stop = strings.Trim(letter.Header.Get("List-Unsubscribe"), "<>")
	}
	if m.Subject, err = new(mime.WordDecoder).DecodeHeader(letter.Header.Get("Subject")); err != nil {
		return m, err
	}
	return m, m.readBody(textproto.MIMEHeader(letter.Header), letter.Body)
}

// readBody reads the plain text, the page and the files of a body.
func (m *Message) readBody(header textproto.MIMEHeader, body io.Reader) error {
	kind, params, err := mime.ParseMediaType(header.Get("Content-Type"))
	if err != nil {
		return err
	}
	encoding := header.Get("Content-Transfer-Encoding")
	if !strings.HasPrefix(kind, "multipart/") {
		if disposition, about, _ := mime.ParseMediaType(header.Get("Content-Disposition")); disposition == "attachment" {
			content, err := io.ReadAll(base64.NewDecoder(base64.StdEncoding, body))
			m.Attachments = append(m.Attachments, Attachment{Name: about["filename"], MediaType: kind, Content: content})
			return err
		}
		text, err := decode(encoding, body)
		if kind == "text/html" {
			m.HTML = text
		} else {
			m.Text = text
		}
		return err
	}
	parts := multipart.NewReader(body, params["boundary"])
	for {
		part, err := parts.NextRawPart()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		if err := m.readBody(part.Header, part); err != nil {
			return err
		}
	}
}

// decode reads a text in its transfer encoding.
func decode(encoding string, body io.Reader) (string, error) {
	switch strings.ToLower(encoding) {
	case "quoted-printable":
		body = quotedprintable.NewReader(body)
	case "base64":
		body = base64.NewDecoder(base64.StdEncoding, body)
	}
	text, err := io.ReadAll(body)
	return strings.ReplaceAll(string(text), "\r\n", "\n"), err
}
