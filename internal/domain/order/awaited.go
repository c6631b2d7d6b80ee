package order

import (
	"time"

	"selfcare/internal/contract"
)

// Awaited returns the stage in which an order waits for us or for a partner, also while it is held. It is empty when the customer
// has to act, or when nothing is awaited: there is no usual time for these.
func Awaited(o contract.Order) contract.Stage {
	switch stage := stageOf(o); stage {
	case contract.StagePlaced:
		if portOf(o).Status == contract.PortRejected {
			return "" // the customer has to correct it
		}
		return stage
	case contract.StageDispatched:
		if o.Profile != nil {
			return "" // the customer has to install it
		}
		return stage
	case contract.StagePreparing, contract.StagePorting:
		return stage
	default:
		return ""
	}
}

// City returns the destination of an order's parcel, a key of the city list; empty without a parcel.
func City(o contract.Order) string {
	switch {
	case o.Delivery == nil:
		return ""
	case o.Delivery.Address != nil:
		return o.Delivery.Address.City
	default:
		return o.Delivery.City
	}
}

// BecomesLate tells whether a delay is news for an order: the order may have moved on, or the delay may be known.
func BecomesLate(o contract.Order, news contract.OrderLate) bool {
	return o.Late == nil && news.Stage != "" && Awaited(o) == news.Stage
}

// WithLate marks an order that waits longer than usual.
func WithLate(o contract.Order, news contract.OrderLate, now time.Time) contract.Order {
	if BecomesLate(o, news) {
		o.Late = &contract.Late{Stage: news.Stage, Since: now, ExpectedBy: news.ExpectedBy}
	}
	return o
}

// lateNews announces a new time, also for a held order: the customer knows that support looks at it, but not when it will be
// done.
func lateNews(before, after contract.Order) string {
	if before.Late == nil && after.Late != nil {
		return "order-late"
	}
	return ""
}

// Partners that a placed order may wait for; the names are part of the configuration.
const (
	PartnerCourier     = "courier"
	PartnerESIM        = "esim"
	PartnerPortability = "portability"
)

// Partners lists all of them.
var Partners = []string{PartnerCourier, PartnerESIM, PartnerPortability}

// WaitsForPartner returns the partner that an order waits for, also while it is held; empty without one.
func WaitsForPartner(o contract.Order) string {
	switch stage := Awaited(o); {
	case stage == contract.StagePorting, stage == contract.StagePlaced && o.Port != nil:
		return PartnerPortability
	case stage == contract.StagePreparing && HasPhase(o, contract.PhaseProfileReady):
		return PartnerESIM
	case stage == contract.StagePreparing, stage == contract.StageDispatched:
		return PartnerCourier
	default:
		return ""
	}
}
