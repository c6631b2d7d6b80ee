// Package unifonic sends SMS through Unifonic's REST interface (docs.unifonic.com) and reads its delivery reports.
package unifonic

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"regexp"
	"time"

	"selfcare/internal/domain/notice"
	"selfcare/internal/gateway"
	"selfcare/internal/gateway/guard"
	"selfcare/internal/gateway/jsonhttp"
	"selfcare/internal/gateway/messages"
)

// Config is the address of Unifonic and our account there.
type Config struct {
	URL    string // https://el.cloud.unifonic.com
	AppSID string
	// Sender and SenderPromotional are registered names of at most 11 characters; the promotional one ends in -AD.
	Sender, SenderPromotional string
	PublicURL                 string // origin of our addresses, to which delivery reports come
	Secret                    string // of delivery reports
	Timeout                   time.Duration
	Connection                jsonhttp.Connection
}

// Sender sends SMS.
type Sender struct {
	Config
	client *jsonhttp.Client
}

var _ messages.Gateway = (*Sender)(nil)

// New checks the configuration; it does not call Unifonic.
func New(cfg Config, watch guard.Watcher, log *slog.Logger) (*Sender, error) {
	client, err := jsonhttp.New(jsonhttp.Config{
		System: messages.SMS, URL: cfg.URL, Timeout: cfg.Timeout, Connection: cfg.Connection,
		Code: func([]byte) string { return "" }, // the status says all; the text of an error may repeat the number
	}, watch, log)
	return &Sender{cfg, client}, err
}

var mobile = regexp.MustCompile(`^05[0-9]{8}$`)

// Send sends one text. Unifonic does not drop repeats, so a text that may have left is looked for first.
func (s *Sender) Send(ctx context.Context, m messages.Message) error {
	if !mobile.MatchString(m.To) {
		return &gateway.Refusal{System: messages.SMS, Code: messages.AddressInvalid}
	}
	if m.Repeated {
		if known, err := s.isKnown(ctx, m.Key); known || err != nil {
			return err
		}
	}
	var said answer
	err := s.client.Do(ctx, jsonhttp.Call{
		Operation: "send", Method: http.MethodPost, Path: "/rest/SMS/messages?" + s.values(m).Encode(), Effect: true,
		Answer: &said, Check: func() error { return said.validate() },
	})
	return sorted(err)
}

func (s *Sender) values(m messages.Message) url.Values {
	sender := s.Sender
	if m.Class == notice.Promotional {
		sender = s.SenderPromotional
	}
	return url.Values{
		"AppSid": {s.AppSID}, "SenderID": {sender}, "Recipient": {"966" + m.To[1:]}, "Body": {m.Text}, "CorrelationID": {correlation(m.Key)},
		"statusCallback": {s.reportTo(m.Key)}, "responseType": {"JSON"}, "async": {"false"},
	}
}

// correlation returns the id by which Unifonic finds a text again: 32 hexadecimal digits.
func correlation(key string) string {
	sum := sha256.Sum256([]byte(key))
	return hex.EncodeToString(sum[:16])
}

// reportTo returns the address for the delivery report of one text. Unifonic proves nothing, so the address holds the proof.
func (s *Sender) reportTo(key string) string {
	return s.PublicURL + "/api/webhooks/sms/unifonic?" + url.Values{"key": {key}, "proof": {proofOf(s.Secret, key)}}.Encode()
}

func proofOf(secret, key string) string {
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write([]byte("unifonic " + key))
	return hex.EncodeToString(mac.Sum(nil))
}

type answer struct {
	Success   bool   `json:"success"`
	ErrorCode string `json:"errorCode"`
}

func (a answer) validate() error {
	if !a.Success {
		return fmt.Errorf("answered without success, code %.12q", a.ErrorCode)
	}
	return nil
}

type details struct {
	Success bool `json:"success"`
	Data    struct {
		Messages []struct {
			Status string `json:"Status"`
		} `json:"messages"`
	} `json:"data"`
}

// isKnown asks whether a text has reached Unifonic. A text that it failed to hand on counts as unknown.
func (s *Sender) isKnown(ctx context.Context, key string) (bool, error) {
	query := url.Values{"AppSid": {s.AppSID}, "CorrelationID": {correlation(key)}, "responseType": {"JSON"}}
	said, err := jsonhttp.Ask(ctx, s.client, jsonhttp.Call{
		Operation: "inquire", Method: http.MethodPost, Path: "/rest/SMS/Messages/GetMessagesDetails?" + query.Encode(),
	}, func(d details) error { return answer{Success: d.Success}.validate() })
	if err != nil {
		return false, sorted(err)
	}
	for _, message := range said.Data.Messages {
		if message.Status != "Failed" {
			return true, nil
		}
	}
	return false, nil
}

// sorted gives the statuses of Unifonic their meaning.
func sorted(err error) error {
	var refused *gateway.Refusal
	if !errors.As(err, &refused) {
		return err
	}
	switch refused.Code {
	case "http_409": // this text to this number just now
		return nil
	case "http_410", "http_482":
		return &gateway.Refusal{System: messages.SMS, Code: messages.AddressInvalid}
	case "http_401", "http_402", "http_403", "http_440", "http_480": // key, address or sender: the operator's to mend, and no fault of the text
		return fmt.Errorf("sms send: %s: %w", refused.Code, gateway.ErrRetry)
	default:
		return err
	}
}
