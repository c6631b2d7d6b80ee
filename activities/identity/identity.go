// Package identity asks who a customer is: the national identity app and the person registry.
package identity

import (
	"context"
	"errors"

	"github.com/google/uuid"

	"selfcare/activities/internal/failure"
	"selfcare/internal/contract"
	"selfcare/internal/gateway"
	"selfcare/internal/gateway/identity"
)

// Activities is the national identity app.
type Activities struct{ gateway identity.Gateway }

// New needs the app's port.
func New(g identity.Gateway) *Activities { return &Activities{gateway: g} }

// RequestIdentity sends the push. However often it is repeated it is one request; the next click is another one, because
// the order may be for another person by then, whom the former push must not prove. No ID number goes into the key:
// request ids are stored in clear, and neither does the activity's id: a step that is given to another worker may be another activity.
func (i *Activities) RequestIdentity(ctx context.Context, in contract.IdentityRequest) (contract.Identity, error) {
	key := in.OrderID + in.Purpose + "/" + in.Step
	requestID := uuid.NewSHA1(uuid.NameSpaceOID, []byte(key)).String()
	request, err := i.gateway.Request(ctx, requestID, in.IDNumber, in.Language)
	if err != nil {
		return contract.Identity{}, failure.MapPartner("request identity", err, contract.FailIdentityUnknown)
	}
	return contract.Identity{
		RequestID: requestID, TransactionID: request.TransactionID, Random: request.Random,
		Status: contract.IdentityWaiting, ExpiresAt: request.ExpiresAt,
	}, nil
}

// AskIdentity asks what the customer answered. A request the app has forgotten has expired.
func (i *Activities) AskIdentity(ctx context.Context, in contract.IdentityQuery) (contract.IdentityStatus, error) {
	status, err := i.gateway.Status(ctx, in.TransactionID, in.IDNumber, in.Random)
	if errors.Is(err, gateway.ErrNotFound) || errors.Is(err, gateway.ErrFinal) {
		return contract.IdentityExpired, nil
	}
	return status, failure.Map("ask identity", err)
}
