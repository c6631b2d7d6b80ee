package workflows_test

import (
	"context"

	"selfcare/internal/contract"
	"selfcare/internal/domain/order"
)

const (
	lineID   = "line-1"
	oldICCID = "8996601000000000900"
)

var heldLine = contract.Line{ID: lineID, MSISDN: msisdn, OldICCID: oldICCID, PlanID: "hawakom-55"}

func (b *books) RequestReplacement(_ context.Context, o contract.Order, in contract.ReplacementRequested) (contract.Order, error) {
	o = order.WithLine(o, heldLine, contract.Person{IDNumber: in.Request.IDNumber})
	replacement := contract.Replacement{Reason: in.Request.Reason, Fee: 2500}
	o = order.WithReplacement(o, replacement, in.Request.Device, vatPercent)
	return b.saveTelling(o, "request-replacement "+in.Request.Reason, contract.Limits{}, toHolders("replacement-requested")...)
}

func (b *books) DescribeExtraSIM(_ context.Context, o contract.Order, in contract.ExtraSIMDescribed) (contract.Order, error) {
	o = order.WithLine(o, heldLine, contract.Person{IDNumber: "1000000008"})
	extra := contract.ExtraSIM{Name: in.Request.Name, SetupFee: 2500, MonthlyFee: 1000}
	return b.save(order.WithExtraSIM(o, extra, in.Request.Device, vatPercent), "describe-extra-sim "+in.Request.Name)
}

func (b *books) SuspendOldSIM(_ context.Context, o contract.Order, _ contract.OldSIMSuspended) (contract.Order, error) {
	return b.save(o, "claim-line")
}

func (b *books) RestoreOldSIM(_ context.Context, o contract.Order, _ contract.At) (contract.Order, error) {
	return b.save(o, "old-sim-works")
}

func (b *books) TakeOverLine(_ context.Context, o contract.Order, in contract.LineTakenOver) (contract.Order, error) {
	return b.saveTelling(o, "take-over guarded "+in.GuardFor.String(), contract.Limits{}, toHolders("sim-taken-over")...)
}

func (b *books) AddExtraSIM(_ context.Context, o contract.Order, _ contract.At) (contract.Order, error) {
	return b.save(o, "note-extra-sim")
}

func (b *books) RemoveExtraSIM(_ context.Context, o contract.Order, _ contract.At) (contract.Order, error) {
	return b.save(o, "drop-extra-sim")
}

// toHolders is one message to each of the two ways to reach those who hold a line.
func toHolders(template string) []string { return []string{template, template} }

func (b *books) ReleaseLine(_ context.Context, holder string) error {
	if err := b.try("release-line"); err != nil {
		return err
	}
	b.write("release-line " + holder)
	return nil
}

func (b *books) BeginPrimarySwitch(_ context.Context, in contract.SIMChangeAt) (contract.SIMOrder, error) {
	return b.begins(in)
}

func (b *books) BeginSIMDeactivation(_ context.Context, in contract.SIMChangeAt) (contract.SIMOrder, error) {
	return b.begins(in)
}

func (b *books) begins(in contract.SIMChangeAt) (contract.SIMOrder, error) {
	if err := b.try("claim-line"); err != nil {
		return contract.SIMOrder{}, err
	}
	b.write("claim-line " + in.Change.Holder)
	return contract.SIMOrder{Key: in.Change.Holder, MSISDN: msisdn, Primary: oldICCID, ICCID: iccid}, nil
}

func (b *books) RecordPrimary(_ context.Context, in contract.SIMChangeAt) error {
	return b.recordsChange("record-primary "+in.Change.SIMID, "sim-primary-switched")
}

func (b *books) RecordSIMDeactivation(_ context.Context, in contract.SIMChangeAt) error {
	return b.recordsChange("record-deactivation "+in.Change.SIMID, "sim-deactivated")
}

// recordsChange also gives the line free.
func (b *books) recordsChange(effect, template string) error {
	if err := b.try(effect); err != nil {
		return err
	}
	b.write(effect)
	for _, way := range toHolders(template) {
		b.tell(way)
	}
	return nil
}

func (x *outside) SuspendLine(_ context.Context, in contract.SIMOrder) error {
	return x.does("suspend " + in.Primary)
}

func (x *outside) SwapSIM(_ context.Context, in contract.SIMOrder) error {
	return x.does("swap " + in.ICCID)
}

func (x *outside) RestoreSIM(_ context.Context, in contract.SIMOrder) error {
	return x.does("restore " + in.Primary)
}

func (x *outside) AddSIM(_ context.Context, in contract.SIMOrder) error {
	return x.does("add-sim " + in.ICCID)
}

func (x *outside) RemoveSIM(_ context.Context, in contract.SIMOrder) error {
	return x.does("remove-sim " + in.ICCID)
}

func (x *outside) SwitchPrimary(_ context.Context, in contract.SIMOrder) error {
	return x.does("switch-primary " + in.ICCID)
}
