package workflows_test

import (
	"context"
	"fmt"
	"sync"
	"time"

	"selfcare/internal/contract"
)

// outside stands for all outside systems: it has the methods of their activities and answers as the story tells it to.
// Left alone, everything succeeds.
type outside struct {
	*journal
	mu       sync.Mutex
	now      func() time.Time
	charges  map[string]contract.PaymentStatus   // what a charge answers, by payment; paid where nothing is said
	outcomes map[string][]contract.PaymentStatus // what inquiries answer one after another; the last answer stays
	app      contract.IdentityStatus             // what the identity app answers when asked
	scan     contract.ShipmentStatus             // what the courier answers when asked
	parcels  map[string]string                   // airway bill by reference: one parcel each

	quickPhone func(contract.Profile) // reports on a profile before the SM-DP+ has answered

	ports      clearingHouse
	portAnswer *contract.PortState // what a submission answers at once; else it waits for the old operator
}

func newOutside(j *journal, now func() time.Time) *outside {
	return &outside{
		journal: j, now: now, app: contract.IdentityWaiting, scan: contract.ShipmentBooked,
		charges: map[string]contract.PaymentStatus{}, outcomes: map[string][]contract.PaymentStatus{}, parcels: map[string]string{},
		ports: newClearingHouse(),
	}
}

func (x *outside) LookUpPerson(_ context.Context, q contract.PersonQuery) (contract.PersonFound, error) {
	return contract.PersonFound{Claim: q.Claim, FullNameEn: "Sara Ali"}, x.does("look-up")
}

func (x *outside) RequestIdentity(_ context.Context, r contract.IdentityRequest) (contract.Identity, error) {
	transaction := fmt.Sprintf("%s%d", r.Purpose, r.Try)
	return contract.Identity{
		RequestID: "r-" + transaction, TransactionID: transaction, Random: "42",
		Status: contract.IdentityWaiting, ExpiresAt: x.now().Add(identityTTL),
	}, x.does("push " + transaction)
}

func (x *outside) AskIdentity(_ context.Context, q contract.IdentityQuery) (contract.IdentityStatus, error) {
	return x.app, x.does("ask-app " + q.TransactionID)
}

func (x *outside) ChargeCard(_ context.Context, in contract.PaymentInput) (contract.Payment, error) {
	status, said := x.charges[in.PaymentID]
	if !said {
		status = contract.PaymentPaid
	}
	return x.payment(in, status), x.does("charge " + in.PaymentID)
}

func (x *outside) InquirePayment(_ context.Context, in contract.PaymentInput) (contract.Payment, error) {
	if err := x.does("inquire " + in.PaymentID); err != nil {
		return contract.Payment{}, err
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	status, left := contract.PaymentAbandoned, x.outcomes[in.PaymentID]
	if len(left) > 0 {
		status = left[0]
	}
	if len(left) > 1 {
		x.outcomes[in.PaymentID] = left[1:]
	}
	return x.payment(in, status), nil
}

func (x *outside) payment(in contract.PaymentInput, status contract.PaymentStatus) contract.Payment {
	p := contract.Payment{ID: in.PaymentID, Amount: in.Amount, Status: status, Brand: "MADA"}
	if status == contract.PaymentChallenge {
		p.ChallengeURL = "https://bank.example/challenge"
	}
	return p
}

func (x *outside) RefundPayment(_ context.Context, r contract.RefundRequest) error {
	return x.does(fmt.Sprintf("refund %s %d", r.PaymentID, r.Amount))
}

func (x *outside) BookParcel(_ context.Context, in contract.ShipmentInput) (contract.Shipment, error) {
	to := in.Delivery.Address.City
	if err := x.does("book-parcel " + to); err != nil {
		return contract.Shipment{}, err
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	if _, booked := x.parcels[in.Reference()]; !booked {
		x.parcels[in.Reference()] = fmt.Sprintf("29001949849%d", len(x.parcels))
	}
	return contract.Shipment{AirwayBill: x.parcels[in.Reference()], Status: contract.ShipmentBooked}, nil
}

func (x *outside) CancelParcel(_ context.Context, _ contract.ParcelRef) error {
	return x.does("cancel-parcel")
}

func (x *outside) AskParcel(_ context.Context, _ string) (contract.ShipmentStatus, error) {
	return x.scan, x.does("ask-courier")
}

// branches is how many the courier has.
const branches = 12

func (x *outside) SyncBranches(context.Context) (int, error) {
	return branches, x.does("sync-branches")
}

func (x *outside) ActivateLine(_ context.Context, l contract.LineOrder) error {
	return x.does("switch-on " + l.MSISDN)
}

func (x *outside) DeactivateLine(_ context.Context, l contract.LineOrder) error {
	return x.does("switch-off " + l.MSISDN)
}

func (x *outside) NotifyCustomer(_ context.Context, n contract.Notice) error {
	if err := x.try("tell " + n.Template); err != nil {
		return err
	}
	x.tell(n.Template)
	return nil
}

// does is one call to an outside system that either fails or has its effect.
func (x *outside) does(effect string) error {
	if err := x.try(effect); err != nil {
		return err
	}
	x.write(effect)
	return nil
}
