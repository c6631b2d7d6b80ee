// Package spl looks national addresses up at Saudi Post (SPL), by its National Address API. Its source is the public page "National
// Address By Short Address" of the developer portal, https://api.address.gov.sa/addressdataapi-NationalAddressByShortAddress; address
// and key header are those of public clients of the API. docs/partners/spl.md lists the open questions.
package spl

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"net/url"
	"time"

	"selfcare/internal/gateway"
	"selfcare/internal/gateway/guard"
	"selfcare/internal/gateway/jsonhttp"
	"selfcare/internal/gateway/nationaladdress"
)

const system = "nationaladdress"

// patience is the time of one call: a customer waits for it, and can fill in the address by hand.
const patience = 4 * time.Second

// Config is the address of SPL's API and our key there.
type Config = jsonhttp.Access

// Post is SPL.
type Post struct{ client *jsonhttp.Client }

var _ nationaladdress.Gateway = (*Post)(nil)

// New checks the configuration; it does not call SPL.
func New(cfg Config, watch guard.Watcher, log *slog.Logger) (*Post, error) {
	if cfg.Timeout == 0 {
		cfg.Timeout = patience
	}
	client, err := cfg.Client(system, "api_key", cfg.APIKey, watch, log)
	return &Post{client}, err
}

// languages are SPL's words for ours.
var languages = map[string]string{"ar": "A", "en": "E"}

// Find asks for one short address. The key is a header, because addresses of requests end up in logs of proxies.
func (p *Post) Find(ctx context.Context, shortAddress, language string) (nationaladdress.Address, error) {
	query := url.Values{"shortaddress": {shortAddress}, "language": {languages[language]}, "format": {"JSON"}, "encode": {"utf8"}}
	said, err := jsonhttp.Ask(ctx, p.client, jsonhttp.Call{
		Operation: "find", Method: http.MethodGet, Path: "/NationalAddressByShortAddress/NationalAddressByShortAddress?" + query.Encode(),
	}, answer.validate)
	if err != nil {
		return nationaladdress.Address{}, err
	}
	if len(said.Addresses) == 0 {
		return nationaladdress.Address{}, &gateway.Missing{System: system, Code: "no_address"}
	}
	return said.Addresses[0].plain(), nil
}

var errUnsuccessful = errors.New("the post says that the look-up did not succeed")
