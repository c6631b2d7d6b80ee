package customer

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
)

// Test cards of the payment simulator (docs/simulators.md); a real provider has its own.
const (
	CardApproved     = "9682900000000015" // mada, paid at once
	CardChallenge    = "9682900000000023" // mada, 3-D Secure first
	CardInsufficient = "4000900000000516" // VISA, declined
)

const challengeCode = "111111" // the test bank approves it

// Cards is the provider's side of a payment: the card fields turn a number into a token of Moyasar, the bank asks for a code.
type Cards struct {
	Base           string // MOYASAR_URL: http://localhost:8090/payment/v1
	PublishableKey string // pk_test_…
	HTTP           *http.Client
}

// Token does the work of the card fields.
func (c *Cards) Token(ctx context.Context, number string) (string, error) {
	raw, err := json.Marshal(map[string]any{
		"name": "SARA ALI", "number": number, "month": "12", "year": "2030", "cvc": "123", "save_only": true, "callback_url": c.Base,
	})
	if err != nil {
		return "", err
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, c.Base+"/tokens", bytes.NewReader(raw))
	if err != nil {
		return "", err
	}
	request.Header.Set("Content-Type", "application/json")
	request.SetBasicAuth(c.PublishableKey, "")
	answer, err := c.HTTP.Do(request)
	if err != nil {
		return "", fmt.Errorf("card fields: %w", err)
	}
	defer func() { _ = answer.Body.Close() }() // read to its end below
	var token struct{ ID string }
	if err := json.NewDecoder(answer.Body).Decode(&token); err != nil || token.ID == "" {
		return "", fmt.Errorf("card fields answered %d without a token", answer.StatusCode)
	}
	return token.ID, nil
}

// PassChallenge types the code on the bank's page. It does not follow the redirect back to the shop.
func (c *Cards) PassChallenge(ctx context.Context, challengeURL string) error {
	form := url.Values{"action": {"approve"}, "code": {challengeCode}}
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, challengeURL, strings.NewReader(form.Encode()))
	if err != nil {
		return err
	}
	request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	bank := *c.HTTP
	bank.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	answer, err := bank.Do(request)
	if err != nil {
		return fmt.Errorf("bank's page: %w", err)
	}
	defer func() { _ = answer.Body.Close() }() // the page is not needed
	if answer.StatusCode != http.StatusSeeOther {
		return errors.New("the bank did not take the code")
	}
	return nil
}
