package scan

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"time"

	"selfcare/internal/gateway/jsonhttp"
)

// Config is the address and the credentials of the scanner.
type Config struct {
	URL     string
	APIKey  string
	Timeout time.Duration // zero: the client's default
}

// HTTP is the scanner over HTTP.
type HTTP struct{ client *jsonhttp.Client }

var _ Gateway = (*HTTP)(nil)

// NewHTTP checks the configuration; it does not call the scanner.
func NewHTTP(cfg Config, watch jsonhttp.Watcher, log *slog.Logger) (*HTTP, error) {
	header := http.Header{}
	header.Set("Authorization", "Bearer "+cfg.APIKey)
	client, err := jsonhttp.New(jsonhttp.Config{System: "scan", URL: cfg.URL, Timeout: cfg.Timeout, Header: header}, watch, log)
	if err != nil {
		return nil, err
	}
	return &HTTP{client: client}, nil
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
	var said scanAnswer
	err := h.client.Do(ctx, jsonhttp.Call{
		Operation: "scan", Method: http.MethodPost, Path: "/v1/scans", Body: scanBody{reference, content}, Answer: &said,
		Check: func() error {
			if said.Reference != reference || said.Verdict != Clean && said.Verdict != Infected {
				return errors.New("no verdict about the file asked for")
			}
			return nil
		},
	})
	if err != nil {
		return "", err
	}
	return said.Verdict, nil
}
