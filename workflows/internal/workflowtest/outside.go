package workflowtest

import (
	"context"
	"fmt"
	"sync"
	"time"

	"selfcare/internal/contract"
)

// Outside fakes all outside systems: it has the methods of their activities and answers as the story says. By default everything succeeds.
type Outside struct {
	*Journal
	Mu       sync.Mutex
	now      func() time.Time
	AsksCode bool                                // a challenge is a wallet's, which waits for its code and has no page
	Charges  map[string]contract.PaymentStatus   // answers of charges, by payment; paid by default
	Outcomes map[string][]contract.PaymentStatus // answers of inquiries one after another; the last answer stays
	App      contract.IdentityStatus             // the identity app's answer about a request that the customer has not answered
	Pushed   contract.IdentityRequest            // the last push
	answers  map[string]contract.IdentityStatus  // answers of customers in the app, by transaction
	Scan     contract.ShipmentStatus             // the courier's answer to an inquiry
	Parcels  map[string]string                   // airway bills by reference: one parcel each

	Ports      clearingHouse
	PortAnswer *contract.PortState // the immediate answer to a submission; nil: it waits for the donor

	TopUpReversed bool // the partner took the top-up back after it had arrived

	SwitchedOnBy []string // keys of the calls that switched a line on

	buysLateBy time.Duration // delay of the games partner with the next order
	knowsOrder bool          // the games partner knows the order whose code is late
	notSent    int           // orders that the games partner does not take
	codeSince  time.Time     // since when the games partner knows the last order
}

func NewOutside(j *Journal, now func() time.Time) *Outside {
	return &Outside{
		Journal: j, now: now, App: contract.IdentityWaiting, answers: map[string]contract.IdentityStatus{}, Scan: contract.ShipmentBooked,
		Charges: map[string]contract.PaymentStatus{}, Outcomes: map[string][]contract.PaymentStatus{}, Parcels: map[string]string{},
		Ports: newClearingHouse(),
	}
}

func (x *Outside) LookUpPerson(ctx context.Context, q contract.PersonQuery) (contract.PersonFound, error) {
	return contract.PersonFound{Claim: q.Claim, FullNameEn: "Sara Ali"}, x.answerCall(ctx, "look-up")
}

func (x *Outside) RequestIdentity(ctx context.Context, r contract.IdentityRequest) (contract.Identity, error) {
	transaction := fmt.Sprintf("%s%d", r.Purpose, r.Try)
	x.Mu.Lock()
	x.Pushed = r
	x.Mu.Unlock()
	return contract.Identity{
		RequestID: "r-" + transaction, TransactionID: transaction, Random: "42",
		Status: contract.IdentityWaiting, ExpiresAt: x.now().Add(IdentityTTL),
	}, x.answerCall(ctx, "push "+transaction)
}

// Answered notes the answer of a customer in the identity app. The first answer stays.
func (x *Outside) Answered(transaction string, status contract.IdentityStatus) {
	x.Mu.Lock()
	defer x.Mu.Unlock()
	if _, given := x.answers[transaction]; !given && status != contract.IdentityWaiting {
		x.answers[transaction] = status
	}
}

func (x *Outside) AskIdentity(_ context.Context, q contract.IdentityQuery) (contract.IdentityStatus, error) {
	x.Mu.Lock()
	answer, given := x.answers[q.TransactionID]
	x.Mu.Unlock()
	if !given {
		answer = x.App
	}
	return answer, x.does("ask-app " + q.TransactionID)
}

func (x *Outside) ChargeCard(_ context.Context, in contract.PaymentInput) (contract.Payment, error) {
	status, said := x.Charges[in.PaymentID]
	if !said {
		status = contract.PaymentPaid
	}
	what := "charge " + in.PaymentID
	if in.Wallet != "" {
		what += " of wallet " + in.Wallet
	}
	return x.payment(in, status), x.does(what)
}

func (x *Outside) EnterWalletCode(_ context.Context, in contract.WalletCode) error {
	return x.does("enter-code " + in.PaymentID + " " + in.Code)
}

func (x *Outside) KeepCard(_ context.Context, in contract.PaymentInput) error {
	return x.does("keep-card " + in.PaymentID + " of " + in.Kept.UserID)
}

func (x *Outside) InquirePayment(_ context.Context, in contract.PaymentInput) (contract.Payment, error) {
	if err := x.does("inquire " + in.PaymentID); err != nil {
		return contract.Payment{}, err
	}
	x.Mu.Lock()
	defer x.Mu.Unlock()
	status, left := contract.PaymentAbandoned, x.Outcomes[in.PaymentID]
	if len(left) > 0 {
		status = left[0]
	}
	if len(left) > 1 {
		x.Outcomes[in.PaymentID] = left[1:]
	}
	return x.payment(in, status), nil
}

func (x *Outside) payment(in contract.PaymentInput, status contract.PaymentStatus) contract.Payment {
	p := contract.Payment{ID: in.PaymentID, Amount: in.Amount, Status: status, Brand: "MADA"}
	if status == contract.PaymentChallenge && !x.AsksCode {
		p.ChallengeURL = "https://bank.example/challenge"
	}
	return p
}

func (x *Outside) RefundPayment(_ context.Context, r contract.RefundRequest) error {
	return x.does(fmt.Sprintf("refund %s %d", r.PaymentID, r.Amount))
}

func (x *Outside) BookParcel(_ context.Context, in contract.ShipmentInput) (contract.Shipment, error) {
	to := in.Delivery.Address.City
	if err := x.does("book-parcel " + to); err != nil {
		return contract.Shipment{}, err
	}
	x.Mu.Lock()
	defer x.Mu.Unlock()
	if _, booked := x.Parcels[in.Reference()]; !booked {
		x.Parcels[in.Reference()] = fmt.Sprintf("29001949849%d", len(x.Parcels))
	}
	return contract.Shipment{AirwayBill: x.Parcels[in.Reference()], Status: contract.ShipmentBooked}, nil
}

func (x *Outside) CancelParcel(_ context.Context, _ contract.ParcelRef) error {
	return x.does("cancel-parcel")
}

func (x *Outside) AskParcel(_ context.Context, _ string) (contract.ShipmentStatus, error) {
	return x.Scan, x.does("ask-courier")
}

// Branches answers with the number of the courier's branches.
const Branches = 12

func (x *Outside) SyncBranches(context.Context) (int, error) {
	return Branches, x.does("sync-branches")
}

func (x *Outside) ActivateLine(_ context.Context, l contract.LineOrder) error {
	x.Mu.Lock()
	x.SwitchedOnBy = append(x.SwitchedOnBy, l.Key)
	x.Mu.Unlock()
	return x.does("switch-on " + l.MSISDN)
}

func (x *Outside) DeactivateLine(_ context.Context, l contract.LineOrder) error {
	return x.does("switch-off " + l.MSISDN)
}

func (x *Outside) NotifyCustomer(_ context.Context, n contract.Notice) error {
	if err := x.try("tell " + n.Template); err != nil {
		return err
	}
	x.tell(n.Template)
	return nil
}

// answerCall is does for a call that a customer waits for. A call whose time is over is cut off. With the virtual clock that is each try but
// the first, and it must not arrive after the story has gone on.
func (x *Outside) answerCall(ctx context.Context, effect string) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	return x.does(effect)
}

// does is one call to an outside system: it fails, or it has its effect.
func (x *Outside) does(effect string) error {
	if err := x.try(effect); err != nil {
		return err
	}
	x.write(effect)
	return nil
}
