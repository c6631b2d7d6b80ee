package payment

import (
	"crypto/rand"
	"net/http"
	"strings"
	"time"

	"selfcare/dev/simulator/engine"
)

// token stands for a card, or a card on a phone, for one charge. The card number itself is forgotten at once.
type token struct {
	Brand    string    `json:"brand"`
	Last4    string    `json:"last4"`
	Outcome  string    `json:"outcome"`
	Language string    `json:"language"`
	Expires  time.Time `json:"expires"` // simulated
	UsedBy   string    `json:"usedBy,omitempty"`
	Wallet   string    `json:"wallet,omitempty"`
	Kept     kept      `json:"kept"`
}

type card struct {
	Number   string `json:"number"`
	ExpMonth int    `json:"expMonth"`
	ExpYear  int    `json:"expYear"`
	CVC      string `json:"cvc"`
	Name     string `json:"name"`
	Language string `json:"lang"`
	Wallet   string `json:"wallet"` // apple-pay: replaces all of the above but the language
	Brand    string `json:"brand"`  // of the card on the phone
}

var tokens = engine.Table[token]{Name: "payment-tokens"}

func tokenise(c *engine.Call) engine.Answer {
	body, refusal, ok := engine.Body[card](c)
	if !ok {
		return refusal
	}
	if body.Wallet == applePay {
		return tokeniseApplePay(c, body)
	}
	if code := body.problem(time.Now()); code != "" {
		return engine.Refuse(http.StatusUnprocessableEntity, code, "the card was not accepted")
	}
	brand, outcome, _ := testCard(body.Number)
	return keepToken(c, token{
		Brand: brand, Last4: body.Number[12:], Outcome: outcome, Language: body.Language,
		Expires: c.Now().Add(tokenLife), Kept: keptOf(body, outcome, time.Now()),
	})
}

// keepToken returns the name of a new token.
func keepToken(c *engine.Call, t token) engine.Answer {
	id := "tok_" + rand.Text()
	tokens.Put(c.Tx, id, t)
	return engine.Answer{Status: http.StatusCreated, Body: map[string]string{"token": id, "brand": t.Brand, "last4": t.Last4}}
}

// problem is the code of a typed card's fault.
func (c card) problem(now time.Time) string {
	_, _, known := testCard(c.Number)
	switch {
	case !engine.LuhnValid(c.Number):
		return "number_invalid"
	case !known:
		return "test_card_only"
	case c.ExpMonth < 1 || c.ExpMonth > 12 || c.ExpYear < 2000 || c.ExpYear > now.Year()+20:
		return "expiry_invalid"
	case !time.Date(c.ExpYear, time.Month(c.ExpMonth)+1, 1, 0, 0, 0, 0, time.UTC).After(now):
		return "expiry_past"
	case len(c.CVC) != 3 || strings.Trim(c.CVC, "0123456789") != "":
		return "cvc_invalid"
	case len(strings.TrimSpace(c.Name)) < 2:
		return "name_invalid"
	default:
		return ""
	}
}
