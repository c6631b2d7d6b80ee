package payment

import (
	"crypto/rand"
	"net/http"
	"net/url"
	"time"

	"selfcare/dev/simulator/engine"
)

// Status is the state of a charge.
type Status string

// States of a charge.
const (
	Challenge Status = "challenge"
	Pending   Status = "pending"
	Paid      Status = "paid"
	Declined  Status = "declined"
	Abandoned Status = "abandoned"
	Refunded  Status = "refunded"
)

// Charge is one attempt to take money, with its own small ledger.
type Charge struct {
	ID          string    `json:"id"`
	Reference   string    `json:"reference"`
	Key         string    `json:"key"`
	Status      Status    `json:"status"`
	Amount      int64     `json:"amount"` // halalas
	Brand       string    `json:"brand"`
	Last4       string    `json:"last4"`
	Outcome     string    `json:"outcome"`
	Busy        bool      `json:"busy,omitempty"` // the first call is still in progress
	DeclineCode string    `json:"declineCode,omitempty"`
	ReturnURL   string    `json:"returnUrl"`
	Language    string    `json:"language"`
	Wallet      string    `json:"wallet,omitempty"` // apple-pay or stc-pay, instead of a typed card
	WrongCodes  int       `json:"wrongCodes"`
	Charged     int64     `json:"charged"`  // total taken from the card
	Refunded    int64     `json:"refunded"` // total given back
	Ledger      []Entry   `json:"ledger"`
	CreatedAt   time.Time `json:"createdAt"`
	Save        bool      `json:"save,omitempty"`      // the card is saved after the payment
	Card        kept      `json:"card"`                // the paying card
	CardToken   string    `json:"cardToken,omitempty"` // its token, once saved
	Moyasar     bool      `json:"moyasar,omitempty"`   // came in the format of Moyasar

	Metadata map[string]string `json:"metadata,omitempty"` // the merchant's, at Moyasar
}

// Entry is one movement of money.
type Entry struct {
	Kind   string    `json:"kind"` // charge, refund, void, chargeback, penalty
	Key    string    `json:"key"`
	Amount int64     `json:"amount"`
	At     time.Time `json:"at"`
}

type chargeBody struct {
	Reference string `json:"reference"`
	Token     string `json:"token"`
	Card      string `json:"card"` // a saved card, instead of a token
	Save      bool   `json:"save"`
	Amount    int64  `json:"amount"`
	Currency  string `json:"currency"`
	ReturnURL string `json:"returnUrl"`

	STCPay *stcPayBody `json:"stcpay"` // a wallet, instead of a token

	Initiator    string `json:"initiator"`    // "merchant" without a present customer: only with a saved card
	ChallengeTTL int    `json:"challengeTtl"` // seconds of the bank's page, if the bank asks for the customer after all

	moyasar  bool // came in the format of Moyasar: the reference is the id, too
	metadata map[string]string
}

func (b chargeBody) id() string {
	if b.moyasar {
		return b.Reference
	}
	return "ch_" + rand.Text()
}

// ways counts the payment methods of a charge.
func (b chargeBody) ways() int {
	n := 0
	for _, named := range []bool{b.Token != "", b.Card != "", b.STCPay != nil} {
		if named {
			n++
		}
	}
	return n
}

// longestChallenge is the most seconds that a merchant may request for a page.
const longestChallenge = 24 * 60 * 60

// unattended tells whether the merchant charges without the customer, as agreed.
func (b chargeBody) unattended() bool { return b.Initiator == "merchant" }

func (b chargeBody) challengeLife() time.Duration {
	if b.ChallengeTTL > 0 {
		return time.Duration(b.ChallengeTTL) * time.Second
	}
	return challengeLife
}

// withoutPage is the outcome of a card that is asked for no code.
func withoutPage(outcome string) string {
	if behaviours[outcome].Decline != "" {
		return "insufficient-funds"
	}
	return outcomeApprove
}

type chargeView struct {
	ID           string `json:"id"`
	Reference    string `json:"reference"`
	Status       Status `json:"status"`
	Amount       int64  `json:"amount"`
	Brand        string `json:"brand"`
	Last4        string `json:"last4"`
	Wallet       string `json:"wallet,omitempty"`
	ChallengeURL string `json:"challengeUrl,omitempty"`
	DeclineCode  string `json:"declineCode,omitempty"`
	Card         *kept  `json:"card,omitempty"`
	Refunded     int64  `json:"refunded,omitempty"`
}

var (
	charges = engine.Table[Charge]{Name: "payment-charges"}            // by reference
	byKey   = engine.Table[string]{Name: "payment-charges-by-key"}     // Idempotency-Key → reference
	byID    = engine.Table[string]{Name: "payment-charges-by-id"}      // charge id → reference
	ordered = engine.Table[string]{Name: "payment-charges-in-order"}   // sequence → reference
	stalled = engine.Table[bool]{Name: "payment-stalled-without-keep"} // keys whose charge was dropped once
)

func (s *System) charge(c *engine.Call) engine.Answer {
	body, refusal, ok := engine.Body[chargeBody](c)
	if !ok {
		return refusal
	}
	key := c.Request.Header.Get("Idempotency-Key")
	if reference, known := byKey.Get(c.Tx, key); known {
		return s.repeat(c.Tx, reference, body)
	}
	if refusal, ok := check(c, key, body); !ok {
		return refusal
	}
	t, refusal, ok := useToken(c, body)
	if !ok {
		return refusal
	}
	outcome := t.Outcome
	if t.Wallet == applePay {
		outcome = byAmount(body.Amount)
	}
	if _, scripted := behaviours[c.Outcome]; scripted {
		outcome = c.Outcome
	}
	if body.unattended() && outcome == t.Outcome && behaviours[outcome].Challenge {
		outcome = withoutPage(outcome) // the bank saw its customer when the card was saved; scenarios can ask again
	}
	if behaviours[outcome].Nothing && !droppedBefore(c.Tx, key) {
		return engine.Answer{Hold: true}
	}
	if body.Token != "" {
		t.UsedBy = body.Reference
		tokens.Put(c.Tx, body.Token, t)
	}
	return s.begin(c, key, body, t, outcome)
}

// repeat returns the present state of the charge with the same key.
func (s *System) repeat(tx *engine.Tx, reference string, body chargeBody) engine.Answer {
	ch, _ := charges.Get(tx, reference)
	if ch.Reference != body.Reference || ch.Amount != body.Amount {
		return engine.Refuse(http.StatusUnprocessableEntity, "key_reused", "the same key came with another body")
	}
	if ch.Busy {
		return engine.Refuse(http.StatusConflict, "key_in_progress", "the first call with this key is still under way")
	}
	return engine.OK(s.view(ch))
}

func check(c *engine.Call, key string, body chargeBody) (refusal engine.Answer, ok bool) {
	returnURL, err := url.Parse(body.ReturnURL)
	_, known := charges.Get(c.Tx, body.Reference)
	switch {
	case key == "" || body.Reference == "" || err != nil || !returnURL.IsAbs():
		return engine.Refuse(http.StatusBadRequest, "bad_request", "Idempotency-Key, reference and an absolute returnUrl are needed"), false
	case body.ways() > 1:
		return engine.Refuse(http.StatusBadRequest, "bad_request", "one of token, card and stcpay pays"), false
	case body.Initiator != "" && (!body.unattended() || body.Card == ""), body.ChallengeTTL < 0 || body.ChallengeTTL > longestChallenge:
		return engine.Refuse(http.StatusBadRequest, "bad_request", "a merchant initiates a charge of a kept card, for a day at most"), false
	case body.Amount <= 0:
		return engine.Refuse(http.StatusUnprocessableEntity, "amount_invalid", "amount must be positive"), false
	case body.Currency != "SAR":
		return engine.Refuse(http.StatusUnprocessableEntity, "currency_invalid", "currency must be SAR"), false
	case known:
		return engine.Refuse(http.StatusConflict, "reference_used", "the reference has a charge under another key"), false
	}
	return engine.Answer{}, true
}

func useToken(c *engine.Call, body chargeBody) (t token, refusal engine.Answer, ok bool) {
	if body.STCPay != nil {
		return useWallet(body.STCPay.Mobile)
	}
	if body.Card != "" {
		return useKept(c, body.Card)
	}
	t, known := tokens.Get(c.Tx, body.Token)
	switch {
	case !known || c.Now().After(t.Expires):
		return t, engine.Refuse(http.StatusUnprocessableEntity, "token_invalid", "no such token, or it is too old"), false
	case t.UsedBy != "":
		return t, engine.Refuse(http.StatusConflict, "token_used", "the token was used already"), false
	}
	return t, engine.Answer{}, true
}

// droppedBefore lets a lost charge get through at the second try.
func droppedBefore(tx *engine.Tx, key string) bool {
	dropped, _ := stalled.Get(tx, key)
	stalled.Put(tx, key, true)
	return dropped
}

func (s *System) begin(c *engine.Call, key string, body chargeBody, t token, outcome string) engine.Answer {
	ch := Charge{
		ID: body.id(), Reference: body.Reference, Key: key, Amount: body.Amount, Brand: t.Brand, Last4: t.Last4,
		Outcome: outcome, ReturnURL: body.ReturnURL, Language: t.Language, Ledger: []Entry{}, CreatedAt: c.Shown(c.Now()),
		Save: body.Save && body.Card == "" && t.Wallet == "", Card: t.Kept, Wallet: t.Wallet, Moyasar: body.moyasar, Metadata: body.metadata,
	}
	byKey.Put(c.Tx, key, ch.Reference)
	byID.Put(c.Tx, ch.ID, ch.Reference)
	ordered.Put(c.Tx, sequenceKey(ordered.Next(c.Tx)), ch.Reference)
	does := behaviours[outcome]
	if does.Busy {
		return s.takeTime(c.Tx, ch)
	}
	if does.Challenge && ch.Wallet != applePay { // a phone has already asked its owner
		ch.Status = Challenge
		charges.Put(c.Tx, ch.Reference, ch)
		s.After(c.Tx, body.challengeLife(), timerAbandon, ch.Reference)
	} else {
		ch = s.decide(c.Tx, ch)
	}
	return engine.Answer{Status: http.StatusOK, Body: s.view(ch), Hold: does.Hold && !does.Nothing}
}

// shownWithin is the most that a shown time may be too early.
const shownWithin = 2 * time.Millisecond

// takeTime keeps the first caller waiting; the charge is made even if that caller gives up.
func (s *System) takeTime(tx *engine.Tx, ch Charge) engine.Answer {
	ch.Status, ch.Busy = Pending, true
	charges.Put(tx, ch.Reference, ch)
	due := tx.Now().Add(s.Pace(tx, PaceCharge))
	s.After(tx, s.Pace(tx, PaceCharge), timerSettle, ch.Reference)
	wait := time.Until(tx.Shown(due)) + shownWithin
	return engine.Answer{Status: http.StatusOK, Wait: wait, Later: func(tx *engine.Tx) engine.Answer {
		if !tx.Now().Before(due) {
			s.settleItself(tx, ch.Reference) // the timer may be a moment behind
		}
		now, _ := charges.Get(tx, ch.Reference)
		return engine.OK(s.view(now))
	}}
}

// view is a charge in the format in which it came.
func (s *System) view(ch Charge) any {
	if ch.Moyasar {
		return s.moyasarPayment(ch)
	}
	return s.chargeView(ch)
}

func (s *System) chargeView(ch Charge) chargeView {
	v := chargeView{
		ID: ch.ID, Reference: ch.Reference, Status: ch.Status, Amount: ch.Amount, Brand: ch.Brand, Last4: ch.Last4,
		Wallet: ch.Wallet, DeclineCode: ch.DeclineCode, Refunded: ch.Refunded,
	}
	if ch.Status == Challenge {
		v.ChallengeURL = s.publicURL("/payment/challenge/" + ch.ID)
	}
	if ch.CardToken != "" {
		told := ch.Card
		told.Token = ch.CardToken
		v.Card = &told
	}
	return v
}

func (s *System) inquire(c *engine.Call) engine.Answer {
	ch, known := charges.Get(c.Tx, c.Request.PathValue("reference"))
	if !known {
		return notFound()
	}
	return engine.OK(s.view(ch))
}

func notFound() engine.Answer {
	return engine.Refuse(http.StatusNotFound, "not_found", "no such charge")
}
