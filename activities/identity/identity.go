// Package identity asks who a customer is: the national identity app and the person registry.
package identity

import (
	"context"
	"errors"

	"selfcare/activities/internal/failure"
	"selfcare/internal/contract"
	"selfcare/internal/domain/order"
	"selfcare/internal/gateway"
	"selfcare/internal/gateway/identity"
)

// Activities calls the national identity app.
type Activities struct{ gateway identity.Gateway }

// codeIDUnknown is the app's code for an ID that is not registered with it.
const codeIDUnknown = "id_unknown"

// New takes the app's port.
func New(g identity.Gateway) *Activities { return &Activities{gateway: g} }

// RequestIdentity sends the push. The request id is the idempotency key.
func (i *Activities) RequestIdentity(ctx context.Context, in contract.IdentityRequest) (contract.Identity, error) {
	requestID := order.PushID(in.OrderID, in.Purpose, in.Step)
	request, err := i.gateway.Request(ctx, requestID, in.IDNumber, in.Language)
	if failure.PartnerCode(err) == codeIDUnknown {
		return contract.Identity{}, failure.MapPartner("request identity", err, contract.FailIdentityUnknown)
	}
	if err != nil { // a refused call (a wrong key) says nothing about the person
		return contract.Identity{}, failure.Map("request identity", err)
	}
	return contract.Identity{
		RequestID: requestID, TransactionID: request.TransactionID, Random: request.Random,
		Status: contract.IdentityWaiting, ExpiresAt: request.ExpiresAt,
	}, nil
}

// AskIdentity asks for the customer's answer. A request that the app no longer knows has expired.
func (i *Activities) AskIdentity(ctx context.Context, in contract.IdentityQuery) (contract.IdentityStatus, error) {
	status, err := i.gateway.Status(ctx, in.TransactionID, in.IDNumber, in.Random)
	if errors.Is(err, gateway.ErrNotFound) {
		return contract.IdentityExpired, nil
	}
	return status, failure.Map("ask identity", err)
}
