package payment

import (
	"crypto/rand"
	"encoding/json"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"selfcare/dev/simulator/engine"
)

type moyasarBody struct {
	GivenID     string            `json:"given_id"`
	Amount      int64             `json:"amount"`
	Currency    string            `json:"currency"`
	Description string            `json:"description"`
	CallbackURL string            `json:"callback_url"`
	Metadata    map[string]string `json:"metadata"`
	Source      moyasarSource     `json:"source"`
}

type moyasarSource struct {
	Type   string `json:"type"`
	Token  string `json:"token"`
	ThreeD *bool  `json:"3ds"` // by default true
	Mobile string `json:"mobile"`
}

// withoutCustomer tells whether the merchant charges a token without 3-D Secure.
func (s moyasarSource) withoutCustomer() bool { return s.ThreeD != nil && !*s.ThreeD }

// payMoyasar answers 201 also to a payment that is declined.
func (s *System) payMoyasar(c *engine.Call) engine.Answer {
	body, refusal, ok := engine.Body[moyasarBody](c)
	if !ok {
		return refusal
	}
	if known, is := charges.Get(c.Tx, body.GivenID); is {
		return s.repeatMoyasar(c, known)
	}
	if refusal, ok := checkMoyasar(body); !ok {
		return refusal
	}
	if c.Outcome == outcomeUnattendedRefused && body.Source.withoutCustomer() {
		return engine.Answer{Status: http.StatusForbidden, Body: moyasarError{Type: "authorization_error", Message: "3-D Secure is required"}}
	}
	t, refusal, ok := sourceMoyasar(c, body)
	if !ok {
		return refusal
	}
	outcome := t.Outcome
	if _, scripted := behaviours[c.Outcome]; scripted {
		outcome = c.Outcome
	}
	if body.Source.withoutCustomer() && outcome == t.Outcome && behaviours[outcome].Challenge {
		outcome = withoutPage(outcome)
	}
	if behaviours[outcome].Nothing && !droppedBefore(c.Tx, body.GivenID) {
		return engine.Answer{Hold: true}
	}
	answer := s.begin(c, body.GivenID, chargeBody{Reference: body.GivenID, Amount: body.Amount, ReturnURL: body.CallbackURL, moyasar: true, metadata: body.Metadata}, t, outcome)
	answer.Status = http.StatusCreated
	return answer
}

// repeatMoyasar never charges twice. No document says how a repeat is answered, so a scenario chooses.
func (s *System) repeatMoyasar(c *engine.Call, known Charge) engine.Answer {
	if c.Outcome == outcomeRepeatRefused {
		return refuseField("given_id", "has already been taken")
	}
	return engine.Answer{Status: http.StatusCreated, Body: s.view(known)}
}

func checkMoyasar(body moyasarBody) (refusal engine.Answer, ok bool) {
	back, err := url.Parse(body.CallbackURL)
	switch {
	case !uuid.MatchString(body.GivenID):
		return refuseField("given_id", "is not a UUID"), false
	case body.Amount < leastAmount:
		return refuseField("amount", "must be at least 100"), false
	case body.Currency != "SAR":
		return refuseField("currency", "is not supported"), false
	case body.Source.Type == "token" && !body.Source.withoutCustomer() && (err != nil || !back.IsAbs()):
		return refuseField("callback_url", "can't be blank"), false
	}
	return engine.Answer{}, true
}

// sourceMoyasar finds the card or wallet that pays.
func sourceMoyasar(c *engine.Call, body moyasarBody) (t token, refusal engine.Answer, ok bool) {
	switch body.Source.Type {
	case "token":
		return useMoyasarToken(c, body.Source.Token)
	case "applepay":
		return useApplePay(body)
	case "stcpay":
		return useMoyasarWallet(body.Source.Mobile)
	default:
		return t, refuseField("source.type", "is not included in the list"), false
	}
}

// Amounts of Apple Pay with an outcome in Moyasar's sandbox, in halalas. Others decide by their last two digits.
const (
	paidFrom, paidTo   = 200_00, 300_00
	fundsFrom, fundsTo = 1101_00, 1200_00
)

// useApplePay reads the token of a phone, which is a JSON text of Apple. The phone has already asked its owner.
func useApplePay(body moyasarBody) (t token, refusal engine.Answer, ok bool) {
	var phone struct {
		PaymentData   json.RawMessage `json:"paymentData"`
		PaymentMethod struct {
			Network string `json:"network"`
		} `json:"paymentMethod"`
	}
	if json.Unmarshal([]byte(body.Source.Token), &phone) != nil || len(phone.PaymentData) == 0 {
		return t, refuseField("source.token", "is invalid"), false
	}
	brand := mada
	switch strings.ToLower(phone.PaymentMethod.Network) {
	case "visa":
		brand = visa
	case "mastercard":
		brand = masterCard
	}
	outcome := byAmount(body.Amount)
	switch {
	case body.Amount >= paidFrom && body.Amount <= paidTo:
		outcome = outcomeApprove
	case body.Amount >= fundsFrom && body.Amount <= fundsTo:
		outcome = "insufficient-funds"
	}
	return token{Brand: brand, Last4: testNumber(brand, "01")[12:], Outcome: outcome, Wallet: applePay}, engine.Answer{}, true
}

// failingMobiles begin the wallets of Moyasar's sandbox that refuse at once: 0515555555 to 0515555559.
const failingMobiles = "051555555"

func useMoyasarWallet(mobile string) (t token, refusal engine.Answer, ok bool) {
	if !saudiMobile.MatchString(mobile) {
		return t, refuseField("source.mobile", "is invalid"), false
	}
	t, refusal, ok = useWallet(mobile)
	if strings.HasPrefix(mobile, failingMobiles) && mobile[len(mobile)-1] >= '5' {
		t.Outcome = "do-not-honor"
	}
	return t, refusal, ok
}

// moyasarStatuses are our states in Moyasar's words.
var moyasarStatuses = map[Status]string{
	Challenge: "initiated", Pending: "initiated", Paid: "paid", Declined: "failed", Abandoned: "abandoned", Refunded: "refunded",
}

// responseCodes are the answers of banks by their decline code; a bank with another reason says 99.
var responseCodes = map[string]string{
	"do_not_honor": "05", "lost_card": "41", "stolen_card": "43", "insufficient_funds": "51", "expired_card": "54", "limit_exceeded": "61",
}

// moyasarPayment is a charge in the format of Moyasar.
func (s *System) moyasarPayment(ch Charge) map[string]any {
	source := map[string]any{
		"type": "token", "company": strings.ToLower(ch.Brand), "number": "XXXX-XXXX-XXXX-" + ch.Last4, "name": ch.Card.Name,
		"token": ch.Card.Token, "message": nil, "transaction_url": nil, "response_code": nil,
	}
	switch ch.Wallet {
	case applePay:
		source["type"] = "applepay"
	case stcPay:
		source = map[string]any{"type": "stcpay", "mobile": "XXXXXX" + ch.Last4, "message": nil, "transaction_url": nil, "response_code": nil}
	}
	switch {
	case ch.Status == Challenge && ch.Wallet == stcPay:
		source["transaction_url"] = s.publicURL(pathMoyasar + "/stc_pays/" + ch.ID + "/proceed?otp_token=" + ch.ID)
	case ch.Status == Challenge, ch.Status == Abandoned:
		source["transaction_url"] = s.publicURL("/payment/challenge/" + ch.ID)
	case ch.Status == Paid, ch.Status == Refunded:
		source["message"], source["response_code"] = "APPROVED", "00"
	case ch.Status == Declined:
		source["message"], source["response_code"] = "DECLINED: "+ch.DeclineCode, "99"
		if code, known := responseCodes[ch.DeclineCode]; known {
			source["response_code"] = code
		}
	}
	status := moyasarStatuses[ch.Status]
	if slices.ContainsFunc(ch.Ledger, func(e Entry) bool { return e.Kind == entryVoid }) {
		status = "voided"
	}
	return map[string]any{
		"id": ch.ID, "status": status, "amount": ch.Amount, "currency": "SAR", "fee": 0, "refunded": ch.Refunded,
		"captured": 0, "description": "Payment " + ch.ID, "callback_url": ch.ReturnURL, "created_at": moyasarTime(ch.CreatedAt),
		"updated_at": moyasarTime(ch.CreatedAt), "metadata": ch.Metadata, "source": source,
	}
}

func moyasarTime(at time.Time) string { return at.UTC().Format("2006-01-02T15:04:05.000Z") }

func (s *System) readMoyasar(c *engine.Call) engine.Answer {
	ch, known := moyasarCharge(c)
	if !known {
		return notFound()
	}
	said := s.moyasarPayment(ch)
	if ch.Status == Abandoned && c.Outcome == outcomeStaysInitiated {
		said["status"] = moyasarStatuses[Challenge]
	}
	return engine.OK(said)
}

// moyasarCharge finds the payment of the path. Those of the other format are another merchant's.
func moyasarCharge(c *engine.Call) (Charge, bool) {
	ch, known := charges.Get(c.Tx, c.Request.PathValue("id"))
	return ch, known && ch.Moyasar
}

// refundMoyasar has no key: each call gives back what it names, or else all that is left.
func (s *System) refundMoyasar(c *engine.Call) engine.Answer {
	body, refusal, ok := engine.Body[refundBody](c)
	if !ok {
		return refusal
	}
	ch, known := moyasarCharge(c)
	if body.Amount == 0 {
		body.Amount = ch.Charged - ch.Refunded
	}
	switch {
	case !known:
		return notFound()
	case ch.Status != Paid:
		return refuseField("status", "payment can not be refunded")
	case c.Outcome == outcomeRefundRefused || behaviours[ch.Outcome].NoRefund:
		return engine.Refuse(http.StatusBadRequest, "", "the card's bank refused the refund")
	case body.Amount <= 0 || body.Amount > ch.Charged-ch.Refunded:
		return refuseField("amount", "is more than is left")
	}
	return engine.OK(s.moyasarPayment(s.giveBack(c.Tx, ch, rand.Text(), body.Amount)))
}

// codeMoyasar takes the code that a wallet has sent to its customer.
func (s *System) codeMoyasar(c *engine.Call) engine.Answer {
	body, refusal, ok := engine.Body[struct {
		Value string `json:"otp_value"`
	}](c)
	if !ok {
		return refusal
	}
	ch, known := moyasarCharge(c)
	switch {
	case !known || ch.Wallet != stcPay || c.Request.URL.Query().Get("otp_token") != ch.ID:
		return notFound()
	case ch.Status != Challenge:
		return engine.OK(s.moyasarPayment(ch))
	}
	if ch = s.answerChallenge(c.Tx, ch, "approve", body.Value); ch.Status == Challenge {
		return refuseField("otp_value", "is invalid")
	}
	return engine.OK(s.moyasarPayment(ch))
}

// moyasarReport is the webhook about a charge that has ended. Moyasar signs nothing: the body holds the secret.
func (s *System) moyasarReport(tx *engine.Tx, ch Charge) engine.Report {
	kind := "payment_" + moyasarStatuses[ch.Status]
	return engine.Report{Subject: ch.Reference, Type: kind, Path: Name + "/moyasar", Body: map[string]any{
		"id": webhookID(), "type": kind, "created_at": moyasarTime(tx.Shown(tx.Now())), "secret_token": s.cfg.Moyasar.WebhookSecret,
		"account_name": s.cfg.Moyasar.Account, "live": strings.HasPrefix(s.cfg.Moyasar.SecretKey, "sk_live_"), "data": s.moyasarPayment(ch),
	}}
}

func webhookID() string { return "wh_" + rand.Text() }
