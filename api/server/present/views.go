// Package present shows orders, plans and receipts in the shapes of the contract.
package present

import (
	"context"
	"errors"
	"time"

	"github.com/oapi-codegen/runtime/types"

	"selfcare/api/gen"
	"selfcare/api/server/middleware"
	"selfcare/api/server/optional"
	"selfcare/internal/contract"
	"selfcare/internal/contract/texts"
	"selfcare/internal/domain/calendar"
	"selfcare/internal/domain/incident"
	"selfcare/internal/domain/order"
	"selfcare/internal/store/setting"
)

// Presenter has language, settings and time for showing an order.
type Presenter struct {
	language string
	settings setting.Settings
	lasting  []incident.Incident
	arrival  calendar.Delivery
	callsOff bool // the courier calls a booked parcel off
	now      time.Time
}

// In is a presenter of one language, for shapes that need no settings.
func In(language string) Presenter { return Presenter{language: language} }

// For is a presenter for the caller.
func For(ctx context.Context, base *middleware.Core) (Presenter, error) {
	settings, err := base.Settings(ctx)
	lasting, incidentErr := base.Incidents(ctx)
	holidays, holidayErr := base.Holidays(ctx)
	delivery := calendar.Delivery{
		Holidays: holidays, CutOff: settings.DeliveryCutOff, Least: settings.DeliveryDaysLeast, Most: settings.DeliveryDaysMost,
	}
	shown := Presenter{language: middleware.RequestOf(ctx).Language, settings: settings, lasting: lasting, arrival: delivery, callsOff: base.CourierCallsOff, now: base.Now()}
	return shown, errors.Join(err, incidentErr, holidayErr)
}

// Order is the order as its customer may see it.
func (v Presenter) Order(o contract.Order) gen.Order {
	view := gen.Order{
		Id:           o.ID,
		OrderNumber:  o.Number,
		Kind:         string(o.Kind),
		NumberSource: string(o.NumberSource),
		Stage:        gen.OrderStage(o.Stage),
		Step:         string(o.Step),
		Seq:          o.Seq,
		ServerTime:   v.now.UTC(),
		CreatedAt:    o.CreatedAt.UTC(),
		CanCancel:    order.CanCancel(o),

		CanCorrectAddress: optional.True(order.CanCorrectAddress(o)),
		CanChangeAddress:  optional.True(order.CanChangeAddress(o) && (o.Shipment == nil || v.callsOff)),
	}
	if status := gen.OrderCustomerStatus(order.CustomerStatus(o)); status != "" {
		view.CustomerStatus = &status
	}
	v.expected(&view, o)
	v.steps(&view, o)
	v.progress(&view, o)
	delayed(v, &view, o)
	if sim := gen.OrderSimType(order.SIMTypeOf(o.Kind, o.SIMType)); sim != "" {
		view.SimType = &sim
	}
	view.Msisdn = optional.Text(order.MSISDN(o))
	v.answers(&view, o)
	v.kind(&view, o)
	v.payments(&view, o)
	v.fulfilment(&view, o)
	v.outcome(&view, o)
	return view
}

func (v Presenter) expected(view *gen.Order, o contract.Order) {
	first, last := order.ExpectedDelivery(o, v.arrival, v.now)
	firstDay, err := time.Parse(time.DateOnly, first)
	lastDay, lastErr := time.Parse(time.DateOnly, last)
	if err != nil || lastErr != nil {
		return // no parcel is ahead
	}
	shown := optional.Part(&view.ExpectedDelivery)
	shown.First, shown.Last = types.Date{Time: firstDay}, types.Date{Time: lastDay}
}

func (v Presenter) steps(view *gen.Order, o contract.Order) {
	for _, step := range order.Steps(o) {
		view.Steps = append(view.Steps, struct {
			Done bool             `json:"done"`
			Id   gen.OrderStepsId `json:"id"`
			Open bool             `json:"open"`
		}{step.Done, gen.OrderStepsId(step.Step), step.Open})
	}
}

func (v Presenter) fulfilment(view *gen.Order, o contract.Order) {
	if order.IsCardDelivered(o) {
		shown := optional.Part(&view.Sim)
		shown.Iccid, shown.Puk1 = o.SIM.ICCID, o.SIM.PUK1
	}
	if o.Shipment != nil {
		shown := optional.Part(&view.Shipment)
		shown.AirwayBill = o.Shipment.AirwayBill
		shown.Status = gen.OrderShipmentStatus(o.Shipment.Status)
		shown.TrackingUrl = optional.Text(o.Shipment.TrackingURL)
		shown.FailedAttempts = o.Shipment.Attempts
	}
}

func (v Presenter) outcome(view *gen.Order, o contract.Order) {
	if o.Held != nil {
		shown := optional.Part(&view.Held)
		shown.From, shown.FailureCode = gen.OrderStage(o.Held.From), string(o.Held.FailureCode)
		shown.Message = texts.Text(v.language, heldKey(o.Held.FailureCode), nil)
		shown.Since = o.Held.Since.UTC()
		shown.CanSkip = &o.Held.CanSkip
		if order.ActivatesSIM(o.Held.Work) {
			shown.ActivationFailed = new(true)
		}
	}
	if o.Ended != nil {
		shown := optional.Part(&view.Ended)
		shown.Reason = string(o.Ended.Reason)
		shown.Message = texts.Text(v.language, o.Ended.Reason, nil)
		if !order.ParcelWithUs(o) && o.Shipment.Status != contract.ShipmentDelivered {
			shown.Message += " " + texts.Text(v.language, "ended.parcel", nil)
		}
		shown.At = o.Ended.At.UTC()
		shown.Refunded = int64(o.Ended.Refunded)
	}
	if o.Refund != nil {
		shown := optional.Part(&view.Refund)
		shown.Amount, shown.RequestedAt = int64(o.Refund.Amount), o.Refund.RequestedAt.UTC()
		shown.DoneAt, shown.FailureCode = optional.Time(o.Refund.DoneAt), optional.Text(string(o.Refund.FailureCode))
	}
}

// heldKey is the customer's text for a held order: the customer can neither retry nor fill in anything.
func heldKey(code contract.Code) string {
	key := "held." + string(code)
	switch {
	case texts.Has(key):
		return key
	case contract.HasCustomerText(code):
		return string(code)
	default:
		return "held.other"
	}
}

// Localized is the name in the presenter's language.
func (v Presenter) Localized(arabic, english string) string {
	if v.language == texts.English {
		return english
	}
	return arabic
}
