// Package captcha asks a provider whether a person or a robot uses a page, in the wire format of reCAPTCHA's siteverify.
package captcha

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"
)

// Limits of an answer: a customer waits for it.
const (
	answerWithin = 3 * time.Second
	answerBytes  = 64 << 10
)

var client = &http.Client{Timeout: answerWithin}

// Provider is one that the operator has an account with.
type Provider struct {
	URL    string
	Secret string
	Score  float64 // from 0 for a robot to 1 for a person; a token with less is refused
}

// answer is what the provider says of a token. A provider that shows its visitors a task gives no score.
type answer struct {
	Success bool     `json:"success"`
	Score   *float64 `json:"score"`
	Action  *string  `json:"action"`
	Errors  []string `json:"error-codes"`
}

// Verify tells whether a token was given to a person for an action. An error says nothing of the token: the provider did not answer.
func (p Provider) Verify(ctx context.Context, token, action string) (bool, error) {
	said, err := p.ask(ctx, token)
	if err != nil {
		return false, fmt.Errorf("verify a captcha: %w", err)
	}
	return said.Success && (said.Score == nil || *said.Score >= p.Score) && (said.Action == nil || *said.Action == action), nil
}

// noToken is a token that no provider has given.
const noToken = "selfcare-doctor"

// KnowsSecret tells whether the provider accepts our secret. It asks about a token that does not exist.
func (p Provider) KnowsSecret(ctx context.Context) (bool, error) {
	said, err := p.ask(ctx, noToken)
	if err != nil {
		return false, fmt.Errorf("ask about the secret of a captcha: %w", err)
	}
	return !slices.ContainsFunc(said.Errors, func(code string) bool { return strings.Contains(code, "secret") }), nil
}

func (p Provider) ask(ctx context.Context, token string) (said answer, err error) {
	form := url.Values{"secret": {p.Secret}, "response": {token}}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, p.URL, strings.NewReader(form.Encode()))
	if err != nil {
		return answer{}, err
	}
	req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	res, err := client.Do(req)
	if err != nil {
		return answer{}, err
	}
	defer func() { _ = res.Body.Close() }() // nothing can be done about it
	if res.StatusCode != http.StatusOK {
		return answer{}, fmt.Errorf("status %d", res.StatusCode)
	}
	return said, json.NewDecoder(io.LimitReader(res.Body, answerBytes)).Decode(&said)
}
