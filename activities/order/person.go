package order

import (
	"context"
	"errors"

	"selfcare/internal/contract"
	"selfcare/internal/domain/identity"
	"selfcare/internal/domain/order"
	"selfcare/internal/store"
	storeerrors "selfcare/internal/store/errors"
	"selfcare/internal/store/setting"
)

// AcceptPerson applies the rules on who may have a line to the registry's answer and our own records.
func (a *Wizard) AcceptPerson(ctx context.Context, o contract.Order, in contract.PersonFound) (contract.Order, error) {
	return a.change(ctx, "accept person", in.At, o, func(q *store.Tx) (contract.Order, []contract.Event, error) {
		settings, err := q.Settings.Get(ctx)
		if err != nil {
			return o, nil, err
		}
		rules := identity.Rules{MinAge: settings.MinAge, CheckChecksum: settings.CheckIDChecksum}
		if err := identity.Validate(in.Claim, rules, in.Now); err != nil {
			return o, nil, err
		}
		barred, err := checkBarred(ctx, q, settings, in)
		if err != nil {
			return o, nil, err
		}
		person, err := identity.Person(in)
		if err != nil {
			return o, nil, err
		}
		person.Barred = barred
		accepted, events := order.WithPerson(o, person), happened("eligibility.checked")
		if o.Promo != nil && accepted.Promo == nil {
			accepted, events = order.Priced(accepted, settings.VATPercent), append(events, happened("promo.removed")...)
			if err := q.Promos.GiveBack(ctx, o.ID); err != nil {
				return o, nil, err
			}
		}
		return checkInvitation(ctx, q, accepted, events)
	})
}

// checkInvitation drops an invitation of a person who is already a customer, so customers cannot invite themselves.
func checkInvitation(ctx context.Context, q *store.Tx, o contract.Order, events []contract.Event) (contract.Order, []contract.Event, error) {
	if o.Referral == "" {
		return o, events, nil
	}
	customer, err := q.Lines.AnyUnderID(ctx, o.Person.IDNumber)
	if err != nil || !customer {
		return o, events, err
	}
	o.Referral = ""
	return o, append(events, happened("referral.not-entitled")...), nil
}

// checkBarred returns why a person gets no line, if so: our block list, and the number of SIMs under the ID by the registry's
// count and our own. It refuses nothing yet: the person who typed the ID has not proved to be its owner, and must learn
// nothing about them.
func checkBarred(ctx context.Context, q *store.Tx, s setting.Settings, in contract.PersonFound) (contract.Code, error) {
	blocked, err := q.Lines.IsIDBlocked(ctx, in.Claim.IDNumber)
	if err != nil {
		return "", err
	}
	if blocked || in.Blocked {
		return contract.FailIDBlocked, nil
	}
	ours, err := q.Lines.CountUnderID(ctx, in.Claim.IDNumber)
	if err != nil {
		return "", err
	}
	if simLimits(s).Reached(in.Claim.IDNumber, max(ours, in.SIMCount)) {
		return contract.FailMaxSIMs, nil
	}
	return "", nil
}

func simLimits(s setting.Settings) identity.Limits {
	return identity.Limits{Citizen: s.MaxSIMsPerCitizen, Resident: s.MaxSIMsPerResident}
}

// SaveIdentity saves the state of an identity request; the number stays held while it is open.
func (a *Wizard) SaveIdentity(ctx context.Context, o contract.Order, in contract.IdentityMoved) (contract.Order, error) {
	return a.change(ctx, "save identity", in.At, o, func(q *store.Tx) (contract.Order, []contract.Event, error) {
		if in.Identity.Status != contract.IdentityWaiting {
			o.Identity = &in.Identity
			return o, happened("identity." + string(in.Identity.Status)), nil
		}
		o.Identity = &in.Identity
		if err := claimAnswer(ctx, q, o.ID, in.Identity); err != nil {
			return o, nil, err
		}
		kept, err := keepNumber(ctx, q, o, in.Now, in.HoldFor, in.HoldCap)
		return kept, happened("identity.requested"), err
	})
}

// claimAnswer links the app's answer to this order. The app answers a new request with the person's open one. If that is the
// order's own, the order continues with it; another order's is refused, because one answer must not prove both.
func claimAnswer(ctx context.Context, q *store.Tx, orderID string, i contract.Identity) error {
	owner, err := q.Identities.OrderOf(ctx, i.TransactionID)
	if err == nil && owner == orderID {
		return nil
	}
	if err != nil && !errors.Is(err, storeerrors.ErrNotFound) {
		return err
	}
	err = q.Identities.Save(ctx, orderID, i)
	if errors.Is(err, storeerrors.ErrConflict) {
		return contract.Refuse(contract.FailIdentityInProgress)
	}
	return err
}
