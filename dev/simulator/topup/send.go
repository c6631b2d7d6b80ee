package topup

import (
	"net/http"

	"selfcare/dev/simulator/engine"
)

// Classes of a transaction.
const (
	created   = "CREATED"
	confirmed = "CONFIRMED"
	rejected  = "REJECTED"
	cancelled = "CANCELLED"
	submitted = "SUBMITTED"
	completed = "COMPLETED"
	reversed  = "REVERSED"
	declined  = "DECLINED"
)

// classIDs are the numbers of the classes.
var classIDs = map[string]int{
	created: 1, confirmed: 2, rejected: 3, cancelled: 4, submitted: 5, completed: 7, reversed: 8, declined: 9,
}

// isOpen tells whether the price of a transaction is held, and neither taken nor given back.
func (t Transaction) isOpen() bool {
	return t.Class == created || t.Class == confirmed || t.Class == submitted
}

const longestExternalID = 40

type sendBody struct {
	ExternalID  string `json:"external_id"`
	ProductID   int64  `json:"product_id"`
	AutoConfirm bool   `json:"auto_confirm"`
	CreditParty struct {
		MobileNumber string `json:"mobile_number"`
	} `json:"credit_party_identifier"`
}

// send creates one transaction under an external id: a second one is refused, even after a failure of the first. It answers before
// the foreign operator does.
func (s *System) send(c *engine.Call) engine.Answer {
	t, refusal, ok := s.create(c)
	if !ok {
		return refusal
	}
	return s.confirmed(c, t, http.StatusCreated)
}

// confirmed answers with a transaction as it is now. A foreign operator that is quick ends it right after the answer.
func (s *System) confirmed(c *engine.Call, t Transaction, status int) engine.Answer {
	answer := engine.Answer{Status: status, Body: transactionBody(t)}
	if t.Class == confirmed && s.Pace(c.Tx, paceCompletes) == 0 {
		s.move(c.Tx, t)
	}
	return answer
}

// sendAndWait is send for a caller that waits for a foreign operator that is quick.
func (s *System) sendAndWait(c *engine.Call) engine.Answer {
	t, refusal, ok := s.create(c)
	if !ok {
		return refusal
	}
	if t.Class == confirmed {
		t = s.move(c.Tx, t)
	}
	return engine.Answer{Status: http.StatusCreated, Body: transactionBody(t)}
}

func (s *System) create(c *engine.Call) (Transaction, engine.Answer, bool) {
	body, refusal, ok := engine.Body[sendBody](c)
	if !ok {
		return Transaction{}, refusal, false
	}
	_, price, known := productOf(body.ProductID)
	if refusal, refused := refusalOf(c, body, price, known); refused {
		return Transaction{}, refusal, false
	}
	t := Transaction{
		ID: int64(transactions.Next(c.Tx)) + 900_000, ExternalID: body.ExternalID, ProductID: body.ProductID, Mobile: body.CreditParty.MobileNumber,
		Told: c.Outcome == outcomeTold, CreatedAt: c.Shown(c.Now()), Class: created, Cost: price.cost, Ends: c.Outcome,
	}
	accounts.Put(c.Tx, account, balanceOf(c.Tx)-t.Cost)
	byExternal.Put(c.Tx, t.ExternalID, keyOf(t.ID))
	if body.AutoConfirm {
		t = s.begin(c.Tx, t)
	}
	transactions.Put(c.Tx, keyOf(t.ID), t)
	return t, engine.Answer{}, true
}

// refusalOf refuses without a transaction: its external id can be used again.
func refusalOf(c *engine.Call, body sendBody, price amount, known bool) (engine.Answer, bool) {
	gone, _ := withdrawn.Get(c.Tx, keyOf(body.ProductID))
	_, used := byExternal.Get(c.Tx, body.ExternalID)
	switch {
	case body.ExternalID == "" || len(body.ExternalID) > longestExternalID:
		return refuse(http.StatusBadRequest, codeBadRequest, "external_id must have 1 to 40 characters"), true
	case used:
		return refuse(http.StatusBadRequest, codeKeyUsed, "Transaction external ID has already been used"), true
	case !isMobile(body.CreditParty.MobileNumber):
		return refuse(http.StatusBadRequest, codeBadNumber, "Credit party mobile number is invalid"), true
	case !known || gone || c.Outcome == outcomeGone:
		return refuse(http.StatusNotFound, codeNoProduct, "Product is not available in your account"), true
	case c.Outcome == outcomeNoFunds || balanceOf(c.Tx) < price.cost:
		return refuse(http.StatusBadRequest, codeNoFunds, "Insufficient balance"), true
	default:
		return engine.Answer{}, false
	}
}

// begin confirms a transaction. It is rejected or called off at once, or waits for the foreign operator.
func (s *System) begin(tx *engine.Tx, t Transaction) Transaction {
	outcome := t.Ends
	switch outcome {
	case outcomeRecipient:
		return become(tx, t, rejected, "INVALID-CREDIT-PARTY")
	case outcomeCancelled:
		return become(tx, t, cancelled, "")
	case outcomeThenDone, outcomeThenDeclined:
		t.Class = submitted
		s.After(tx, s.Pace(tx, paceSettles), timerSettles, keyOf(t.ID))
	default:
		t.Class = confirmed
		if pace := s.Pace(tx, paceCompletes); pace > 0 {
			s.After(tx, pace, timerSettles, keyOf(t.ID))
		}
	}
	return t
}

// settle brings a transaction to its next state.
func (s *System) settle(tx *engine.Tx, id string) {
	if t, known := transactions.Get(tx, id); known {
		s.move(tx, t)
	}
}

// move gives a transaction the answer of the foreign operator, or reverses it.
func (s *System) move(tx *engine.Tx, t Transaction) Transaction {
	switch {
	case t.Class == completed && t.Ends == outcomeThenReversed:
		t = become(tx, t, reversed, "")
	case !t.isOpen(): // the console was faster
	case t.Ends == outcomeDeclined, t.Ends == outcomeThenDeclined:
		t = become(tx, t, declined, "OPERATOR-CURRENTLY-UNAVAILABLE")
	default:
		t.Class = completed
		if t.Ends == outcomeThenReversed {
			s.After(tx, s.Pace(tx, paceReverses), timerSettles, keyOf(t.ID))
		}
	}
	transactions.Put(tx, keyOf(t.ID), t)
	return t
}

// become ends a transaction without a top-up: its price is given back.
func become(tx *engine.Tx, t Transaction, class, reason string) Transaction {
	accounts.Put(tx, account, balanceOf(tx)+t.Cost)
	t.Class, t.Reason, t.Cost, t.Ends = class, reason, 0, ""
	return t
}

func (s *System) confirm(c *engine.Call) engine.Answer {
	t, known := transactions.Get(c.Tx, c.Request.PathValue("id"))
	switch {
	case !known:
		return refuse(http.StatusNotFound, codeNoTransaction, "Transaction not found")
	case t.Class == cancelled || t.Class == rejected:
		return refuse(http.StatusBadRequest, codeNotConfirmable, "Transaction can no longer be confirmed")
	case t.Class != created:
		return refuse(http.StatusBadRequest, codeConfirmed, "Transaction has already been confirmed")
	}
	t = s.begin(c.Tx, t)
	transactions.Put(c.Tx, keyOf(t.ID), t)
	return s.confirmed(c, t, http.StatusAccepted)
}

func (s *System) cancel(c *engine.Call) engine.Answer {
	t, known := transactions.Get(c.Tx, c.Request.PathValue("id"))
	switch {
	case !known:
		return refuse(http.StatusNotFound, codeNoTransaction, "Transaction not found")
	case t.Class == cancelled:
		return refuse(http.StatusBadRequest, codeAlreadyCancelled, "Transaction has already been cancelled")
	case t.Class != created:
		return refuse(http.StatusBadRequest, codeNotCancellable, "Transaction can no longer be cancelled")
	}
	t = become(c.Tx, t, cancelled, "")
	transactions.Put(c.Tx, keyOf(t.ID), t)
	return engine.Answer{Status: http.StatusAccepted, Body: transactionBody(t)}
}

func find(c *engine.Call) engine.Answer {
	id, known := byExternal.Get(c.Tx, c.Request.URL.Query().Get("external_id"))
	if !known {
		return paged(c, nil)
	}
	t, _ := transactions.Get(c.Tx, id)
	return paged(c, []map[string]any{transactionBody(t)})
}

func findByID(c *engine.Call) engine.Answer {
	t, known := transactions.Get(c.Tx, c.Request.PathValue("id"))
	if !known {
		return refuse(http.StatusNotFound, codeNoTransaction, "Transaction not found")
	}
	return engine.OK(transactionBody(t))
}

func transactionBody(t Transaction) map[string]any {
	message := t.Class
	if t.Reason != "" {
		message += "-" + t.Reason
	}
	o, a, _ := productOf(t.ProductID)
	product := productBody(o, t.ProductID, a)
	body := map[string]any{
		"id": t.ID, "external_id": t.ExternalID, "creation_date": t.CreatedAt, "confirmation_expiration_date": t.CreatedAt,
		"status": map[string]any{
			"id": classIDs[t.Class] * 10_000, "message": message, "class": map[string]any{"id": classIDs[t.Class], "message": t.Class},
		},
		"operator_reference": nil, "pin": nil, "product": product, "prices": product["prices"], "rates": nil, "benefits": nil, "promotions": nil,
		"credit_party_identifier": map[string]string{"mobile_number": t.Mobile},
	}
	if t.Told && t.Class == completed { // no document of DT One has this field
		body["recipient_notified"] = true
	}
	return body
}
