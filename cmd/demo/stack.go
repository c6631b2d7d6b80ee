package main

import (
	"context"
	"os"

	"github.com/caarlos0/env/v11"

	"selfcare/dev/devstack"
	"selfcare/internal/contract"
	"selfcare/internal/platform/config"
)

// stack is the one of STATE_DIR.
type stack struct{}

func (stack) running() (settings devstack.Settings, cfg config.Config, err error) {
	if settings, err = devstack.Read(env.ToMap(os.Environ())); err != nil {
		return settings, cfg, err
	}
	cfg, err = settings.Running()
	return settings, cfg, err
}

// Leap has time leap for the plan of a line.
func (s stack) Leap(ctx context.Context, msisdn string) (page string, err error) {
	settings, cfg, err := s.running()
	if err != nil {
		return "", err
	}
	plan, err := devstack.Leap(ctx, cfg, msisdn)
	return settings.Workflow(cfg.Temporal.Namespace, contract.PlanSubscriptionWorkflowID(plan.LineID)), err
}

// LeapAutoRecharge has time leap for the auto-recharge of a line.
func (s stack) LeapAutoRecharge(ctx context.Context, msisdn string) (page string, err error) {
	settings, cfg, err := s.running()
	if err != nil {
		return "", err
	}
	lineID, err := devstack.LeapAutoRecharge(ctx, cfg, msisdn)
	return settings.Schedule(cfg.Temporal.Namespace, contract.AutoRechargeID(lineID)), err
}

// Bill bills the lines of a bill day.
func (s stack) Bill(ctx context.Context, msisdn string) (page string, issued int, err error) {
	settings, cfg, err := s.running()
	if err != nil {
		return "", 0, err
	}
	id, issued, err := devstack.Bill(ctx, cfg, msisdn)
	return settings.Workflow(cfg.Temporal.Namespace, id), issued, err
}

// Figures changes business figures.
func (s stack) Figures(ctx context.Context, changes map[string]string) error {
	_, cfg, err := s.running()
	if err != nil {
		return err
	}
	return devstack.ChangeSettings(ctx, cfg, changes)
}
