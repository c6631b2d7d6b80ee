package payment

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"time"

	"selfcare/dev/simulator/engine"
)

// kept is a saved card for the merchant: no number, but a fingerprint that tells it from other cards.
type kept struct {
	Token       string `json:"token,omitempty"`
	Fingerprint string `json:"fingerprint"`
	Name        string `json:"name"`
	ExpMonth    int    `json:"expMonth"`
	ExpYear     int    `json:"expYear"`
}

var savedCards = engine.Table[token]{Name: "payment-kept-cards"} // by their tokens

// outcomeExpires approves, and the card expires at once: once saved, it cannot pay again.
const outcomeExpires = "approve-then-expires"

func keptOf(c card, outcome string, now time.Time) kept {
	sum := sha256.Sum256([]byte("fingerprint of " + c.Number))
	k := kept{Fingerprint: "fp_" + hex.EncodeToString(sum[:12]), Name: c.Name, ExpMonth: c.ExpMonth, ExpYear: c.ExpYear}
	if outcome == outcomeExpires {
		last := time.Date(now.Year(), now.Month(), 0, 0, 0, 0, 0, now.Location()) // the month before, also on the 31st
		k.ExpMonth, k.ExpYear = int(last.Month()), last.Year()
	}
	return k
}

// keep gives the card of a charge a token for further payments.
func keep(tx *engine.Tx, ch Charge) string {
	called := "card_" + rand.Text()
	savedCards.Put(tx, called, token{Brand: ch.Brand, Last4: ch.Last4, Outcome: ch.Outcome, Language: ch.Language, Kept: ch.Card})
	return called
}

// useKept finds a saved card. An expired one is declined as its bank would.
func useKept(c *engine.Call, called string) (t token, refusal engine.Answer, ok bool) {
	t, known := savedCards.Get(c.Tx, called)
	if !known {
		return t, engine.Refuse(http.StatusUnprocessableEntity, "token_invalid", "no such card is kept"), false
	}
	if t.Outcome == outcomeExpires {
		t.Outcome = "expired-card"
	}
	return t, engine.Answer{}, true
}

// forgetCard deletes a saved card.
func forgetCard(c *engine.Call) engine.Answer {
	called := c.Request.PathValue("card")
	if _, known := savedCards.Get(c.Tx, called); !known {
		return engine.Refuse(http.StatusNotFound, "not_found", "no such card is kept")
	}
	savedCards.Delete(c.Tx, called)
	return engine.Answer{Status: http.StatusNoContent}
}
