package scan

import (
	"context"
	"errors"
	"log/slog"
	"net/http"

	"selfcare/internal/gateway/guard"
	"selfcare/internal/gateway/jsonhttp"
)

// Config is the address and the credentials of the scanner.
type Config = jsonhttp.Access

// HTTP is the scanner over HTTP.
type HTTP struct{ client *jsonhttp.Client }

var _ Gateway = (*HTTP)(nil)

// NewHTTP checks the configuration; it does not call the scanner.
func NewHTTP(cfg Config, watch guard.Watcher, log *slog.Logger) (*HTTP, error) {
	client, err := cfg.Client("scan", "Authorization", "Bearer "+cfg.APIKey, watch, log)
	return &HTTP{client}, err
}

type scanBody struct {
	Reference string `json:"reference"`
	Content   []byte `json:"content"` // Base64
}

type scanAnswer struct {
	Reference string  `json:"reference"`
	Verdict   Verdict `json:"verdict"`
}

// Scan accepts only a verdict about this very file.
func (h *HTTP) Scan(ctx context.Context, reference string, content []byte) (Verdict, error) {
	call := jsonhttp.Call{Operation: "scan", Method: http.MethodPost, Path: "/v1/scans", Body: scanBody{reference, content}}
	said, err := jsonhttp.Ask(ctx, h.client, call, func(a scanAnswer) error {
		if a.Reference != reference || a.Verdict != Clean && a.Verdict != Infected {
			return errors.New("no verdict about the file asked for")
		}
		return nil
	})
	return said.Verdict, err
}
