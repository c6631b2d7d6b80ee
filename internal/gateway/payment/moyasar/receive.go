package moyasar

import (
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/json"
	"strings"
	"time"

	"selfcare/internal/gateway/callback"
)

// Receiver reads Moyasar's webhooks. A webhook carries the secret that its merchant agreed on in its body, and is not signed, so
// nothing in it but the id of the payment is used: the workflow asks for the outcome.
type Receiver struct {
	Secret  string // shared_secret of the webhook
	Account string // account_name of the merchant; another one is refused. Empty takes any
	Live    bool   // whether our key is a live one; a webhook of the other kind is refused
}

type webhook struct {
	ID          string    `json:"id"`
	Type        string    `json:"type"`
	CreatedAt   time.Time `json:"created_at"`
	SecretToken string    `json:"secret_token"`
	AccountName string    `json:"account_name"`
	Live        bool      `json:"live"`
	Data        struct {
		ID string `json:"id"`
	} `json:"data"`
}

// typesOfPayments begin the types that are about a payment; any other webhook says nothing that we need.
const typesOfPayments = "payment_"

// Receive reads one report about a payment.
func (v Receiver) Receive(_ context.Context, r callback.Request) ([]callback.Event, error) {
	var said webhook
	if json.Unmarshal(r.Body, &said) != nil {
		return nil, callback.ErrUnreadable
	}
	if !v.isFromMoyasar(said) {
		return nil, callback.ErrForged
	}
	if !strings.HasPrefix(said.Type, typesOfPayments) {
		return nil, nil
	}
	switch {
	case !callback.IsID(said.ID):
		return nil, &callback.Invalid{Field: "id"}
	case said.Data.ID == "":
		return nil, &callback.Invalid{Field: "data.id"}
	case said.CreatedAt.IsZero():
		return nil, &callback.Invalid{Field: "created_at"}
	}
	news := callback.Payment{PaymentID: strings.ToLower(said.Data.ID), Paid: said.tellsOfMoney()}
	return []callback.Event{{ID: said.ID, OccurredAt: said.CreatedAt, News: news}}, nil
}

// tellsOfMoney tells whether an ended order or purchase needs to know, too.
func (w webhook) tellsOfMoney() bool { return w.Type == "payment_paid" || w.Type == "payment_captured" }

// isFromMoyasar compares the secrets by their hashes: a comparison of texts would take longer for a longer common beginning.
func (v Receiver) isFromMoyasar(w webhook) bool {
	want, got := sha256.Sum256([]byte(v.Secret)), sha256.Sum256([]byte(w.SecretToken))
	isProven := v.Secret != "" && subtle.ConstantTimeCompare(want[:], got[:]) == 1
	return isProven && w.Live == v.Live && (v.Account == "" || w.AccountName == v.Account)
}
