// Package captcha asks a provider whether a person or a robot uses a page, in the wire format of reCAPTCHA's siteverify.
package captcha

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
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
}

// Verify tells whether a token was given to a person for an action. An error says nothing of the token: the provider did not answer.
func (p Provider) Verify(ctx context.Context, token, action string) (bool, error) {
	form := url.Values{"secret": {p.Secret}, "response": {token}}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, p.URL, strings.NewReader(form.Encode()))
	if err != nil {
		return false, fmt.Errorf("verify a captcha: %w", err)
	}
	req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	res, err := client.Do(req)
	if err != nil {
		return false, fmt.Errorf("verify a captcha: %w", err)
	}
	defer func() { _ = res.Body.Close() }() // nothing can be done about it
	if res.StatusCode != http.StatusOK {
		return false, fmt.Errorf("verify a captcha: status %d", res.StatusCode)
	}
	var said answer
	if err := json.NewDecoder(io.LimitReader(res.Body, answerBytes)).Decode(&said); err != nil {
		return false, fmt.Errorf("verify a captcha: %w", err)
	}
	return said.Success && (said.Score == nil || *said.Score >= p.Score) && (said.Action == nil || *said.Action == action), nil
}
