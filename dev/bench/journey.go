package bench

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"

	"selfcare/dev/customer"
	"selfcare/internal/contract"
	"selfcare/internal/domain/typed"
)

// lookEvery is how often a customer polls for a change.
const lookEvery = 20 * time.Millisecond

// shop is a way to order. The product's workflows and the naive ones walk the same journey. Both are called without
// HTTP, so that only the workflows differ.
type shop interface {
	// Start begins an order with a number and returns when the number is booked.
	Start(ctx context.Context, in contract.OrderInput, msisdn string) (contract.Order, error)
	// Take sends one step and returns the order once done accepts it.
	Take(ctx context.Context, orderID, step string, arg any, done func(contract.Order) bool) (contract.Order, error)
	// Await returns the order as soon as done accepts it.
	Await(ctx context.Context, orderID string, done func(contract.Order) bool) (contract.Order, error)
}

// buyer walks one order from the number to the active line.
type buyer struct {
	shop  shop
	bench *Bench
	who   customer.Person
	card  string
	order contract.Order
}

func (b *Bench) buy(ctx context.Context, s shop, msisdn, card string) (contract.Order, error) {
	walker := &buyer{shop: s, bench: b, who: customer.AnyPerson(), card: card}
	input, err := b.newOrder(ctx)
	if err != nil {
		return contract.Order{}, err
	}
	return walker.walk(ctx, input, msisdn, []func(context.Context) error{
		walker.fillIn, walker.proveIdentity, walker.sayWhere, walker.confirm, walker.pay, walker.awaitParcel, walker.proveIdentity,
		walker.activate,
	})
}

// buyESIM is buy for an eSIM; the simulated phone installs it.
func (b *Bench) buyESIM(ctx context.Context, s shop, msisdn, card string) (contract.Order, error) {
	walker := &buyer{shop: s, bench: b, who: customer.AnyPerson(), card: card}
	input, err := b.newOrder(ctx)
	if err != nil {
		return contract.Order{}, err
	}
	input.Order.Kind, input.Order.Device = contract.KindESIM, &contract.Device{Model: eSIMPhone}
	return walker.walk(ctx, input, msisdn, []func(context.Context) error{
		walker.fillIn, walker.proveIdentity, walker.sayHow, walker.confirm, walker.pay, walker.awaitLine,
	})
}

func (w *buyer) walk(ctx context.Context, input contract.OrderInput, msisdn string, acts []func(context.Context) error) (contract.Order, error) {
	var err error
	if w.order, err = w.shop.Start(ctx, input, msisdn); err != nil {
		return w.order, fmt.Errorf("start: %w", err)
	}
	for _, act := range acts {
		if err := act(ctx); err != nil {
			return w.order, fmt.Errorf("order %s in stage %s: %w", w.order.ID, w.order.Stage, err)
		}
	}
	return w.order, nil
}

// newOrder is the input that the API would start an order with.
func (b *Bench) newOrder(ctx context.Context) (contract.OrderInput, error) {
	settings, err := b.store.Settings.Get(ctx)
	if err != nil {
		return contract.OrderInput{}, err
	}
	drawn := make([]byte, sha256.Size)
	_, _ = rand.Read(drawn) // never fails, by its documentation
	id := uuid.Must(uuid.NewV7()).String()
	session := sha256.Sum256([]byte(id))
	return contract.OrderInput{
		Order: contract.Order{
			ID: id, Number: typed.OrderNumber.Write(drawn), Kind: contract.KindSIM, NumberSource: contract.NumberNew,
			Language: "en", CreatedAt: time.Now().UTC(),
		},
		Settings: settings.ForOrder(), Session: session[:],
	}, nil
}

func (w *buyer) take(ctx context.Context, step string, arg any, done func(contract.Order) bool) error {
	after, err := w.shop.Take(ctx, w.order.ID, step, arg, done)
	if err != nil {
		return fmt.Errorf("%s: %w", step, err)
	}
	w.order = after
	return nil
}

func (w *buyer) await(ctx context.Context, what string, done func(contract.Order) bool) error {
	after, err := w.shop.Await(ctx, w.order.ID, done)
	if err != nil {
		return fmt.Errorf("wait until %s: %w", what, err)
	}
	w.order = after
	return nil
}

func (w *buyer) fillIn(ctx context.Context) error {
	return errors.Join(
		w.take(ctx, contract.UpdateSelectPlan, contract.PlanChoice{PlanID: plans[0]}, func(o contract.Order) bool { return o.Plan != nil }),
		w.take(ctx, contract.UpdateCheckEligibility, contract.EligibilityClaim{
			IDNumber: w.who.IDNumber, Nationality: w.who.Nationality, BirthDate: w.who.BirthDate,
		}, func(o contract.Order) bool { return o.Person != nil }),
	)
}

// proveIdentity answers on the phone as soon as the two digits are on the screen.
func (w *buyer) proveIdentity(ctx context.Context) error {
	former := w.order.Identity
	asked := func(o contract.Order) bool {
		return o.Identity != nil && (former == nil || o.Identity.TransactionID != former.TransactionID)
	}
	if err := w.take(ctx, contract.UpdateRequestIdentity, nil, asked); err != nil {
		return err
	}
	if err := w.bench.sims.approve(ctx, w.order.Identity.TransactionID); err != nil {
		return err
	}
	return w.await(ctx, "identity is proven", func(o contract.Order) bool {
		return asked(o) && o.Identity.Status == contract.IdentityCompleted
	})
}

func (w *buyer) sayHow(ctx context.Context) error {
	contact := contract.Contact{FullName: w.who.FullName, Email: w.who.Email, Mobile: w.who.Mobile, Verified: []contract.Channel{contract.ByMobile}}
	return w.take(ctx, contract.UpdateProvideContact, contact, func(o contract.Order) bool { return o.Contact != nil })
}

func (w *buyer) sayWhere(ctx context.Context) error {
	if err := w.sayHow(ctx); err != nil {
		return err
	}
	address := contract.Address{City: "riyadh", Area: "Al Olaya", Street: "King Fahd Road", BuildingNumber: "7421"}
	delivery := contract.DeliveryChoice{Method: contract.DeliverHome, Address: &address}
	return w.take(ctx, contract.UpdateChooseDelivery, delivery, func(o contract.Order) bool { return o.Delivery != nil })
}

func (w *buyer) confirm(ctx context.Context) error {
	confirmation := contract.Confirmation{AcceptTerms: true, Total: w.order.Price.Total}
	return w.take(ctx, contract.UpdateConfirm, confirmation, func(o contract.Order) bool { return !o.Price.PinnedAt.IsZero() })
}

func (w *buyer) pay(ctx context.Context) error {
	token, err := w.bench.cards.Token(ctx, w.card)
	if err != nil {
		return err
	}
	attempt := contract.PayRequest{PaymentID: uuid.NewString(), CardToken: token, ReturnURL: "http://localhost/paid"}
	answered := func(o contract.Order) bool {
		return len(o.Payments) > 0 && o.Payments[0].Status != contract.PaymentProcessing
	}
	if err := w.take(ctx, contract.UpdatePay, attempt, answered); err != nil {
		return err
	}
	if page := w.order.Payments[0].ChallengeURL; w.order.Payments[0].Status == contract.PaymentChallenge {
		if err := w.bench.cards.PassChallenge(ctx, page); err != nil {
			return err
		}
	}
	return w.await(ctx, "paid", func(o contract.Order) bool {
		return len(o.Payments) > 0 && o.Payments[0].Status == contract.PaymentPaid
	})
}

func (w *buyer) awaitParcel(ctx context.Context) error {
	return w.await(ctx, "delivered", func(o contract.Order) bool { return o.Stage == contract.StageDelivered })
}

func (w *buyer) awaitLine(ctx context.Context) error {
	return w.await(ctx, "active", func(o contract.Order) bool { return o.Stage == contract.StageActive })
}

func (w *buyer) activate(ctx context.Context) error {
	card := contract.ActivationRequest{ICCID: w.order.SIM.ICCID, PUK1: w.order.SIM.PUK1}
	return w.take(ctx, contract.UpdateActivate, card, func(o contract.Order) bool { return o.Stage == contract.StageActive })
}

// productShop is the product: an update per step, and the row for changes in between.
type productShop struct{ *Bench }

func (p productShop) Start(ctx context.Context, in contract.OrderInput, msisdn string) (contract.Order, error) {
	number := in.Order.Number
	p.numbers.Store(in.Order.ID, number)
	return p.orders.Start(ctx, in, func(int) string { return number }, msisdn, uuid.NewString())
}

func (p productShop) Take(ctx context.Context, orderID, step string, arg any, done func(contract.Order) bool) (contract.Order, error) {
	number, _ := p.numbers.Load(orderID)
	after, err := p.orders.Update(ctx, number.(string), step, uuid.NewString(), arg)
	if err == nil && !done(after) {
		return after, errors.New("the answer does not show the step as taken")
	}
	return after, err
}

func (p productShop) Await(ctx context.Context, orderID string, done func(contract.Order) bool) (seen contract.Order, err error) {
	err = until(ctx, lookEvery, func() (bool, error) {
		record, err := p.store.Orders.Get(ctx, orderID)
		seen = record.Order
		return err == nil && done(seen), err
	})
	return seen, err
}
