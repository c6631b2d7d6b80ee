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

// Order shows an order to the caller: less of it to whoever found it by its SIM or by the link of a message.
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
		view.CanCancel, view.Opened = false, &opened
		WithoutSecrets(&view)
		return view, err
	case permission.WholeOrder:
	}
	return p.Order(o), err
}

// WithoutSecrets leaves out what is the customer's alone: the PUK and the activation code.
func WithoutSecrets(view *gen.Order) {
	view.Sim = nil
	if view.Profile != nil {
		view.Profile.MatchingId, view.Profile.Lpa, view.Profile.IosLink = nil, nil, nil
	}
}

// bare is what of an order says neither whom it is for nor, while it goes on, what it is worth: why it waits or ended is told
// to everybody, with the money that went back.
func bare(o contract.Order) contract.Order {
	return contract.Order{
		ID: o.ID, Number: o.Number, Kind: o.Kind, NumberSource: o.NumberSource, SIMType: o.SIMType,
		Stage: o.Stage, Step: o.Step, Seq: o.Seq, CreatedAt: o.CreatedAt, Held: o.Held, Ended: o.Ended,
	}
}

// part shows an order of which much was left out.
func (v Presenter) part(o contract.Order, scope permission.Scope) gen.Order {
	view, opened := v.Order(o), gen.OrderPart(scope)
	view.CanCancel, view.Opened = false, &opened
	return view
}

// toActivate is what the page needs that switches the line on, and nothing of whom it is for.
func (v Presenter) toActivate(o contract.Order) gen.Order {
	shown := bare(o)
	if order.IdentityProven(o, contract.PurposeActivation) || order.TriesMade(o, contract.PurposeActivation) > 0 {
		shown.Identity = o.Identity
	}
	view := v.part(shown, permission.Activation)
	view.Msisdn = optional.Text(order.MSISDN(o))
	return view
}

// toPay is what is to be paid, and what became of that.
func toPay(v Presenter, o contract.Order) gen.Order {
	shown := bare(o)
	shown.Booking, shown.Plan, shown.Price, shown.Promo, shown.Payments = o.Booking, o.Plan, o.Price, o.Promo, o.Payments
	view := v.part(shown, permission.Payment)
	view.Msisdn = optional.Text(order.MSISDN(o))
	return view
}

// fault is why an eSIM did not install, and nothing of the eSIM itself.
func fault(view *gen.Order, whole gen.Order) {
	if p := whole.Profile; p != nil && p.State == gen.OrderProfileStateError {
		shown := optional.Part(&view.Profile)
		shown.State, shown.Error = p.State, p.Error
	}
}

// linked is how an order is getting on, and beside that what the message with the link is about.
func (v Presenter) linked(o contract.Order, scope permission.Scope) gen.Order {
	whole, view := v.Order(o), v.part(bare(o), scope)
	view.CustomerStatus, view.Progress, view.Late, view.Incident = whole.CustomerStatus, whole.Progress, whole.Late, whole.Incident
	if order.CalledOff(o) && scope != permission.Tracking {
		return view // nothing is installed or corrected any more
	}
	switch scope {
	case permission.Tracking:
		view.Shipment = whole.Shipment
		fault(&view, whole)
	case permission.Installation:
		view.Profile = whole.Profile
		if view.Profile != nil {
			view.Profile.ReissuesLeft = 0 // whoever has the link could put another code on a phone of their own
		}
	case permission.Correction:
		view.Port = whole.Port
		if view.Port != nil {
			view.Port.WindowOpen = nil // another day is chosen with the correction, or in the whole order
		}
	case permission.WholeOrder, permission.Activation, permission.Payment, permission.Assisted:
	}
	return view
}
