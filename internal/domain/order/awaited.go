package order

import (
	"time"

	"selfcare/internal/contract"
)

// Awaited is the stage in which an order waits for us or a partner, also while it is held; empty where its customer has to act, or
// nobody: that takes as long as it takes.
func Awaited(o contract.Order) contract.Stage {
	switch stage := stageOf(o); stage {
	case contract.StagePlaced:
		if portOf(o).Status == contract.PortRejected {
			return "" // its customer corrects it
		}
		return stage
	case contract.StageDispatched:
		if o.Profile != nil {
			return "" // its customer installs it
		}
		return stage
	case contract.StagePreparing, contract.StagePorting:
		return stage
	default:
		return ""
	}
}

// City is where an order's parcel goes, a key of the city list; empty where there is no parcel.
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

// BecomesLate tells whether news of a delay is any to an order: it may have gone on meanwhile, or know already.
func BecomesLate(o contract.Order, news contract.OrderLate) bool {
	return o.Late == nil && news.Stage != "" && Awaited(o) == news.Stage
}

// WithLate is an order that waits for longer than is usual.
func WithLate(o contract.Order, news contract.OrderLate, now time.Time) contract.Order {
	if BecomesLate(o, news) {
		o.Late = &contract.Late{Stage: news.Stage, Since: now, ExpectedBy: news.ExpectedBy}
	}
	return o
}

// lateNews is about a new time. Held, the customer has just been told that support looks at it, and is told all the same: when.
func lateNews(before, after contract.Order) string {
	if before.Late == nil && after.Late != nil {
		return "order-late"
	}
	return ""
}

// Partners that an order waits for once it is placed, as configured under these names.
const (
	PartnerCourier     = "courier"
	PartnerESIM        = "esim"
	PartnerPortability = "portability"
)

// Partners are all of them.
var Partners = []string{PartnerCourier, PartnerESIM, PartnerPortability}

// WaitsForPartner is the partner an order waits for, also while it is held; empty where it waits for none.
func WaitsForPartner(o contract.Order) string {
	switch stage := Awaited(o); {
	case stage == contract.StagePorting, stage == contract.StagePlaced && o.Port != nil:
		return PartnerPortability
	case stage == contract.StagePreparing && Has(o, contract.PhaseProfileReady):
		return PartnerESIM
	case stage == contract.StagePreparing, stage == contract.StageDispatched:
		return PartnerCourier
	default:
		return ""
	}
}
