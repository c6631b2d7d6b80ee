package main

import (
	"context"

	"selfcare/dev/devstack"
	"selfcare/internal/contract"
)

// stack is the stack with these settings.
type stack struct{ devstack.Settings }

// Leap moves the plan of a line forward in time.
func (s stack) Leap(ctx context.Context, msisdn string) (page string, err error) {
	cfg, err := s.Running()
	if err != nil {
		return "", err
	}
	plan, err := devstack.Leap(ctx, cfg, msisdn)
	return s.Workflow(cfg.Temporal.Namespace, contract.PlanSubscriptionWorkflowID(plan.LineID)), err
}

// LeapAutoRecharge moves the auto-recharge of a line forward in time.
func (s stack) LeapAutoRecharge(ctx context.Context, msisdn string) (page string, err error) {
	cfg, err := s.Running()
	if err != nil {
		return "", err
	}
	workflow, err := devstack.LeapAutoRecharge(ctx, cfg, msisdn)
	return s.Workflow(cfg.Temporal.Namespace, workflow), err
}

// Bill bills the lines of a bill day.
func (s stack) Bill(ctx context.Context, msisdn string) (page string, issued int, err error) {
	cfg, err := s.Running()
	if err != nil {
		return "", 0, err
	}
	id, issued, err := devstack.Bill(ctx, cfg, msisdn)
	return s.Workflow(cfg.Temporal.Namespace, id), issued, err
}

// Figures changes business figures.
func (s stack) Figures(ctx context.Context, changes map[string]string) error {
	cfg, err := s.Running()
	if err != nil {
		return err
	}
	return devstack.ChangeSettings(ctx, cfg, changes)
}
