package callback

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"strconv"
	"strings"
	"time"
)

// signatureAge is the most that the time stamp of a signature may differ from our clock, either way.
const signatureAge = 5 * time.Minute

// Signed proves call-backs by the header X-Signature: "t=<Unix seconds>,v1=<hex HMAC-SHA256 of t, a dot and the body>".
type Signed struct{ Secret string }

// Validate refuses a request without a recent signature by the secret: ErrForged.
func (s Signed) Validate(r Request) error {
	stamp, mac, ok := signatureParts(r.Header("X-Signature"))
	if s.Secret == "" || !ok {
		return ErrForged
	}
	seconds, err := strconv.ParseInt(stamp, 10, 64)
	if err != nil || r.At.Sub(time.Unix(seconds, 0)).Abs() > signatureAge {
		return ErrForged
	}
	want := hmac.New(sha256.New, []byte(s.Secret))
	want.Write([]byte(stamp + "."))
	want.Write(r.Body)
	if !hmac.Equal(mac, want.Sum(nil)) {
		return ErrForged
	}
	return nil
}

// signatureParts reads "t=<Unix seconds>,v1=<hex>".
func signatureParts(header string) (stamp string, mac []byte, ok bool) {
	first, second, _ := strings.Cut(header, ",")
	stamp, hasStamp := strings.CutPrefix(first, "t=")
	signature, hasMAC := strings.CutPrefix(second, "v1=")
	mac, err := hex.DecodeString(signature)
	return stamp, mac, hasStamp && hasMAC && err == nil
}

// Envelope is the body of a signed call-back.
type Envelope struct {
	EventID    string         `json:"eventId"` // 8 to 80 printable characters of ASCII
	Type       string         `json:"type"`
	OccurredAt time.Time      `json:"occurredAt"` // RFC 3339
	Data       map[string]any `json:"data"`
}

// Open proves a request and reads its envelope.
func (s Signed) Open(r Request) (Envelope, error) {
	if err := s.Validate(r); err != nil {
		return Envelope{}, err
	}
	return ReadEnvelope(r.Body)
}

// ReadEnvelope reads a body whose sender is proven.
func ReadEnvelope(body []byte) (e Envelope, err error) {
	var fields map[string]json.RawMessage
	if json.Unmarshal(body, &fields) != nil || fields == nil {
		return e, ErrUnreadable
	}
	for _, field := range []struct {
		name string
		into any
	}{{"eventId", &e.EventID}, {"type", &e.Type}, {"occurredAt", &e.OccurredAt}, {"data", &e.Data}} {
		if json.Unmarshal(fields[field.name], field.into) != nil {
			return e, &Invalid{field.name}
		}
	}
	switch {
	case !IsID(e.EventID):
		return e, &Invalid{"eventId"}
	case e.Data == nil:
		return e, &Invalid{"data"}
	case e.OccurredAt.IsZero():
		return e, &Invalid{"occurredAt"}
	}
	return e, nil
}

// Text returns a text of the data; empty without it.
func (e Envelope) Text(name string) string {
	text, _ := e.Data[name].(string)
	return text
}

// Number returns a number of the data; zero without it.
func (e Envelope) Number(name string) float64 {
	number, _ := e.Data[name].(float64)
	return number
}

// TimeOr returns a moment of the data, or else the moment of the event, in UTC.
func (e Envelope) TimeOr(name string) time.Time {
	at, err := time.Parse(time.RFC3339, e.Text(name))
	if err != nil {
		return e.OccurredAt.UTC()
	}
	return at.UTC()
}

// With returns the one event of the envelope.
func (e Envelope) With(news any) []Event {
	return []Event{{ID: e.EventID, OccurredAt: e.OccurredAt, News: news}}
}
