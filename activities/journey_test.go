package activities_test

import (
	"time"

	"selfcare/internal/contract"
)

// The ways to the states that tests start from; each is made by the activities themselves.

func (s *shop) opened(msisdn string) contract.Order {
	s.t.Helper()
	o := newOrder()
	opening := contract.Opening{Session: []byte("session of " + o.ID), MSISDN: msisdn}
	return s.once(s.orders.OpenOrder(ctx, o, opening, booking("", now)))
}

func (s *shop) eligible(msisdn string) contract.Order {
	s.t.Helper()
	o := s.once(s.orders.ChoosePlan(ctx, s.opened(msisdn), contract.PlanChosen{At: at(now), PlanID: "hawakom-90"}))
	return s.once(s.orders.AcceptPerson(ctx, o, found(citizenID, "SA")))
}

// confirmed is ready to be paid: 30 for the number, 90 for the plan, 25 for the delivery.
func (s *shop) confirmed(msisdn string) contract.Order {
	s.t.Helper()
	o := s.eligible(msisdn)
	proven := contract.Identity{
		RequestID: "r-" + o.ID, TransactionID: "t-" + o.ID, Random: "42", Status: contract.IdentityCompleted,
		Purpose: contract.PurposeOrder, ExpiresAt: now.Add(3 * time.Minute), Tries: 1,
	}
	o = s.once(s.orders.SaveIdentity(ctx, o, contract.IdentityMoved{At: at(now), Identity: proven}))
	o = s.once(s.orders.SaveContact(ctx, o, contract.ContactGiven{At: at(now), Contact: noura}))
	o = s.once(s.orders.ChooseDelivery(ctx, o, contract.DeliveryChosen{At: at(now), Choice: homeIn("riyadh")}))
	agreed := contract.Confirmation{AcceptTerms: true, Total: o.Price.Total}
	return s.once(s.orders.ConfirmPrice(ctx, o, contract.PriceConfirmed{At: at(now), Confirmation: agreed}))
}

func (s *shop) paying(msisdn string) contract.Order {
	s.t.Helper()
	o := s.confirmed(msisdn)
	return s.once(s.orders.OpenPayment(ctx, o, attempt(o, "p1", contract.PaymentProcessing)))
}

func (s *shop) paid(msisdn string) contract.Order {
	s.t.Helper()
	o := s.paying(msisdn)
	return s.once(s.orders.RecordPayment(ctx, o, attempt(o, "p1", contract.PaymentPaid)))
}

func (s *shop) prepared(msisdn string) contract.Order {
	s.t.Helper()
	return s.once(s.orders.AllocateSIM(ctx, s.paid(msisdn), at(now)))
}

func (s *shop) delivered(msisdn string) contract.Order {
	s.t.Helper()
	return s.broughtOut(s.prepared(msisdn))
}

func (s *shop) broughtOut(o contract.Order) contract.Order {
	s.t.Helper()
	for _, status := range []contract.ShipmentStatus{contract.ShipmentBooked, contract.ShipmentPickedUp, contract.ShipmentDelivered} {
		o = s.once(s.orders.RecordShipment(ctx, o, contract.ShipmentMoved{At: at(now), Shipment: parcel(o, status)}))
	}
	return o
}

// numberLost has paid for a number that somebody else took at the last moment.
func (s *shop) numberLost(msisdn string) contract.Order {
	s.t.Helper()
	o := s.paying(msisdn)
	s.takenBySomebodyElse(msisdn)
	return s.once(s.orders.RecordPayment(ctx, o, attempt(o, "p1", contract.PaymentPaid)))
}

func (s *shop) takenBySomebodyElse(msisdn string) {
	s.t.Helper()
	s.exec("UPDATE numbers SET status = 'sold', order_id = ?, held_until = NULL WHERE msisdn = ?", newOrder().ID, msisdn)
}

// holdRunsOut is what the clock does when no worker runs.
func (s *shop) holdRunsOut(msisdn string) {
	s.t.Helper()
	s.exec("UPDATE numbers SET held_until = now() - interval '1 minute' WHERE msisdn = ?", msisdn)
}

var noura = contract.Contact{FullName: "Noura Alharbi", Email: "noura@example.sa", Mobile: "0501112233"}

// found is what the registry says of an adult without any line.
func found(idNumber, nationality string) contract.PersonFound {
	return contract.PersonFound{
		At:         at(now),
		Claim:      contract.EligibilityClaim{IDNumber: idNumber, Nationality: nationality, BirthDate: "1990-01-01"},
		FullNameEn: "Noura Alharbi", FullNameAr: "نورة الحربي",
	}
}

func homeIn(city string) contract.DeliveryChoice {
	return contract.DeliveryChoice{Method: contract.DeliverHome, Address: &contract.Address{
		City: city, Area: "Olaya", Street: "Tahlia", BuildingNumber: "4512",
	}}
}

func attempt(o contract.Order, name string, status contract.PaymentStatus) contract.PaymentMoved {
	return contract.PaymentMoved{At: at(now), HoldFor: holdFor, HoldCap: holdCap, Payment: contract.Payment{
		ID: name + "-" + o.ID, Status: status, Amount: o.Price.Total, Brand: "MADA", Last4: "4242", At: now,
	}}
}

func parcel(o contract.Order, status contract.ShipmentStatus) contract.Shipment {
	return contract.Shipment{AirwayBill: "290000000001", Status: status, TrackingURL: "https://courier.example/" + o.Number}
}

func (s *shop) active(msisdn string) contract.Order {
	s.t.Helper()
	return s.completed(s.paid(msisdn))
}

// completed brings a paid order to its aim.
func (s *shop) completed(o contract.Order) contract.Order {
	s.t.Helper()
	return s.once(s.orders.CompleteOrder(ctx, s.broughtOut(s.once(s.orders.AllocateSIM(ctx, o, at(now)))), at(now)))
}
