package identity

import (
	"errors"
	"time"

	"selfcare/internal/contract"
)

type requestBody struct {
	NationalID string `json:"nationalId"`
	Service    string `json:"service"`
}

type requestAnswer struct {
	TransID   string    `json:"transId"`
	Random    string    `json:"random"`
	ExpiresAt time.Time `json:"expiresAt"`
}

func (a requestAnswer) validate() error {
	if a.TransID == "" || a.Random == "" || a.ExpiresAt.IsZero() {
		return errors.New("request answered without transaction, number or end")
	}
	return nil
}

func (a requestAnswer) request() Request {
	return Request{TransactionID: a.TransID, Random: a.Random, ExpiresAt: a.ExpiresAt}
}

type statusBody struct {
	NationalID string `json:"nationalId"`
	TransID    string `json:"transId"`
	Random     string `json:"random"`
}

type statusAnswer struct {
	Status string `json:"status"`
}

var statuses = map[string]contract.IdentityStatus{
	"WAITING":   contract.IdentityWaiting,
	"COMPLETED": contract.IdentityCompleted,
	"REJECTED":  contract.IdentityRejected,
	"EXPIRED":   contract.IdentityExpired,
}

func (a statusAnswer) validate() error {
	if _, known := statuses[a.Status]; !known {
		return errors.New("unknown identity status")
	}
	return nil
}
