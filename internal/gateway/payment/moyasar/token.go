package moyasar

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"selfcare/internal/contract"
	"selfcare/internal/gateway"
	"selfcare/internal/gateway/jsonhttp"
	"selfcare/internal/gateway/payment"
)

type tokenAnswer struct {
	ID       string `json:"id"`
	Status   string `json:"status"` // initiated, active, inactive, expired
	Brand    string `json:"brand"`
	Month    digits `json:"month"`
	Year     digits `json:"year"`
	Name     string `json:"name"`
	LastFour string `json:"last_four"`
}

// digits is a number, written as a text or as a number.
type digits string

// UnmarshalJSON reads either form.
func (d *digits) UnmarshalJSON(raw []byte) error {
	*d = digits(strings.Trim(string(raw), `"`))
	return nil
}

// lostTokens are the statuses of a token that cannot pay.
var lostTokens = []string{"inactive", "expired"}

// FindSavedCard reads the token of a payment that was to keep it.
func (p *Provider) FindSavedCard(ctx context.Context, paymentID string) (*payment.Card, error) {
	paid, err := p.read(ctx, paymentID)
	if err != nil || paid.Metadata.Token != tokenKept || !paid.isPaid() || paid.Source.Token == "" {
		return nil, err
	}
	said, err := jsonhttp.Ask(ctx, p.client, jsonhttp.Call{
		Operation: "read-token", Method: http.MethodGet, Path: pathOfToken(paid.Source.Token),
	}, func(a tokenAnswer) error { return a.validate(paid.Source.Token) })
	if errors.Is(err, gateway.ErrNotFound) || err == nil && slices.Contains(lostTokens, said.Status) {
		return nil, nil //nolint:nilnil // no card is an answer of the port
	}
	if err != nil {
		return nil, err
	}
	return said.card(), nil
}

func pathOfToken(id string) string { return "/tokens/" + url.PathEscape(id) }

func (a tokenAnswer) validate(id string) error {
	_, monthErr := strconv.Atoi(string(a.Month))
	_, yearErr := strconv.Atoi(string(a.Year))
	switch {
	case a.ID != id:
		return errors.New("answer is about another token")
	case monthErr != nil || yearErr != nil || lastFour(a.LastFour) == "":
		return errors.New("token without its card")
	}
	return nil
}

// card is the card behind a token. Moyasar names no fingerprint, so brand, last four digits, expiry and holder stand for one: a renewed
// card is another card, and two cards that agree in all four are taken for one.
func (a tokenAnswer) card() *payment.Card {
	month, _ := strconv.Atoi(string(a.Month)) // checked
	year, _ := strconv.Atoi(string(a.Year))
	if year < 100 {
		year += 2000
	}
	card := &payment.Card{
		Token: a.ID, Holder: a.Name, Brand: strings.ToUpper(a.Brand), Last4: lastFour(a.LastFour), ExpiryMonth: month, ExpiryYear: year,
	}
	holder := strings.ToUpper(strings.Join(strings.Fields(a.Name), " "))
	sum := sha256.Sum256([]byte(strings.Join([]string{card.Brand, card.Last4, strconv.Itoa(month), strconv.Itoa(year), holder}, "\n")))
	card.Fingerprint = "moyasar_" + hex.EncodeToString(sum[:])
	return card
}

// ForgetCard deletes the token of a saved card.
func (p *Provider) ForgetCard(ctx context.Context, token string) error {
	err := p.client.Do(ctx, jsonhttp.Call{Operation: "delete-token", Method: http.MethodDelete, Path: pathOfToken(token)})
	if errors.Is(err, gateway.ErrNotFound) {
		return nil
	}
	return err
}

// forgetWithin limits a call that no outcome depends on.
const forgetWithin = 3 * time.Second

// forgetToken deletes the token of a typed card once its payment has ended, unless the customer keeps the card. It is tried after each
// answer about the payment, so a failure only leaves a token that our programs do not know.
func (p *Provider) forgetToken(ctx context.Context, a paymentAnswer) {
	isKept := a.Metadata.Token == "" || a.Metadata.Token == tokenKept && a.isPaid()
	if isKept || a.Source.Token == "" || !p.resultOf(a).Status.Settled() || p.resultOf(a).Status == contract.PaymentRefunded {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, forgetWithin)
	defer cancel()
	if err := p.ForgetCard(ctx, a.Source.Token); err != nil {
		p.log.WarnContext(ctx, "token of a card not deleted", "payment", a.ID, "error", err)
	}
}
