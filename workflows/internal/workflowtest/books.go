package workflowtest

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"time"

	"go.temporal.io/sdk/temporal"

	"selfcare/internal/contract"
	"selfcare/internal/domain/order"
)

// Books fake the database of orders: they have the methods of the order's activities and follow the same rules in memory.
type Books struct {
	*Journal
	mu        sync.Mutex
	taken     map[string]bool // numbers that another order has
	states    []contract.Order
	forgotten int64    // seq of a state whose workflow task was lost
	writes    []string // the effects that made the states
	scans     []contract.ParcelScanned
}

// Scans lists the scans of parcels that were recorded, oldest first; a repeated call is listed twice.
func (b *Books) Scans() []contract.ParcelScanned {
	b.mu.Lock()
	defer b.mu.Unlock()
	return slices.Clone(b.scans)
}

// Wrote lists the changes of the order, oldest first.
func (b *Books) Wrote() []string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return slices.Clone(b.writes)
}

func NewBooks(j *Journal) *Books { return &Books{Journal: j, taken: map[string]bool{}} }

// save is one transaction. It fails, or it writes the state with its messages, and then its answer may get lost. A repeat writes nothing.
func (b *Books) save(o contract.Order, effect string) (contract.Order, error) {
	return b.saveTelling(o, effect, contract.Limits{})
}

func (b *Books) saveTelling(o contract.Order, effect string, limits contract.Limits, extra ...string) (contract.Order, error) {
	if err := b.try(effect); err != nil {
		return o, err
	}
	next, before := order.Saved(o), b.Last()
	if b.isForgotten(next, before) {
		return o, temporal.NewNonRetryableApplicationError("ahead", contract.ErrorSavedAhead, nil, before)
	}
	if next.Seq > before.Seq {
		b.write(effect)
		b.mu.Lock()
		b.writes = append(b.writes, effect)
		b.mu.Unlock()
		for _, notice := range order.Notices(next, limits, order.Messages(before, next, limits)...) {
			b.tell(notice.Template)
		}
		for _, template := range extra {
			b.tell(template)
		}
		b.mu.Lock()
		b.states = append(b.states, next)
		b.mu.Unlock()
	}
	return next, b.lost(effect)
}

func (b *Books) Last() contract.Order {
	b.mu.Lock()
	defer b.mu.Unlock()
	if len(b.states) == 0 {
		return contract.Order{}
	}
	return b.states[len(b.states)-1]
}

// Stages lists the stages of the order, oldest first.
func (b *Books) Stages() []contract.Stage {
	b.mu.Lock()
	defer b.mu.Unlock()
	var passed []contract.Stage
	for _, o := range b.states {
		if len(passed) == 0 || passed[len(passed)-1] != o.Stage {
			passed = append(passed, o.Stage)
		}
	}
	return passed
}

// GiveToOtherOrder gives a number to another order.
func (b *Books) GiveToOtherOrder(msisdn string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.taken[msisdn] = true
}

func (b *Books) refuseTaken(msisdn string) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.taken[msisdn] {
		return No(contract.FailNumberTaken)
	}
	return nil
}

const vatPercent = 15

var planPrices = map[string]contract.Halalas{"hawakom-55": 5500, "basic-25": 2500}

func held(in contract.Booked) contract.Booking {
	return contract.Booking{
		MSISDN: in.MSISDN, Category: "bronze", Price: 3000, HeldSince: in.Now, HeldUntil: in.Now.Add(in.HoldFor),
	}
}

func (b *Books) OpenOrder(_ context.Context, o contract.Order, open contract.Opening, in contract.Booked) (contract.Order, error) {
	if err := b.refuseTaken(open.MSISDN); err != nil {
		return o, err
	}
	if open.MSISDN != "" {
		in.MSISDN = open.MSISDN
		o = order.WithBooking(o, held(in), vatPercent)
	}
	return b.save(o, "open")
}

func (b *Books) BookNumber(_ context.Context, o contract.Order, in contract.Booked) (contract.Order, error) {
	if err := b.refuseTaken(in.MSISDN); err != nil {
		return o, err
	}
	booking := held(in)
	if o.Stage == contract.StageNumberLost {
		booking.HeldUntil, o.Stage = time.Time{}, contract.StagePlaced
		o.Booking = &booking
		return b.save(o, "book "+in.MSISDN)
	}
	return b.save(order.WithBooking(o, booking, vatPercent), "book "+in.MSISDN)
}

func (b *Books) ExtendHold(_ context.Context, o contract.Order, in contract.Booked) (contract.Order, error) {
	o = order.WithHoldUntil(o, order.ExtendedUntil(*o.Booking, in.Now, in.HoldFor, in.HoldCap))
	o.Booking.Extensions++
	return b.save(o, "extend")
}

// kept lengthens a hold. An order without a hold is left as it is.
func kept(o contract.Order, now time.Time, window, limit time.Duration) contract.Order {
	if !order.HasHold(o) {
		return o
	}
	return order.WithHoldUntil(o, order.HoldUntil(*o.Booking, now, window, limit))
}

func (b *Books) GiveNumberBack(_ context.Context, o contract.Order, _ contract.At) (contract.Order, error) {
	return b.save(order.WithoutBooking(o, false), "give-back")
}

func (b *Books) ExpireHold(_ context.Context, o contract.Order, _ contract.At) (contract.Order, error) {
	return b.save(order.WithoutBooking(o, true), "expire")
}

func (b *Books) ReleaseNumber(_ context.Context, o contract.Order, _ contract.At) (contract.Order, error) {
	return b.save(o, "release-number "+order.MSISDN(o))
}

func (b *Books) ChoosePlan(_ context.Context, o contract.Order, in contract.PlanChosen) (contract.Order, error) {
	o.Plan = &contract.Plan{ID: in.PlanID, Price: planPrices[in.PlanID]}
	return b.save(order.Priced(o, vatPercent), "plan "+in.PlanID)
}

func (b *Books) AcceptPerson(_ context.Context, o contract.Order, in contract.PersonFound) (contract.Order, error) {
	return b.save(order.WithPerson(o, contract.Person{IDNumber: in.Claim.IDNumber}), "person "+in.Claim.IDNumber)
}

func (b *Books) SaveIdentity(_ context.Context, o contract.Order, in contract.IdentityMoved) (contract.Order, error) {
	o.Identity = &in.Identity
	if in.Identity.Status == contract.IdentityWaiting {
		o = kept(o, in.Now, in.HoldFor, in.HoldCap)
	}
	return b.save(o, "identity-"+string(in.Identity.Status))
}

func (b *Books) SaveContact(_ context.Context, o contract.Order, in contract.ContactGiven) (contract.Order, error) {
	o.Contact = &in.Contact
	return b.save(o, "contact")
}

func (b *Books) ChooseDelivery(_ context.Context, o contract.Order, in contract.DeliveryChosen) (contract.Order, error) {
	o.Delivery = &contract.Delivery{Method: in.Choice.Method, Fee: 2500, Address: in.Choice.Address}
	return b.save(order.Priced(o, vatPercent), "delivery")
}

func (b *Books) ConfirmPrice(_ context.Context, o contract.Order, in contract.PriceConfirmed) (contract.Order, error) {
	confirmed, err := order.Confirmed(o, in.Confirmation, in.Now)
	if err != nil {
		return o, No(contract.FailPriceChanged)
	}
	return b.save(confirmed, "confirm")
}

func (b *Books) ApplyPromo(_ context.Context, o contract.Order, in contract.PromoApplied) (contract.Order, error) {
	o, err := order.WithPromo(o, order.PromoTerms{Code: in.Code, Amount: 1000}, vatPercent)
	if err != nil {
		return o, No(contract.FailPromoNotApplicable)
	}
	return b.save(o, "promo "+in.Code)
}

func (b *Books) RemovePromo(_ context.Context, o contract.Order, _ contract.At) (contract.Order, error) {
	return b.save(order.WithoutPromo(o, vatPercent), "promo removed")
}

func (b *Books) OpenPayment(_ context.Context, o contract.Order, in contract.PaymentMoved) (contract.Order, error) {
	return b.save(order.WithPayment(kept(o, in.Now, in.HoldFor, in.HoldCap), in.Payment), "open-payment "+in.Payment.ID)
}

func (b *Books) RecordPayment(_ context.Context, o contract.Order, in contract.PaymentMoved) (contract.Order, error) {
	p, moves := order.PaymentNews(o, in)
	if !moves {
		return order.Saved(o), nil
	}
	o = order.WithPayment(o, p)
	if p.Status == contract.PaymentPaid && !p.Double {
		if err := b.try("sell " + p.ID); err != nil {
			return o, err
		}
		if o = b.bought(o, in.Now.Add(in.ChooseWithin)); o.Stage == contract.StagePlaced && order.HasPhase(o, contract.PhaseProfileReady) {
			o = order.Promised(o, in.Now.Add(in.PromiseWithin))
		}
	}
	return b.save(o, "payment-"+string(p.Status)+" "+p.ID)
}

// bought places the order with its number, unless another order has taken the number.
func (b *Books) bought(o contract.Order, chooseUntil time.Time) contract.Order {
	switch {
	case o.Port != nil && b.refuseTaken(o.Port.MSISDN) != nil, o.Booking != nil && b.refuseTaken(o.Booking.MSISDN) != nil:
		return order.NumberLost(o, chooseUntil)
	default:
		return order.Placed(o)
	}
}

func (b *Books) RecordRefund(_ context.Context, o contract.Order, in contract.PaymentMoved) (contract.Order, error) {
	p, err := order.Returned(*order.PaymentByID(o, in.Payment.ID), in.Payment.Amount)
	if err != nil {
		return o, No(contract.FailRefundRefused)
	}
	return b.save(order.WithPayment(o, p), fmt.Sprintf("refunded %s %d", p.ID, in.Payment.Amount))
}

func (b *Books) RecordHandRefund(_ context.Context, o contract.Order, in contract.PaymentMoved) (contract.Order, error) {
	p, err := order.Returned(*order.PaymentByID(o, in.Payment.ID), in.Payment.Amount)
	if err != nil {
		return o, No(contract.FailRefundRefused)
	}
	return b.save(order.WithPayment(o, p), fmt.Sprintf("refunded-by-hand %s %d", p.ID, in.Payment.Amount))
}

func (b *Books) AllocateSIM(_ context.Context, o contract.Order, _ contract.At) (contract.Order, error) {
	return b.save(order.WithSIM(o, contract.SIM{ICCID: Iccid, PUK1: "12345678"}), "allocate-sim")
}

func (b *Books) ReturnSIM(_ context.Context, o contract.Order, _ contract.At) (contract.Order, error) {
	o.SIM = nil
	return b.save(o, "return-sim")
}

func (b *Books) RecordShipment(_ context.Context, o contract.Order, in contract.ShipmentMoved) (contract.Order, error) {
	if in.Scan != nil {
		b.mu.Lock()
		b.scans = append(b.scans, *in.Scan)
		b.mu.Unlock()
	}
	if in.Scan != nil && in.Scan.Status == "" {
		return b.saveTelling(o, "noted "+in.Scan.Text, in.Limits)
	}
	return b.saveTelling(order.WithShipment(o, in.Shipment), "parcel-"+string(in.Shipment.Status), in.Limits)
}

func (b *Books) CheckCard(_ context.Context, o contract.Order, in contract.ActivationRequest) error {
	if order.MatchCard(o, in) != nil {
		return No(contract.FailICCIDMismatch)
	}
	return nil
}

func (b *Books) CompleteOrder(_ context.Context, o contract.Order, _ contract.At) (contract.Order, error) {
	o.Stage = contract.StageActive
	return b.save(o, "complete")
}

func (b *Books) HoldOrder(_ context.Context, o contract.Order, in contract.OrderHeld) (contract.Order, error) {
	return b.save(order.HeldUp(o, in), "hold "+string(in.FailureCode))
}

// NoteLate tells the customer a new time.
func (b *Books) NoteLate(_ context.Context, o contract.Order, in contract.OrderIsLate) (contract.Order, error) {
	return b.saveTelling(order.WithLate(o, in.OrderLate, in.Now), "late "+string(in.Stage), contract.Limits{})
}

func (b *Books) ChangeAddress(_ context.Context, o contract.Order, in contract.AddressChanged) (contract.Order, error) {
	delivery := *o.Delivery
	delivery.Address = &in.Address
	o.Delivery = &delivery
	return b.save(o, "change-address")
}

func (b *Books) ResumeOrder(_ context.Context, o contract.Order, in contract.OrderResumed) (contract.Order, error) {
	return b.save(order.Resumed(o, in.Resolution), "resume "+in.Resolution.Action)
}

func (b *Books) BeginCancel(_ context.Context, o contract.Order, in contract.OrderEnding) (contract.Order, error) {
	return b.save(order.Cancelling(o), "begin-cancel "+string(in.Reason))
}

func (b *Books) CloseOrder(_ context.Context, o contract.Order, in contract.OrderEnding) (contract.Order, error) {
	return b.save(order.Closed(o, in), "close "+string(in.Reason))
}

// RemindCustomer sends a reminder. The order does not change.
func (b *Books) RemindCustomer(_ context.Context, o contract.Order, in contract.Reminder) (contract.Order, error) {
	return b.saveTelling(o, "remind "+in.Template, contract.Limits{}, in.Template)
}
