package activities

import (
	"context"
	"errors"
	"strconv"

	"github.com/google/uuid"
	"go.temporal.io/sdk/activity"

	"selfcare/internal/contract"
	"selfcare/internal/gateway"
	"selfcare/internal/gateway/identity"
	"selfcare/internal/gateway/registry"
)

// Identity is the national identity app.
type Identity struct{ gateway identity.Gateway }

// NewIdentity needs the app's port.
func NewIdentity(g identity.Gateway) *Identity { return &Identity{gateway: g} }

// RequestIdentity sends the push. However often it is repeated it is one request; the next click is another one, because
// the order may be for another person by then, whom the former push must not prove. No ID number goes into the key:
// request ids are stored in clear.
func (i *Identity) RequestIdentity(ctx context.Context, in contract.IdentityRequest) (contract.Identity, error) {
	key := in.OrderID + in.Purpose + strconv.Itoa(in.Try) + "/" + activity.GetInfo(ctx).ActivityID
	requestID := uuid.NewSHA1(uuid.NameSpaceOID, []byte(key)).String()
	request, err := i.gateway.Request(ctx, requestID, in.IDNumber, in.Language)
	if err != nil {
		return contract.Identity{}, refusedBy("request identity", err, contract.FailIdentityUnknown)
	}
	return contract.Identity{
		RequestID: requestID, TransactionID: request.TransactionID, Random: request.Random,
		Status: contract.IdentityWaiting, ExpiresAt: request.ExpiresAt,
	}, nil
}

// AskIdentity asks what the customer answered. A request the app has forgotten has expired.
func (i *Identity) AskIdentity(ctx context.Context, in contract.IdentityQuery) (contract.IdentityStatus, error) {
	status, err := i.gateway.Status(ctx, in.TransactionID, in.IDNumber, in.Random)
	if errors.Is(err, gateway.ErrNotFound) || errors.Is(err, gateway.ErrFinal) {
		return contract.IdentityExpired, nil
	}
	return status, refused("ask identity", err)
}

// Registry is the person registry.
type Registry struct{ gateway registry.Gateway }

// NewRegistry needs the registry's port.
func NewRegistry(g registry.Gateway) *Registry { return &Registry{gateway: g} }

// LookUpPerson asks who holds an ID; ID and birth date that do not belong together are refused.
func (r *Registry) LookUpPerson(ctx context.Context, in contract.PersonQuery) (contract.PersonFound, error) {
	person, err := r.gateway.Lookup(ctx, in.Claim.IDNumber, in.Claim.BirthDate)
	if errors.Is(err, gateway.ErrNotFound) || errors.Is(err, gateway.ErrFinal) {
		return contract.PersonFound{}, refused("look up person", contract.RefuseField("idNumber", contract.FailIDMismatch))
	}
	return contract.PersonFound{
		Claim: in.Claim, FullNameEn: person.FullNameEn, FullNameAr: person.FullNameAr,
		SIMCount: person.SIMCount, Blocked: person.Blocked,
	}, refused("look up person", err)
}
