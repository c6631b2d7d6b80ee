// Package identity asks who a customer is: the national identity app and the person registry.
package identity

import (
	"context"
	"errors"
	"time"

	"selfcare/activities/internal/failure"
	"selfcare/internal/contract"
	"selfcare/internal/domain/order"
	"selfcare/internal/gateway"
	"selfcare/internal/gateway/identity"
	storeerrors "selfcare/internal/store/errors"
)

// Activities calls the national identity app.
type Activities struct {
	gateway identity.Gateway
	pushes  sentPushes
}

// sentPushes are the pushes that we have sent.
type sentPushes interface {
	FindOpen(ctx context.Context, by contract.IdentityRequest, now time.Time) (contract.Identity, error)
}

// New takes the app's port, and our record of the pushes.
func New(g identity.Gateway, p sentPushes) *Activities { return &Activities{gateway: g, pushes: p} }

// RequestIdentity sends the push. The request id is the idempotency key. If the app says that a push of the person is open, and we
// have sent it for the same purpose, it is returned.
func (i *Activities) RequestIdentity(ctx context.Context, in contract.IdentityRequest) (contract.Identity, error) {
	requestID := order.PushID(in.OrderID, in.Purpose, in.Step)
	request, err := i.gateway.Request(ctx, identity.Ask{RequestID: requestID, IDNumber: in.IDNumber, Language: in.Language, Client: in.ClientAddress})
	switch failure.PartnerCode(err) {
	case identity.CodeIDUnknown:
		return contract.Identity{}, failure.MapPartner("request identity", err, contract.FailIdentityUnknown)
	case identity.CodeOpen:
		return i.findOpen(ctx, in)
	}
	if err != nil { // a refused call (a wrong key) says nothing about the person
		return contract.Identity{}, failure.Map("request identity", err)
	}
	return contract.Identity{
		RequestID: requestID, TransactionID: request.TransactionID, Random: request.Random,
		Status: contract.IdentityWaiting, ExpiresAt: request.ExpiresAt,
	}, nil
}

// findOpen returns our own push if it still waits for the person. The app does not tell the number of an open push, so that of
// another order or company is refused: the person answers it first, or lets it end.
func (i *Activities) findOpen(ctx context.Context, in contract.IdentityRequest) (contract.Identity, error) {
	sent, err := i.pushes.FindOpen(ctx, in, time.Now())
	if errors.Is(err, storeerrors.ErrNotFound) {
		return contract.Identity{}, failure.Map("request identity", contract.Refuse(contract.FailIdentityInProgress))
	}
	if err != nil {
		return contract.Identity{}, failure.Map("find open push", err)
	}
	status, err := i.gateway.Status(ctx, sent.TransactionID, in.IDNumber, sent.Random)
	if err == nil && status != contract.IdentityWaiting || errors.Is(err, gateway.ErrNotFound) {
		return contract.Identity{}, failure.Map("request identity", contract.Refuse(contract.FailIdentityInProgress))
	}
	return sent, failure.Map("ask for open push", err)
}

// AskIdentity asks for the customer's answer. A request that the app no longer knows has expired.
func (i *Activities) AskIdentity(ctx context.Context, in contract.IdentityQuery) (contract.IdentityStatus, error) {
	status, err := i.gateway.Status(ctx, in.TransactionID, in.IDNumber, in.Random)
	if errors.Is(err, gateway.ErrNotFound) {
		return contract.IdentityExpired, nil
	}
	return status, failure.Map("ask identity", err)
}
