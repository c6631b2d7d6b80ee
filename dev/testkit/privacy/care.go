// Package privacy decides the protection of every text in an order; tests of encryption and of logs use it.
package privacy

import "strings"

// Care is the protection of a field of an order.
type Care int

// Levels of care; each includes the level before it.
const (
	Undecided Care = iota
	Open           // operators may read it, also in logs
	Redacted       // in clear in the database, which finds orders by it; never in logs
	Sealed         // encrypted in the database
)

// Of returns the care for a field, or for its whole part.
func Of(path string) Care {
	for {
		if care, decided := cares[path]; decided {
			return care
		}
		last := strings.LastIndex(path, ".")
		if last < 0 {
			return Undecided
		}
		path = path[:last]
	}
}

// cares has one decision for each field, or for a part with fields of one sort.
var cares = map[string]Care{
	"person": Sealed, "contact": Sealed, "delivery.address": Sealed, "device.eid": Sealed, "extraSim.name": Sealed,
	"sim.puk1": Sealed, "profile.matchingId": Sealed,

	"booking.msisdn": Redacted, "line.msisdn": Redacted, "line.oldIccid": Redacted, "port.msisdn": Redacted,
	"sim.iccid": Redacted, "profile.iccid": Redacted,
	"identity.random":       Redacted, // the number that the customer picks in the identity app
	"payments.challengeUrl": Redacted, // opens the bank's page

	"id": Open, "number": Open, "language": Open, "packageId": Open, "referral": Open, "device.model": Open,
	"line.id": Open, "line.planId": Open, "replacement.reason": Open, "booking.category": Open, "plan": Open,
	"port.operator": Open, "port.operatorEn": Open, "port.operatorAr": Open, "port.window": Open, "port.reference": Open,
	"identity.requestId": Open, "identity.transactionId": Open, "identity.purpose": Open,
	"delivery.method": Open, "delivery.branchId": Open, "delivery.branch": Open, "delivery.city": Open, "promo.code": Open, "price.lines.key": Open,
	"payments.id": Open, "payments.brand": Open, "payments.last4": Open, "payments.declineCode": Open, "payments.cardId": Open,
	"profile.smdpAddress": Open, "shipment.airwayBill": Open, "shipment.trackingUrl": Open,
	"refund.paymentId": Open, "refund.decision": Open, "held.refund.paymentId": Open,
}
