package naive

import (
	"context"
	"errors"
	"fmt"
	"time"

	"go.temporal.io/api/serviceerror"
	"go.temporal.io/sdk/client"

	"selfcare/internal/contract"
)

// Shop sends one customer's steps as signals and polls a query until each step shows.
type Shop struct {
	Temporal  client.Client
	LookEvery time.Duration

	concern string // id of the workflow whose turn it is
	number  string // of the order
}

// Start begins an order and polls until its number is booked.
func (s *Shop) Start(ctx context.Context, in contract.OrderInput, msisdn string) (contract.Order, error) {
	options := client.StartWorkflowOptions{ID: buyID(in.Order.ID), TaskQueue: queue}
	if _, err := s.Temporal.ExecuteWorkflow(ctx, options, Buy, Request{Input: in, MSISDN: msisdn}); err != nil {
		return contract.Order{}, fmt.Errorf("start a naive order: %w", err)
	}
	s.concern, s.number = wizardID(in.Order.ID), in.Order.Number
	return s.Await(ctx, in.Order.ID, func(o contract.Order) bool { return o.Booking != nil })
}

// Take signals the workflow whose turn it is and polls the one that shows the step.
func (s *Shop) Take(ctx context.Context, orderID, step string, arg any, done func(contract.Order) bool) (contract.Order, error) {
	if step == contract.UpdateRequestIdentity && s.concern == buyID(orderID) {
		s.concern = activateID(orderID)
	}
	if err := s.signal(ctx, step, arg); err != nil {
		return contract.Order{}, err
	}
	switch step {
	case contract.UpdateRequestIdentity: // the child has the digits
		return s.poll(ctx, contract.OrderWorkflowID(s.number), done)
	case contract.UpdatePay, contract.UpdateActivate: // the last step of its workflow
		s.concern = buyID(orderID)
	}
	return s.Await(ctx, orderID, done)
}

// Await polls the workflow whose turn it is.
func (s *Shop) Await(ctx context.Context, _ string, done func(contract.Order) bool) (contract.Order, error) {
	return s.poll(ctx, s.concern, done)
}

// signal waits for the workflow to exist: a child starts a moment after the answer to the customer.
func (s *Shop) signal(ctx context.Context, step string, arg any) error {
	return s.every(ctx, func() (bool, error) {
		err := s.Temporal.SignalWorkflow(ctx, s.concern, "", step, arg)
		if notYet(err) {
			return false, nil
		}
		if err != nil {
			return false, fmt.Errorf("signal a naive order: %w", err)
		}
		return true, nil
	})
}

func (s *Shop) poll(ctx context.Context, workflowID string, done func(contract.Order) bool) (seen contract.Order, err error) {
	err = s.every(ctx, func() (bool, error) {
		seen = contract.Order{} // clears the earlier answer
		answer, err := s.Temporal.QueryWorkflow(ctx, workflowID, "", statusQuery)
		if notYet(err) {
			return false, nil
		}
		if err == nil {
			err = answer.Get(&seen)
		}
		if err != nil {
			return false, fmt.Errorf("ask a naive order: %w", err)
		}
		return done(seen), nil
	})
	return seen, err
}

func (s *Shop) every(ctx context.Context, do func() (bool, error)) error {
	tick := time.NewTicker(s.LookEvery)
	defer tick.Stop()
	for {
		if ok, err := do(); ok || err != nil {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-tick.C:
		}
	}
}

func notYet(err error) bool {
	var missing *serviceerror.NotFound
	var starting *serviceerror.WorkflowNotReady
	return errors.As(err, &missing) || errors.As(err, &starting)
}
