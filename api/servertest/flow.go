package servertest

import (
	"context"
	"sync"

	"selfcare/internal/contract"
	"selfcare/internal/domain/order"
	"selfcare/internal/store"
)

// FakeFlow stands in for Temporal: it keeps each update's answer by its id, as Temporal does, and writes orders to the
// real store. The test decides the effect of an update.
type FakeFlow struct {
	Store *store.Store

	mu      sync.Mutex
	answers map[string]played
	updates []Sent
	signals []Sent

	// decide answers an update that was not sent before; nil accepts everything.
	Decide func(o contract.Order, update string, arg any) (contract.Order, error)
	// signalErr fails the next signals.
	SignalErr error
	// signalDies plays a process that dies before it sends the signal.
	SignalDies bool
}

type played struct {
	order contract.Order
	err   error
}

// Sent is one message to a workflow.
type Sent struct {
	WorkflowID string
	Name       string
	Key        string
	Arg        any
}

func (f *FakeFlow) Start(ctx context.Context, in contract.OrderInput, number func(int) string, msisdn, key string) (contract.Order, error) {
	in.Order.Number = number(0)
	name, arg := contract.UpdateOpen, any(nil)
	if msisdn != "" {
		name, arg = contract.UpdateSelectNumber, contract.NumberChoice{MSISDN: msisdn}
	}
	return f.play(Sent{in.Order.Number, name, key, arg}, func() (contract.Order, error) {
		opened := in.Order
		opened.Stage = contract.StageWizard
		opened = order.Saved(opened)
		if f.Decide != nil {
			var err error
			if opened, err = f.Decide(opened, name, arg); err != nil {
				return opened, err
			}
		}
		if err := f.Store.Orders.Open(ctx, opened, in.Session, in.Subject); err != nil {
			return opened, err
		}
		return opened, nil
	})
}

func (f *FakeFlow) Update(ctx context.Context, orderNumber, update, key string, arg any) (contract.Order, error) {
	return f.play(Sent{orderNumber, update, key, arg}, func() (contract.Order, error) {
		record, err := f.Store.Orders.ByNumber(ctx, orderNumber)
		if err != nil {
			return record.Order, err
		}
		changed := record.Order
		if f.Decide != nil {
			if changed, err = f.Decide(changed, update, arg); err != nil {
				return changed, err
			}
		}
		changed = order.Saved(changed)
		return changed, f.Store.Orders.Save(ctx, changed)
	})
}

func (f *FakeFlow) ChoosePortWindow(ctx context.Context, orderID, key string, in contract.PortWindowChoice) (contract.Port, error) {
	changed, err := f.Update(ctx, orderID, contract.UpdateChoosePortWindow, key, in)
	if err != nil {
		return contract.Port{}, err
	}
	if changed.Port == nil { // the order has no port
		return contract.Port{}, contract.Refuse(contract.FailStepOutOfOrder)
	}
	return *changed.Port, nil
}

func (f *FakeFlow) Tell(_ context.Context, workflowID, news string, arg any) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.SignalDies {
		panic("signal")
	}
	if f.SignalErr != nil {
		return f.SignalErr
	}
	f.signals = append(f.signals, Sent{workflowID, news, "", arg})
	return nil
}

func (f *FakeFlow) play(message Sent, do func() (contract.Order, error)) (contract.Order, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	id := message.WorkflowID + "/" + message.Key
	if known, ok := f.answers[id]; ok {
		return known.order, known.err
	}
	f.updates = append(f.updates, message)
	answered, err := do()
	if f.answers == nil {
		f.answers = map[string]played{}
	}
	f.answers[id] = played{answered, err}
	return answered, err
}

func (f *FakeFlow) SentUpdates() []Sent {
	f.mu.Lock()
	defer f.mu.Unlock()
	return append([]Sent(nil), f.updates...)
}

func (f *FakeFlow) SentSignals() []Sent {
	f.mu.Lock()
	defer f.mu.Unlock()
	return append([]Sent(nil), f.signals...)
}
