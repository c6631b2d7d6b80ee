package smtp_test

import (
	"bytes"
	"context"
	"crypto/tls"
	"encoding/base64"
	"encoding/pem"
	"errors"
	"io"
	"log/slog"
	"mime"
	"mime/multipart"
	"net"
	"net/http/httptest"
	netmail "net/mail"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/emersion/go-sasl"
	server "github.com/emersion/go-smtp"
	"github.com/stretchr/testify/require"

	"selfcare/internal/gateway"
	"selfcare/internal/gateway/messages"
	"selfcare/internal/gateway/messages/smtp"
)

// mailServer is a mail server that answers as a test says.
type mailServer struct {
	Address string

	refuseLogin bool
	onMail      error
	onRcpt      error
	onData      error
	dropOnData  bool

	access  sync.Mutex
	logins  []string
	sender  string
	to      string
	secure  bool
	letters []string
}

func (m *mailServer) NewSession(c *server.Conn) (server.Session, error) { return &session{m, c}, nil }

type session struct {
	server     *mailServer
	connection *server.Conn
}

func (s *session) AuthMechanisms() []string { return []string{sasl.Plain} }

func (s *session) Auth(string) (sasl.Server, error) {
	return sasl.NewPlainServer(func(_, user, password string) error {
		s.server.access.Lock()
		defer s.server.access.Unlock()
		s.server.logins = append(s.server.logins, user+":"+password)
		if s.server.refuseLogin {
			return server.ErrAuthFailed
		}
		return nil
	}), nil
}

func (s *session) Reset()        {}
func (s *session) Logout() error { return nil }

func (s *session) Mail(from string, _ *server.MailOptions) error {
	s.server.access.Lock()
	defer s.server.access.Unlock()
	s.server.sender = from
	_, s.server.secure = s.connection.TLSConnectionState()
	return s.server.onMail
}

func (s *session) Rcpt(to string, _ *server.RcptOptions) error {
	s.server.access.Lock()
	defer s.server.access.Unlock()
	s.server.to = to
	return s.server.onRcpt
}

func (s *session) Data(r io.Reader) error {
	letter, err := io.ReadAll(r)
	if err != nil {
		return err
	}
	s.server.access.Lock()
	defer s.server.access.Unlock()
	s.server.letters = append(s.server.letters, string(letter))
	if s.server.dropOnData {
		_ = s.connection.Close()
	}
	return s.server.onData
}

// start runs the server until the test ends.
func (m *mailServer) start(t *testing.T, security string) smtp.Config {
	t.Helper()
	serving := server.NewServer(m)
	serving.Domain, serving.ReadTimeout, serving.WriteTimeout = "mail.example", 5*time.Second, 5*time.Second
	serving.ErrorLog = silent{}
	listener, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	require.NoError(t, err)
	if security != smtp.None {
		serving.TLSConfig = certificate(t)
	}
	if security == smtp.TLS {
		listener = tls.NewListener(listener, serving.TLSConfig)
	}
	go func() { _ = serving.Serve(listener) }() // it ends with the test
	t.Cleanup(func() { require.NoError(t, serving.Close()) })
	m.Address = listener.Addr().String()
	return smtp.Config{Address: m.Address, Security: security, From: "Selfcare <no-reply@selfcare.example>"}
}

type silent struct{}

func (silent) Printf(string, ...any) {}
func (silent) Println(...any)        {}

// certificate returns the certificate of net/http/httptest, which is for 127.0.0.1.
func certificate(t *testing.T) *tls.Config {
	t.Helper()
	issued := httptest.NewUnstartedServer(nil)
	issued.StartTLS()
	t.Cleanup(issued.Close)
	return &tls.Config{Certificates: issued.TLS.Certificates, MinVersion: tls.VersionTLS12}
}

func newSender(t *testing.T, cfg smtp.Config) *smtp.Sender {
	t.Helper()
	sender, err := smtp.New(cfg, nil, slog.New(slog.DiscardHandler))
	require.NoError(t, err)
	return sender
}

var letter = messages.Message{Key: "SC12345678-placed-email", Channel: messages.Email, To: "noura@example.com", Language: "en", Subject: "Your order", Text: "Thank you.\n\nIt is on its way."}

// RFC 8058: a mail program shows a button, and its provider posts to the address. The headers have no line break within an address.
func TestSend_Promotion_HasOneClickHeaders(t *testing.T) {
	at, promotion := &mailServer{}, letter
	promotion.Unsubscribe = "https://selfcare.operator-name.sa/api/unsubscribe/AZgAAAAAcACAAAAA"
	require.NoError(t, newSender(t, at.start(t, smtp.None)).Send(t.Context(), promotion))
	read, err := netmail.ReadMessage(strings.NewReader(at.letters[0]))
	require.NoError(t, err)
	require.Equal(t, "<"+promotion.Unsubscribe+">", read.Header.Get("List-Unsubscribe"))
	require.Equal(t, "List-Unsubscribe=One-Click", read.Header.Get("List-Unsubscribe-Post"))
}

func TestSend_Letter_ArrivesWithStableID(t *testing.T) {
	at := &mailServer{}
	cfg := at.start(t, smtp.None)
	cfg.Bounces = "bounces@selfcare.example"
	sender := newSender(t, cfg)
	for range 2 {
		require.NoError(t, sender.Send(t.Context(), letter))
	}
	other := letter
	other.Key, other.Language, other.Subject, other.Text = "SC12345678-sent-email", "ar", "طلبك في الطريق", "شكرًا لك."
	require.NoError(t, sender.Send(t.Context(), other))

	require.Equal(t, "bounces@selfcare.example", at.sender)
	require.Equal(t, "noura@example.com", at.to)
	var ids []string
	for _, raw := range at.letters {
		read, err := netmail.ReadMessage(strings.NewReader(raw))
		require.NoError(t, err)
		ids = append(ids, read.Header.Get("Message-Id"))
		require.Contains(t, read.Header.Get("From"), "no-reply@selfcare.example")
		require.Equal(t, "auto-generated", read.Header.Get("Auto-Submitted"))
		require.NotContains(t, raw, "SC12345678", "the key stays here")
	}
	require.Equal(t, ids[0], ids[1], "a repeat is the same letter")
	require.NotEqual(t, ids[0], ids[2])
	require.NotContains(t, strings.Join(at.letters, ""), "List-Unsubscribe", "only promotions can be declined")
	require.Regexp(t, `^<[0-9a-f]{40}@selfcare\.example>$`, ids[0])
	arabic, err := netmail.ReadMessage(strings.NewReader(at.letters[2]))
	require.NoError(t, err)
	subject, err := new(mime.WordDecoder).DecodeHeader(arabic.Header.Get("Subject"))
	require.NoError(t, err)
	require.Equal(t, other.Subject, subject)
	require.Equal(t, "ar", arabic.Header.Get("Content-Language"))
}

func TestSend_Attachment_StandsBesideTheText(t *testing.T) {
	at := &mailServer{}
	withFile := letter
	withFile.HTML, withFile.Language = "<p>Thank you.</p>", "ar"
	withFile.Attachments = []messages.Attachment{{Name: "tax-invoice-SC1.pdf", MediaType: "application/pdf", Content: bytes.Repeat([]byte("%PDF\r\n\x00\xff."), 300)}}
	require.NoError(t, newSender(t, at.start(t, smtp.None)).Send(t.Context(), withFile))

	read, err := netmail.ReadMessage(strings.NewReader(at.letters[0]))
	require.NoError(t, err)
	require.Len(t, strings.Split(strings.TrimSpace(at.letters[0]), "\r\nContent-Disposition: attachment"), 2)
	kind, params, err := mime.ParseMediaType(read.Header.Get("Content-Type"))
	require.NoError(t, err)
	require.Equal(t, "multipart/mixed", kind)
	parts := multipart.NewReader(read.Body, params["boundary"])
	said, err := parts.NextPart()
	require.NoError(t, err)
	require.Contains(t, said.Header.Get("Content-Type"), "multipart/alternative", "text and page")
	file, err := parts.NextPart()
	require.NoError(t, err)
	require.Equal(t, "tax-invoice-SC1.pdf", file.FileName())
	kind, _, err = mime.ParseMediaType(file.Header.Get("Content-Type"))
	require.NoError(t, err)
	require.Equal(t, "application/pdf", kind)
	require.Equal(t, "base64", strings.ToLower(file.Header.Get("Content-Transfer-Encoding")))
	content, err := io.ReadAll(base64.NewDecoder(base64.StdEncoding, file))
	require.NoError(t, err)
	require.Equal(t, withFile.Attachments[0].Content, content)
	_, err = parts.NextPart()
	require.ErrorIs(t, err, io.EOF)
}

func TestSend_Refusals_AreSorted(t *testing.T) {
	status := func(code, class, subject, detail int) error {
		return &server.SMTPError{Code: code, EnhancedCode: server.EnhancedCode{class, subject, detail}, Message: "noura@example.com is not wanted"}
	}
	for name, tt := range map[string]struct {
		at       *mailServer
		want     error
		wantCode string
	}{
		"no such mailbox":                  {&mailServer{onRcpt: status(550, 5, 1, 1)}, gateway.ErrFinal, messages.AddressInvalid},
		"no such mailbox, without details": {&mailServer{onRcpt: &server.SMTPError{Code: 550, EnhancedCode: server.NoEnhancedCode, Message: "no"}}, gateway.ErrFinal, messages.AddressInvalid},
		"no such mailbox, said at the end": {&mailServer{onData: status(550, 5, 1, 1)}, gateway.ErrFinal, messages.AddressInvalid},
		"policy":                           {&mailServer{onRcpt: status(550, 5, 7, 1)}, gateway.ErrFinal, "smtp_550_5.7.1"},
		"full mailbox":                     {&mailServer{onRcpt: status(452, 4, 2, 2)}, gateway.ErrRetry, ""},
		"our sender is wrong":              {&mailServer{onMail: status(553, 5, 7, 1)}, gateway.ErrRetry, ""},
		"busy":                             {&mailServer{onData: status(451, 4, 3, 0)}, gateway.ErrRetry, ""},
		"content":                          {&mailServer{onData: status(554, 5, 6, 0)}, gateway.ErrFinal, "smtp_554_5.6.0"},
		"no answer after the letter":       {&mailServer{dropOnData: true}, gateway.ErrUnknown, ""},
	} {
		t.Run(name, func(t *testing.T) {
			err := newSender(t, tt.at.start(t, smtp.None)).Send(t.Context(), letter)
			require.ErrorIs(t, err, tt.want)
			require.NotContains(t, err.Error(), "noura", "an error names no person")
			var refused *gateway.Refusal
			if errors.As(err, &refused) {
				require.Equal(t, tt.wantCode, refused.Code)
			}
		})
	}
}

func TestSend_ServerAway_IsRetried(t *testing.T) {
	listener, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	require.NoError(t, err)
	require.NoError(t, listener.Close())
	sender := newSender(t, smtp.Config{Address: listener.Addr().String(), Security: smtp.None, From: "a@selfcare.example"})
	require.ErrorIs(t, sender.Send(t.Context(), letter), gateway.ErrRetry)
	require.Error(t, sender.Ask(t.Context()))
}

func TestSend_ServerHangs_EndsInTime(t *testing.T) {
	listener, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0") // it takes connections and says nothing
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, listener.Close()) })
	sender := newSender(t, smtp.Config{Address: listener.Addr().String(), Security: smtp.None, From: "a@selfcare.example", Timeout: 200 * time.Millisecond})
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	require.ErrorIs(t, sender.Send(ctx, letter), gateway.ErrRetry)
	require.NoError(t, ctx.Err())
}

func TestSend_AddressWithoutDomain_IsInvalid(t *testing.T) {
	at := &mailServer{}
	wrong := letter
	wrong.To = "noura"
	err := newSender(t, at.start(t, smtp.None)).Send(t.Context(), wrong)
	var refused *gateway.Refusal
	require.ErrorAs(t, err, &refused)
	require.Equal(t, messages.AddressInvalid, refused.Code)
	require.Empty(t, at.letters)
}

func TestSend_StartTLSMissing_SendsNothing(t *testing.T) {
	at := &mailServer{}
	cfg := at.start(t, smtp.None)
	cfg.Security, cfg.User, cfg.Password = smtp.StartTLS, "selfcare", "secret"
	require.ErrorIs(t, newSender(t, cfg).Send(t.Context(), letter), gateway.ErrRetry)
	require.Empty(t, at.logins, "no password in clear text")
	require.Empty(t, at.letters)
}

func TestSend_UnknownAuthority_SendsNothing(t *testing.T) {
	for _, security := range []string{smtp.StartTLS, smtp.TLS} {
		at := &mailServer{}
		require.ErrorIs(t, newSender(t, at.start(t, security)).Send(t.Context(), letter), gateway.ErrRetry, security)
		require.Empty(t, at.letters, security)
	}
}

// securely makes a process of the test send letters, and do nothing else.
const securely = "TEST_SEND_SECURELY"

// The test starts a second process, because Go reads the system's certificates once.
func TestSend_Secured_SignsIn(t *testing.T) {
	if os.Getenv(securely) == "" {
		sendAgain(t)
		return
	}
	for _, security := range []string{smtp.StartTLS, smtp.TLS} {
		at := &mailServer{}
		cfg := at.start(t, security)
		cfg.User, cfg.Password = "selfcare", "secret"
		sender := newSender(t, cfg)
		require.NoError(t, sender.Ask(t.Context()), security)
		require.Empty(t, at.letters)
		require.NoError(t, sender.Send(t.Context(), letter), security)
		require.Equal(t, []string{"selfcare:secret", "selfcare:secret"}, at.logins)
		require.True(t, at.secure)
		require.Len(t, at.letters, 1)

		refusing := &mailServer{refuseLogin: true}
		cfg = refusing.start(t, security)
		cfg.User, cfg.Password = "selfcare", "wrong-secret"
		err := newSender(t, cfg).Send(t.Context(), letter)
		require.ErrorIs(t, err, gateway.ErrRetry, "an operator mends the login, and the letter goes")
		require.NotContains(t, err.Error(), "wrong-secret")
	}
}

func sendAgain(t *testing.T) {
	t.Helper()
	authority := filepath.Join(t.TempDir(), "authority.pem")
	issued := certificate(t).Certificates[0].Certificate[0]
	require.NoError(t, os.WriteFile(authority, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: issued}), 0o600))
	command := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^"+t.Name()+"$")
	command.Env = []string{securely + "=yes", "HOME=" + t.TempDir(), "SSL_CERT_FILE=" + authority}
	said, err := command.CombinedOutput()
	require.NoError(t, err, string(said))
}

func TestSend_PrivateAuthority_IsTrusted(t *testing.T) {
	for _, security := range []string{smtp.StartTLS, smtp.TLS} {
		at := &mailServer{}
		cfg := at.start(t, security)
		require.ErrorContains(t, newSender(t, cfg).Send(t.Context(), letter), "no agreement on TLS")
		cfg.CAFile = filepath.Join(t.TempDir(), "authority.pem")
		issued := certificate(t).Certificates[0].Certificate[0]
		require.NoError(t, os.WriteFile(cfg.CAFile, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: issued}), 0o600))
		require.NoError(t, newSender(t, cfg).Send(t.Context(), letter), security)
		require.True(t, at.secure)
	}
}

func TestNew_BadSettings_AreRefused(t *testing.T) {
	good := smtp.Config{Address: "mail.example:587", Security: smtp.StartTLS, From: "Selfcare <no-reply@selfcare.example>"}
	_, err := smtp.New(good, nil, slog.New(slog.DiscardHandler))
	require.NoError(t, err)
	for name, spoil := range map[string]func(c *smtp.Config){
		"address without a port": func(c *smtp.Config) { c.Address = "mail.example" },
		"port of letters":        func(c *smtp.Config) { c.Address = "mail.example:smtp" },
		"sender":                 func(c *smtp.Config) { c.From = "no-reply" },
		"envelope sender":        func(c *smtp.Config) { c.Bounces = "bounces" },
		"no authorities":         func(c *smtp.Config) { c.CAFile = "nowhere.pem" },
	} {
		bad := good
		spoil(&bad)
		_, err := smtp.New(bad, nil, slog.New(slog.DiscardHandler))
		require.Error(t, err, name)
	}
}
