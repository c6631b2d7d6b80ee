package topup

import (
	"net/http"

	"selfcare/dev/simulator/engine"
)

// Classes of a transaction.
const (
	submitted = "SUBMITTED"
	completed = "COMPLETED"
	rejected  = "REJECTED"
	declined  = "DECLINED"
)

type sendBody struct {
	ExternalID  string `json:"external_id"`
	ProductID   int64  `json:"product_id"`
	AutoConfirm bool   `json:"auto_confirm"`
	CreditParty struct {
		MobileNumber string `json:"mobile_number"`
	} `json:"credit_party_identifier"`
}

// send makes one transaction under an external id: a second one is refused, even after a failure of the first.
func (s *System) send(c *engine.Call) engine.Answer {
	body, refusal, ok := engine.Body[sendBody](c)
	if !ok {
		return refusal
	}
	if _, used := byExternal.Get(c.Tx, body.ExternalID); used {
		return engine.Refuse(http.StatusConflict, "external_id_used", "there is a transaction with this external id")
	}
	_, price, known := productOf(body.ProductID)
	if refusal, refused := refusalOf(c, body, price, known); refused {
		return refusal
	}
	t := Transaction{
		ID: int64(transactions.Next(c.Tx)) + 900_000, ExternalID: body.ExternalID, ProductID: body.ProductID, Mobile: body.CreditParty.MobileNumber,
		Untold: c.Outcome == outcomeUntold, CreatedAt: c.Shown(c.Now()),
	}
	t = became(c.Tx, t, c.Outcome, price.cost)
	if t.Ends != "" {
		s.After(c.Tx, s.Pace(c.Tx, paceSettles), timerSettles, keyOf(t.ID))
	}
	transactions.Put(c.Tx, keyOf(t.ID), t)
	byExternal.Put(c.Tx, t.ExternalID, keyOf(t.ID))
	return engine.Answer{Status: http.StatusCreated, Body: transactionBody(t)}
}

// refusalOf refuses without a transaction: its external id can be used again.
func refusalOf(c *engine.Call, body sendBody, price amount, known bool) (engine.Answer, bool) {
	gone, _ := withdrawn.Get(c.Tx, keyOf(body.ProductID))
	switch {
	case body.ExternalID == "" || body.CreditParty.MobileNumber == "" || !body.AutoConfirm:
		return engine.Refuse(http.StatusBadRequest, "bad_request", "external_id, a mobile number and auto_confirm are needed"), true
	case !known || gone || c.Outcome == outcomeGone:
		return engine.Refuse(http.StatusNotFound, "product_unavailable", "this product is not on sale"), true
	case c.Outcome == outcomeNoFunds || balanceOf(c.Tx) < price.cost:
		return engine.Refuse(http.StatusUnprocessableEntity, "insufficient_balance", "your account with us does not cover this"), true
	default:
		return engine.Answer{}, false
	}
}

// became gives a transaction an outcome; one that may still succeed has taken its price.
func became(tx *engine.Tx, t Transaction, outcome string, cost int64) Transaction {
	t.Ends = ""
	switch outcome {
	case outcomeRecipient:
		t.Class, t.Reason = rejected, "INVALID-CREDIT-PARTY"
	case outcomeDeclined:
		t.Class, t.Reason = declined, "OPERATOR-CURRENTLY-UNAVAILABLE"
	case outcomeThenDone:
		t.Class, t.Ends = submitted, completed
	case outcomeThenDeclined:
		t.Class, t.Ends = submitted, outcomeDeclined
	default:
		t.Class = completed
	}
	taken := cost
	if t.Class == rejected || t.Class == declined {
		taken = 0
	}
	accounts.Put(tx, account, balanceOf(tx)+t.Cost-taken)
	t.Cost = taken
	return t
}

// settle brings a pending transaction to its end.
func settle(tx *engine.Tx, id string) {
	if t, known := transactions.Get(tx, id); known && t.Class == submitted {
		transactions.Put(tx, id, became(tx, t, t.Ends, t.Cost))
	}
}

func find(c *engine.Call) engine.Answer {
	id, known := byExternal.Get(c.Tx, c.Request.URL.Query().Get("external_id"))
	if !known {
		return engine.OK([]any{})
	}
	t, _ := transactions.Get(c.Tx, id)
	return engine.OK([]any{transactionBody(t)})
}

// classIDs are the numbers of the classes.
var classIDs = map[string]int{rejected: 3, submitted: 5, completed: 7, declined: 9}

func transactionBody(t Transaction) map[string]any {
	message := t.Class
	if t.Reason != "" {
		message += "-" + t.Reason
	}
	class := map[string]any{"id": classIDs[t.Class], "message": t.Class}
	return map[string]any{
		"id": t.ID, "external_id": t.ExternalID, "creation_date": t.CreatedAt, "product": map[string]any{"id": t.ProductID},
		"credit_party_identifier": map[string]string{"mobile_number": t.Mobile},
		"status":                  map[string]any{"id": classIDs[t.Class] * 10_000, "message": message, "class": class},
		"recipient_notified":      t.Class == completed && !t.Untold,
	}
}
