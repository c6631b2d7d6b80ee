package messages

import (
	"context"
	"log/slog"
	"net/http"

	"selfcare/internal/gateway/guard"
	"selfcare/internal/gateway/jsonhttp"
)

// Config is the address and the credentials of the sender.
type Config = jsonhttp.Access

// HTTP is the sender behind its JSON interface.
type HTTP struct{ client *jsonhttp.Client }

var _ Gateway = (*HTTP)(nil)

// NewHTTP checks the configuration; it does not call the sender.
func NewHTTP(cfg Config, watch guard.Watcher, log *slog.Logger) (*HTTP, error) {
	client, err := cfg.Client("messages", "Authorization", "Bearer "+cfg.APIKey, watch, log)
	return &HTTP{client}, err
}

type sendBody struct {
	Channel  string `json:"channel"`
	To       string `json:"to"`
	Language string `json:"language"`
	Subject  string `json:"subject,omitempty"`
	Text     string `json:"text"`
}

// Send sends one text.
func (h *HTTP) Send(ctx context.Context, m Message) error {
	return h.client.Do(ctx, jsonhttp.Call{
		Operation: "send", Method: http.MethodPost, Path: "/v1/send", Key: m.Key, Effect: true,
		Body: sendBody{Channel: m.Channel, To: m.To, Language: m.Language, Subject: m.Subject, Text: m.Text},
	})
}
