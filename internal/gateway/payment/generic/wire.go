package generic

import (
	"errors"

	"selfcare/internal/contract"
	"selfcare/internal/gateway/payment"
)

type chargeBody struct {
	Reference string           `json:"reference"`
	Token     string           `json:"token,omitempty"`
	Card      string           `json:"card,omitempty"`
	STCPay    *walletBody      `json:"stcpay,omitempty"`
	Save      bool             `json:"save,omitempty"`
	Amount    contract.Halalas `json:"amount"`
	Currency  string           `json:"currency"`
	ReturnURL string           `json:"returnUrl"`

	Initiator    string `json:"initiator,omitempty"`
	ChallengeTTL int    `json:"challengeTtl,omitempty"` // seconds
}

// byMerchant is the provider's word for a charge without its customer present.
const byMerchant = "merchant"

func bodyOf(c payment.Charge) chargeBody {
	body := chargeBody{
		Reference: c.PaymentID, Token: c.CardToken, Card: c.Card, STCPay: walletOf(c.Wallet), Save: c.Keep,
		Amount: c.Amount, Currency: currency, ReturnURL: c.ReturnURL,
	}
	if c.Unattended {
		body.Initiator, body.ChallengeTTL = byMerchant, int(c.Within.Seconds())
	}
	return body
}

type walletBody struct {
	Mobile string `json:"mobile"`
}

// walletOf returns nil if no wallet pays.
func walletOf(mobile string) *walletBody {
	if mobile == "" {
		return nil
	}
	return &walletBody{Mobile: mobile}
}

type refundBody struct {
	Amount contract.Halalas `json:"amount"`
}

type chargeAnswer struct {
	Reference    string                 `json:"reference"`
	Status       contract.PaymentStatus `json:"status"` // the provider uses our words
	Amount       contract.Halalas       `json:"amount"`
	Brand        string                 `json:"brand"`
	Last4        string                 `json:"last4"`
	ChallengeURL string                 `json:"challengeUrl"`
	DeclineCode  string                 `json:"declineCode"`
	Card         *cardAnswer            `json:"card"`
	Refunded     contract.Halalas       `json:"refunded"` // given back so far; a part of the amount leaves the status paid
}

type cardAnswer struct {
	Token       string `json:"token"`
	Fingerprint string `json:"fingerprint"`
	Name        string `json:"name"`
	ExpMonth    int    `json:"expMonth"`
	ExpYear     int    `json:"expYear"`
}

// validate refuses an answer about another payment, or with an unknown status.
func (a chargeAnswer) validate(paymentID string) error {
	if a.Reference != paymentID {
		return errors.New("answer is about another payment")
	}
	switch a.Status {
	case contract.PaymentPending, contract.PaymentPaid, contract.PaymentDeclined, contract.PaymentAbandoned, contract.PaymentRefunded:
		return nil
	case contract.PaymentChallenge:
		if a.ChallengeURL == "" {
			return errors.New("challenge without its address")
		}
		return nil
	case contract.PaymentProcessing: // only ours: the provider never sends it
	}
	return errors.New("unknown payment status")
}

// validateFor also requires that the charged amount is the requested one.
func (a chargeAnswer) validateFor(paymentID string, amount contract.Halalas) error {
	if a.Amount != amount {
		return errors.New("answer is about another amount")
	}
	return a.validate(paymentID)
}

func (a chargeAnswer) result() payment.Result {
	return payment.Result{
		Status: a.Status, Brand: a.Brand, Last4: a.Last4, ChallengeURL: a.ChallengeURL, DeclineCode: a.DeclineCode,
	}
}

// kept returns the saved card; an incomplete description counts as none.
func (a chargeAnswer) kept() *payment.Card {
	if a.Card == nil || a.Card.Token == "" || a.Card.Fingerprint == "" {
		return nil
	}
	return &payment.Card{
		Token: a.Card.Token, Fingerprint: a.Card.Fingerprint, Holder: a.Card.Name, Brand: a.Brand, Last4: a.Last4,
		ExpiryMonth: a.Card.ExpMonth, ExpiryYear: a.Card.ExpYear,
	}
}
