// Package messages simulates the senders of SMS and e-mail: both in the generic format, SMS also in Unifonic's, e-mail also by SMTP. Nothing leaves the machine: texts are read in the outbox.
package messages

import (
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"time"

	"selfcare/dev/simulator/engine"
)

// Name is the system's name.
const Name = "messages"

// OperationSend can be scripted.
const OperationSend = "send"

// outcomeInvalid refuses the address, for scenarios.
const outcomeInvalid = "address-invalid"

// Message is one text in the outbox.
type Message struct {
	ID       string    `json:"id"`
	Key      string    `json:"key"`
	Channel  string    `json:"channel"`
	To       string    `json:"to"`
	Language string    `json:"language"`
	Subject  string    `json:"subject,omitempty"`
	Text     string    `json:"text"`
	HTML     string    `json:"html,omitempty"`
	Stop     string    `json:"unsubscribe,omitempty"` // address for the one-click form of RFC 8058
	SentAt   time.Time `json:"sentAt"`

	Attachments []Attachment `json:"attachments,omitempty"`
}

// Attachment is a file of a letter. The outbox keeps its content apart, see File.
type Attachment struct {
	Name      string `json:"name"`
	MediaType string `json:"mediaType"`
	Size      int    `json:"size"`              // bytes
	Content   []byte `json:"content,omitempty"` // Base64 in JSON
}

var (
	outbox = engine.Table[Message]{Name: "messages-outbox"}
	byKey  = engine.Table[string]{Name: "messages-by-key"}
	files  = engine.Table[[]Attachment]{Name: "messages-files"} // of the newest letters, by the id of the message
	tries  = engine.Table[int]{Name: "messages-tries"}          // tries of messages that fail at first, by key
)

var addresses = map[string]*regexp.Regexp{
	"sms":   regexp.MustCompile(`^05[0-9]{8}$`),
	"email": regexp.MustCompile(`^[^@\s]+@[^@\s]+\.[^@\s]+$`),
}

// fileName is the name of an attachment that each mail program takes.
var fileName = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9.-]*$`)

// failuresAtFirst is the number of failures of a magic address before it works.
const failuresAtFirst = 2

// System is the simulated sender.
type System struct {
	*engine.System
	letters http.Handler // sends a message of another interface: a letter by SMTP, a text in Unifonic's format
	machine *engine.Engine
	bounces string // host:port that takes reports about letters
}

// Keys are the callers' credentials of the HTTP interfaces: SMS and e-mail in the generic format, and Unifonic's.
type Keys struct{ SMS, Email, AppSID string }

// New adds the sender to an engine and its path to mux. Reports about letters that could not be delivered go to a host:port by SMTP.
func New(e *engine.Engine, mux *http.ServeMux, keys Keys, bounces string) *System {
	isSMS, isEmail := engine.Bearer(keys.SMS), engine.Bearer(keys.Email)
	s := &System{System: e.AddSystem(Name, "", func(r *http.Request) bool { return isSMS(r) || isEmail(r) }), machine: e, bounces: bounces}
	s.OnTimer(timerBounce, s.reportBounce)
	s.Panel = engine.Panel{
		About: "Sender of SMS and e-mail.",
		Reads: map[string]func(*engine.Tx, url.Values) any{
			"outbox": func(tx *engine.Tx, query url.Values) any {
				return engine.Items(s.Outbox(tx, query.Get("to"), engine.Listed))
			},
		},
	}
	operation := engine.Operation{Name: OperationSend, Effect: true, Outcomes: []string{outcomeInvalid}, Handle: send, Magic: fromAddress, Largest: 2 * largestLetter}
	mux.Handle("POST /messages/v1/send", s.ServeOperation(operation))
	operation.Open = func(*http.Request) bool { return true } // the mail server of this machine asks for no login
	s.letters = s.ServeOperation(operation)
	s.openUnifonic(mux, keys.AppSID)
	return s
}

// Outbox lists sent messages, the newest first; to "" means all recipients.
func (s *System) Outbox(tx *engine.Tx, to string, limit int) []Message {
	return outbox.Newest(tx, limit, func(m Message) bool { return to == "" || m.To == to })
}

// Letter returns a message of the outbox.
func (s *System) Letter(tx *engine.Tx, id string) (Message, bool) { return outbox.Get(tx, id) }

// File returns a file of one of the newest letters.
func (s *System) File(tx *engine.Tx, id, name string) (Attachment, bool) {
	kept, _ := files.Get(tx, id)
	for _, file := range kept {
		if file.Name == name {
			return file, true
		}
	}
	return Attachment{}, false
}

// Sent counts the sent messages.
func (s *System) Sent(tx *engine.Tx) int { return outbox.Len(tx) }

func fromAddress(c *engine.Call) string {
	m, _, _ := engine.Body[Message](c)
	key := c.Request.Header.Get("Idempotency-Key")
	switch {
	case strings.HasSuffix(m.To, "9922"), strings.HasPrefix(m.To, "invalid@"):
		return outcomeInvalid
	case strings.HasSuffix(m.To, "9959"), strings.HasPrefix(m.To, "down@"):
		return engine.OutcomeError
	case strings.HasSuffix(m.To, "9950"), strings.HasPrefix(m.To, "flaky@"):
		return failAtFirst(c.Tx, key)
	default:
		return ""
	}
}

func failAtFirst(tx *engine.Tx, key string) string {
	tried, _ := tries.Get(tx, key)
	tries.Put(tx, key, tried+1)
	if tried < failuresAtFirst {
		return engine.OutcomeError
	}
	return ""
}

func send(c *engine.Call) engine.Answer {
	m, refusal, ok := engine.Body[Message](c)
	if !ok {
		return refusal
	}
	m.Key = c.Request.Header.Get("Idempotency-Key")
	if id, known := byKey.Get(c.Tx, m.Key); known {
		return engine.OK(map[string]string{"id": id})
	}
	if reason := incomplete(m); reason != "" {
		return engine.Refuse(http.StatusUnprocessableEntity, "message_invalid", reason)
	}
	if c.Outcome == outcomeInvalid || !addresses[m.Channel].MatchString(m.To) {
		return engine.Refuse(http.StatusUnprocessableEntity, "address_invalid", "this address reaches no recipient")
	}
	n := outbox.Next(c.Tx)
	m.ID = idOf(n)
	keepFiles(c.Tx, &m, n)
	m.SentAt = time.Now().UTC().Truncate(time.Millisecond)
	outbox.Put(c.Tx, m.ID, m)
	byKey.Put(c.Tx, m.Key, m.ID)
	return engine.Answer{Status: http.StatusAccepted, Body: map[string]string{"id": m.ID}}
}

func idOf(n uint64) string { return fmt.Sprintf("msg_%012d", n) }

// filesOf is how many of the newest messages keep their files, so that a load test does not fill the disk.
const filesOf = 5000

// keepFiles moves the content of the files of a message out of the outbox.
func keepFiles(tx *engine.Tx, m *Message, n uint64) {
	if n > filesOf {
		files.Delete(tx, idOf(n-filesOf))
	}
	if len(m.Attachments) == 0 {
		return
	}
	for i := range m.Attachments {
		m.Attachments[i].Size = len(m.Attachments[i].Content)
	}
	files.Put(tx, m.ID, m.Attachments)
	m.Attachments = slices.Clone(m.Attachments)
	for i := range m.Attachments {
		m.Attachments[i].Content = nil
	}
}

func incomplete(m Message) string {
	switch {
	case m.Key == "":
		return "Idempotency-Key is missing"
	case addresses[m.Channel] == nil:
		return "channel is sms or email"
	case m.Language != "ar" && m.Language != "en":
		return "language is ar or en"
	case m.Text == "":
		return "text is empty"
	case len(m.Attachments) > 0 && m.Channel != "email":
		return "attachments are of an e-mail"
	case slices.ContainsFunc(m.Attachments, func(f Attachment) bool {
		return !fileName.MatchString(f.Name) || f.MediaType == "" || len(f.Content) == 0
	}):
		return "an attachment has a plain name, a media type and a content"
	default:
		return ""
	}
}
