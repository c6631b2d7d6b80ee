package payment

import (
	"crypto/rand"
	"net/http"
	"strconv"
	"strings"
	"time"

	"selfcare/dev/simulator/engine"
)

// moyasarToken is a card behind a token, which pays until it is deleted.
type moyasarToken struct {
	ID       string    `json:"id"`
	Card     token     `json:"card"`
	SaveOnly bool      `json:"saveOnly"` // no charge of one riyal proves the card
	Made     time.Time `json:"made"`
}

var moyasarTokens = engine.Table[moyasarToken]{Name: "payment-moyasar-tokens"} // by id

type moyasarCard struct {
	Name        string `json:"name"`
	Number      string `json:"number"`
	Month       string `json:"month"`
	Year        string `json:"year"`
	CVC         string `json:"cvc"`
	CallbackURL string `json:"callback_url"`
	SaveOnly    bool   `json:"save_only"`
}

// sandboxCards are those of Moyasar's own sandbox, besides the simulator's.
var sandboxCards = map[string]string{
	"4201320111111010": outcomeApprove,
	"4201320000311101": "insufficient-funds",
	"4201320131000508": "lost-card",
	"4201321144311528": "stolen-card",
	"4201322267774310": "expired-card",
	"4201321234411220": "do-not-honor",
	"4201326324640570": "limit-exceeded",
}

// outcomeOf returns brand and outcome of a card that works here.
func outcomeOf(number string) (brand, outcome string, ok bool) {
	if outcome, ok = sandboxCards[number]; ok {
		return mada, outcome, true
	}
	return testCard(number)
}

func (s *System) tokeniseMoyasar(c *engine.Call) engine.Answer {
	body, refusal, ok := engine.Body[moyasarCard](c)
	if !ok {
		return refusal
	}
	month, _ := strconv.Atoi(body.Month) // zero is refused as a month
	year, _ := strconv.Atoi(body.Year)
	typed := card{Number: body.Number, ExpMonth: month, ExpYear: year, CVC: body.CVC, Name: body.Name}
	if field, why := faultOf(typed); field != "" {
		return refuseField(field, why)
	}
	brand, outcome, _ := outcomeOf(body.Number)
	made := moyasarToken{ID: "token_" + rand.Text(), SaveOnly: body.SaveOnly, Made: c.Shown(c.Now())}
	made.Card = token{Brand: brand, Last4: body.Number[12:], Outcome: outcome, Kept: keptOf(typed, outcome, time.Now())}
	made.Card.Kept.Token = made.ID
	moyasarTokens.Put(c.Tx, made.ID, made)
	return engine.Answer{Status: http.StatusCreated, Body: made.view()}
}

// faultOf returns the field of a typed card that is wrong.
func faultOf(typed card) (field, why string) {
	if _, _, known := outcomeOf(typed.Number); !known {
		return "number", "is not a card of the sandbox"
	}
	known := typed
	known.Number = testNumber(mada, "01") // the sandbox's own numbers do not pass the check of digits
	switch known.problem(time.Now()) {
	case "":
	case "expiry_invalid":
		return "month", "is invalid"
	case "expiry_past":
		return "year", "is in the past"
	case "cvc_invalid":
		return "cvc", "is invalid"
	default:
		return "name", "is invalid"
	}
	if len(strings.Fields(typed.Name)) < 2 {
		return "name", "must have first and last name"
	}
	return "", ""
}

func (t moyasarToken) view() map[string]any {
	return map[string]any{
		"id": t.ID, "status": t.status(), "brand": strings.ToLower(t.Card.Brand), "funding": "debit", "country": "SA",
		"month": strconv.Itoa(t.Card.Kept.ExpMonth), "year": strconv.Itoa(t.Card.Kept.ExpYear), "name": t.Card.Kept.Name,
		"last_four": t.Card.Last4, "metadata": nil, "message": nil, "verification_url": nil, "created_at": moyasarTime(t.Made),
	}
}

// status is active once the card has paid, which the first payment with 3-D Secure does.
func (t moyasarToken) status() string {
	if t.Card.UsedBy == "" {
		return "initiated"
	}
	return "active"
}

func readMoyasarToken(c *engine.Call) engine.Answer {
	known, is := moyasarTokens.Get(c.Tx, c.Request.PathValue("id"))
	if !is {
		return engine.Refuse(http.StatusNotFound, "", "no such token")
	}
	return engine.OK(known.view())
}

func deleteMoyasarToken(c *engine.Call) engine.Answer {
	id := c.Request.PathValue("id")
	if _, is := moyasarTokens.Get(c.Tx, id); !is {
		return engine.Refuse(http.StatusNotFound, "", "no such token")
	}
	moyasarTokens.Delete(c.Tx, id)
	return engine.Answer{Status: http.StatusNoContent}
}

// useMoyasarToken finds a card. An expired one is declined as its bank would.
func useMoyasarToken(c *engine.Call, id string) (t token, refusal engine.Answer, ok bool) {
	known, is := moyasarTokens.Get(c.Tx, id)
	if !is {
		return t, refuseField("source.token", "is invalid"), false
	}
	t = known.Card
	if t.Outcome == outcomeExpires && t.UsedBy != "" {
		t.Outcome = "expired-card"
	}
	return t, engine.Answer{}, true
}

// markUsed makes a token active once its card has paid.
func markUsed(tx *engine.Tx, ch Charge) {
	known, is := moyasarTokens.Get(tx, ch.Card.Token)
	if !is {
		return
	}
	known.Card.UsedBy = ch.Reference
	moyasarTokens.Put(tx, known.ID, known)
}
