// Package topup sends top-ups to numbers of other countries through a partner.
package topup

import (
	"context"
	"errors"
	"fmt"

	"selfcare/activities/internal/failure"
	"selfcare/internal/contract"
	"selfcare/internal/gateway"
	"selfcare/internal/gateway/topup"
)

// Activities call the partner for top-ups.
type Activities struct{ gateway topup.Gateway }

// New needs the partner's port.
func New(g topup.Gateway) *Activities { return &Activities{gateway: g} }

// FindTopUpOperator finds the operator of a number. A number of an operator that the partner does not know is refused.
func (t *Activities) FindTopUpOperator(ctx context.Context, in contract.TopUpQuestion) (contract.TopUpOffer, error) {
	found, err := t.gateway.Operator(ctx, in.Mobile)
	if errors.Is(err, gateway.ErrNotFound) {
		err = contract.Refuse(contract.FailInternationalUnserved)
	}
	offer := contract.TopUpOffer{OperatorID: found.ID, Operator: found.Name}
	return offer, failure.MapPartner("find operator", meant(err), contract.FailInternationalRefused)
}

// ListTopUpProducts adds the products that can be sent now to an offer.
func (t *Activities) ListTopUpProducts(ctx context.Context, offer contract.TopUpOffer) (contract.TopUpOffer, error) {
	products, err := t.gateway.Products(ctx, offer.OperatorID)
	offer.Products = products
	return offer, failure.MapPartner("list products", err, contract.FailInternationalRefused)
}

// SendTopUp sends a top-up once: the purchase is the idempotency key at the partner. The partner is asked for the key first, because an
// earlier try may have reached it. If the outcome of a try is unknown, the partner is asked again, and nothing is sent.
func (t *Activities) SendTopUp(ctx context.Context, in contract.TopUpOrder) (contract.TopUpSent, error) {
	done, err := t.find(ctx, in.PurchaseID)
	if errors.Is(err, gateway.ErrNotFound) {
		done, err = t.gateway.Send(ctx, topup.Order{Key: in.PurchaseID, Mobile: in.Mobile, ProductID: in.ProductID})
		if errors.Is(err, gateway.ErrUnknown) || failure.PartnerCode(err) == topup.CodeKeyUsed {
			done, err = t.find(ctx, in.PurchaseID)
		}
	}
	if err == nil {
		err = outcome(done)
	}
	return contract.TopUpSent{Reference: done.Reference, Told: done.RecipientTold}, failure.MapPartner("send top-up", meant(err), contract.FailInternationalRefused)
}

// find asks for a top-up that may have been sent. A refusal to answer says nothing about the top-up, so it must not refund the money.
func (t *Activities) find(ctx context.Context, key string) (topup.Transaction, error) {
	found, err := t.gateway.Find(ctx, key)
	if errors.Is(err, gateway.ErrFinal) {
		err = fmt.Errorf("top-up not told: %s: %w", failure.PartnerCode(err), gateway.ErrRetry)
	}
	return found, err
}

// FindTopUp finds the outcome of a top-up that is to be called off, or whether one that had arrived was taken back. A top-up that has
// arrived cannot be called off.
func (t *Activities) FindTopUp(ctx context.Context, in contract.TopUpOrder) (contract.TopUpFound, error) {
	done, err := t.gateway.Find(ctx, in.PurchaseID)
	if errors.Is(err, gateway.ErrNotFound) {
		return contract.TopUpFound{}, nil
	}
	if err == nil {
		switch done.Status {
		case topup.Refused, topup.Cancelled:
			return contract.TopUpFound{}, nil
		case topup.Reversed:
			return contract.TopUpFound{Reversed: true}, nil
		case topup.Done:
			return contract.TopUpFound{Sent: &contract.TopUpSent{Reference: done.Reference, Told: done.RecipientTold}}, nil
		case topup.Pending:
			err = errPending
		}
	}
	return contract.TopUpFound{}, failure.MapPartner("find top-up", err, contract.FailOutcomeUnknown)
}

// errPending is retried: the foreign operator has not answered yet.
var errPending = fmt.Errorf("top-up on its way: %w", gateway.ErrRetry)

func outcome(t topup.Transaction) error {
	switch t.Status {
	case topup.Done:
		return nil
	case topup.Refused:
		return refusal(t.Reason)
	case topup.Cancelled:
		return contract.Refuse(contract.FailInternationalCancelled)
	case topup.Reversed:
		return contract.Refuse(contract.FailInternationalReversed)
	case topup.Pending:
	}
	return errPending
}

// refusal is the answer of a transaction that was refused. It has used up its key, so no other try can help.
func refusal(reason string) error {
	switch reason {
	case topup.CodeRecipient, topup.CodeBarred:
		return contract.Refuse(contract.FailInternationalUnserved)
	default:
		return contract.Refuse(contract.FailInternationalRefused)
	}
}

// meant maps a refusal of the partner to a code for the customer or for support.
func meant(err error) error {
	codes := map[string]contract.Code{
		topup.CodeProductGone: contract.FailInternationalProduct, topup.CodeRecipient: contract.FailInternationalUnserved,
		topup.CodeNoFunds: contract.FailTopUpFunds,
	}
	if code, named := codes[failure.PartnerCode(err)]; named {
		return contract.Refuse(code)
	}
	return err
}
