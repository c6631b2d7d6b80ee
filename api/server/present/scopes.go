package present

import (
	"context"

	"selfcare/api/gen"
	"selfcare/api/server/middleware"
	"selfcare/api/server/optional"
	"selfcare/internal/contract"
	"selfcare/internal/domain/order"
	"selfcare/internal/domain/permission"
)

// Order shows an order to the caller: a session by its SIM or by a message link sees less of it.
func Order(ctx context.Context, base *middleware.Core, o contract.Order) (gen.Order, error) {
	p, err := For(ctx, base)
	switch scope := middleware.RequestOf(ctx).OrderScope; scope {
	case permission.Tracking, permission.Installation, permission.Correction:
		return p.linked(o, scope), err
	case permission.Activation:
		return p.toActivate(o), err
	case permission.Payment:
		return toPay(p, o), err
	case permission.Assisted:
		view, opened := p.Order(o), gen.OrderPart(scope)
		view.CanCancel, view.CanCorrectAddress, view.CanChangeAddress, view.Opened = false, nil, nil, &opened
		WithoutSecrets(&view)
		return view, err
	case permission.WholeOrder:
	}
	return p.Order(o), err
}

// WithoutSecrets leaves out the customer's secrets: the PUK and the activation code.
func WithoutSecrets(view *gen.Order) {
	view.Sim = nil
	if view.Profile != nil {
		view.Profile.MatchingId, view.Profile.Lpa, view.Profile.IosLink, view.Profile.AndroidLink = nil, nil, nil, nil
	}
}

// bare leaves out the person of an order and, while it goes on, its price: the reason of its wait or end is shown to
// every caller, with the refunded money.
func bare(o contract.Order) contract.Order {
	return contract.Order{
		ID: o.ID, Number: o.Number, Kind: o.Kind, NumberSource: o.NumberSource, SIMType: o.SIMType,
		Stage: o.Stage, Step: o.Step, Seq: o.Seq, CreatedAt: o.CreatedAt, Held: o.Held, Ended: o.Ended,
	}
}

// part shows an order with few fields.
func (v Presenter) part(o contract.Order, scope permission.Scope) gen.Order {
	view, opened := v.Order(o), gen.OrderPart(scope)
	view.CanCancel, view.Opened = false, &opened
	return view
}

// toActivate shows the fields of the activation page, and nothing about the person.
func (v Presenter) toActivate(o contract.Order) gen.Order {
	shown := bare(o)
	if order.IdentityProven(o, contract.PurposeActivation) || order.TriesMade(o, contract.PurposeActivation) > 0 {
		shown.Identity = o.Identity
	}
	view := v.part(shown, permission.Activation)
	view.Msisdn = optional.Text(order.MSISDN(o))
	return view
}

// toPay shows the amount to pay, and the payments.
func toPay(v Presenter, o contract.Order) gen.Order {
	shown := bare(o)
	shown.Booking, shown.Plan, shown.Price, shown.Promo, shown.Payments = o.Booking, o.Plan, o.Price, o.Promo, o.Payments
	view := v.part(shown, permission.Payment)
	view.Msisdn = optional.Text(order.MSISDN(o))
	return view
}

// fault shows why an eSIM did not install, and nothing of the eSIM itself.
func fault(view *gen.Order, whole gen.Order) {
	if p := whole.Profile; p != nil && p.State == gen.OrderProfileStateError {
		shown := optional.Part(&view.Profile)
		shown.State, shown.Error = p.State, p.Error
	}
}

// linked shows the progress of an order, and the subject of the message with the link.
func (v Presenter) linked(o contract.Order, scope permission.Scope) gen.Order {
	whole, view := v.Order(o), v.part(bare(o), scope)
	view.CustomerStatus, view.Progress, view.Late, view.Incident = whole.CustomerStatus, whole.Progress, whole.Late, whole.Incident
	view.CanCorrectAddress = whole.CanCorrectAddress
	if order.CalledOff(o) && scope != permission.Tracking {
		return view // nothing can be installed or corrected any more
	}
	switch scope {
	case permission.Tracking:
		view.Shipment = whole.Shipment
		fault(&view, whole)
	case permission.Installation:
		view.Profile = whole.Profile
		if view.Profile != nil {
			view.Profile.ReissuesLeft = 0 // a holder of the link could install another profile on their own phone
		}
	case permission.Correction:
		view.Port = whole.Port
		if view.Port != nil {
			view.Port.WindowOpen = nil // the day is changed with a correction, or in the whole order
		}
	case permission.WholeOrder, permission.Activation, permission.Payment, permission.Assisted:
	}
	return view
}
