package server_test

import (
	"context"
	"sync"

	"selfcare/internal/contract"
	"selfcare/internal/domain/order"
	"selfcare/internal/store"
)

// fakeFlow stands in for Temporal: it keeps each update's answer by its id, as Temporal does, and writes orders to the
// real store. What an update does is up to the test.
type fakeFlow struct {
	store *store.Store

	mu      sync.Mutex
	answers map[string]played
	updates []sent
	signals []sent

	// decide answers an update that was not sent before; nil accepts everything.
	decide func(o contract.Order, update string, arg any) (contract.Order, error)
	// signalErr fails the next signals.
	signalErr error
	// signalDies stands for a process that ends before the signal is out.
	signalDies bool
}

type played struct {
	order contract.Order
	err   error
}

// sent is one message to a workflow.
type sent struct {
	workflowID string
	name       string
	key        string
	arg        any
}

func (f *fakeFlow) Start(ctx context.Context, in contract.OrderInput, number func(int) string, msisdn, key string) (contract.Order, error) {
	in.Order.Number = number(0)
	name, arg := contract.UpdateOpen, any(nil)
	if msisdn != "" {
		name, arg = contract.UpdateSelectNumber, contract.NumberChoice{MSISDN: msisdn}
	}
	return f.play(sent{in.Order.Number, name, key, arg}, func() (contract.Order, error) {
		opened := in.Order
		opened.Stage = contract.StageWizard
		opened = order.Saved(opened)
		if f.decide != nil {
			var err error
			if opened, err = f.decide(opened, name, arg); err != nil {
				return opened, err
			}
		}
		if err := f.store.Orders.Open(ctx, opened, in.Session, in.Subject); err != nil {
			return opened, err
		}
		return opened, nil
	})
}

func (f *fakeFlow) Update(ctx context.Context, orderNumber, update, key string, arg any) (contract.Order, error) {
	return f.play(sent{orderNumber, update, key, arg}, func() (contract.Order, error) {
		record, err := f.store.Orders.ByNumber(ctx, orderNumber)
		if err != nil {
			return record.Order, err
		}
		changed := record.Order
		if f.decide != nil {
			if changed, err = f.decide(changed, update, arg); err != nil {
				return changed, err
			}
		}
		changed = order.Saved(changed)
		return changed, f.store.Orders.Save(ctx, changed)
	})
}

func (f *fakeFlow) ChoosePortWindow(ctx context.Context, orderID, key string, in contract.PortWindowChoice) (contract.Port, error) {
	changed, err := f.Update(ctx, orderID, contract.UpdateChoosePortWindow, key, in)
	if err != nil {
		return contract.Port{}, err
	}
	if changed.Port == nil { // there is no port to ask
		return contract.Port{}, contract.Refuse(contract.FailStepOutOfOrder)
	}
	return *changed.Port, nil
}

func (f *fakeFlow) Tell(_ context.Context, workflowID, news string, arg any) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.signalDies {
		panic("signal")
	}
	if f.signalErr != nil {
		return f.signalErr
	}
	f.signals = append(f.signals, sent{workflowID, news, "", arg})
	return nil
}

func (f *fakeFlow) play(message sent, do func() (contract.Order, error)) (contract.Order, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	id := message.workflowID + "/" + message.key
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

func (f *fakeFlow) sentUpdates() []sent {
	f.mu.Lock()
	defer f.mu.Unlock()
	return append([]sent(nil), f.updates...)
}

func (f *fakeFlow) sentSignals() []sent {
	f.mu.Lock()
	defer f.mu.Unlock()
	return append([]sent(nil), f.signals...)
}
