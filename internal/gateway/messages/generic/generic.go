// Package generic sends SMS or e-mail through an operator's integration layer, in the format of docs/partners/generic.md.
package generic

import (
	"context"
	"log/slog"
	"net/http"

	"selfcare/internal/gateway/guard"
	"selfcare/internal/gateway/jsonhttp"
	"selfcare/internal/gateway/messages"
)

// Config is the address and the credentials of the sender.
type Config = jsonhttp.Access

// Sender is the sender of a channel.
type Sender struct{ client *jsonhttp.Client }

var _ messages.Gateway = (*Sender)(nil)

// New checks the configuration of the sender of a channel; it does not call the sender.
func New(channel string, cfg Config, watch guard.Watcher, log *slog.Logger) (*Sender, error) {
	client, err := cfg.Client(channel, "Authorization", "Bearer "+cfg.APIKey, watch, log)
	return &Sender{client}, err
}

type sendBody struct {
	Channel  string `json:"channel"`
	To       string `json:"to"`
	Language string `json:"language"`
	Subject  string `json:"subject,omitempty"`
	Text     string `json:"text"`
	HTML     string `json:"html,omitempty"`

	Class       string `json:"class,omitempty"`
	Unsubscribe string `json:"unsubscribe,omitempty"`

	Attachments []attachmentBody `json:"attachments,omitempty"`
}

type attachmentBody struct {
	Name      string `json:"name"`
	MediaType string `json:"mediaType"`
	Content   []byte `json:"content"` // written as Base64
}

// Send sends one text.
func (s *Sender) Send(ctx context.Context, m messages.Message) error {
	body := sendBody{
		Channel: m.Channel, To: m.To, Language: m.Language, Subject: m.Subject, Text: m.Text, HTML: m.HTML, Class: m.Class, Unsubscribe: m.Unsubscribe,
	}
	for _, file := range m.Attachments {
		body.Attachments = append(body.Attachments, attachmentBody(file))
	}
	return s.client.Do(ctx, jsonhttp.Call{Operation: "send", Method: http.MethodPost, Path: "/v1/send", Key: m.Key, Effect: true, Body: body})
}
