package workflowtest

import (
	"context"
	"strings"

	"selfcare/internal/contract"
	"selfcare/internal/domain/order"
)

const (
	LineID   = "line-1"
	OldICCID = "8996601000000000900"
)

var heldLine = contract.Line{ID: LineID, MSISDN: Msisdn, OldICCID: OldICCID, PlanID: "hawakom-55"}

func (b *Books) RequestReplacement(_ context.Context, o contract.Order, in contract.ReplacementRequested) (contract.Order, error) {
	o = order.WithLine(o, heldLine, contract.Person{IDNumber: in.Request.IDNumber})
	replacement := contract.Replacement{Reason: in.Request.Reason, Fee: 2500}
	o = order.WithReplacement(o, replacement, in.Request.Device, vatPercent)
	return b.saveTelling(o, "request-replacement "+in.Request.Reason, contract.Limits{}, toHolders("replacement-requested")...)
}

func (b *Books) DescribeExtraSIM(_ context.Context, o contract.Order, in contract.ExtraSIMDescribed) (contract.Order, error) {
	o = order.WithLine(o, heldLine, contract.Person{IDNumber: "1000000008"})
	extra := contract.ExtraSIM{Name: in.Request.Name, SetupFee: 2500, MonthlyFee: 1000}
	return b.save(order.WithExtraSIM(o, extra, in.Request.Device, vatPercent), "describe-extra-sim "+in.Request.Name)
}

func (b *Books) SuspendOldSIM(_ context.Context, o contract.Order, _ contract.OldSIMSuspended) (contract.Order, error) {
	return b.save(order.WithClaim(o, true), "claim-line")
}

func (b *Books) RestoreOldSIM(_ context.Context, o contract.Order, _ contract.At) (contract.Order, error) {
	return b.save(order.WithClaim(o, false), "old-sim-works")
}

func (b *Books) TakeOverLine(_ context.Context, o contract.Order, in contract.LineTakenOver) (contract.Order, error) {
	return b.saveTelling(o, "take-over guarded "+in.GuardFor.String(), contract.Limits{}, toHolders("sim-taken-over")...)
}

func (b *Books) ClaimLine(_ context.Context, o contract.Order, _ contract.LineClaimed) (contract.Order, error) {
	return b.save(o, "take-line")
}

func (b *Books) AddExtraSIM(_ context.Context, o contract.Order, _ contract.At) (contract.Order, error) {
	return b.save(o, "note-extra-sim")
}

func (b *Books) RemoveExtraSIM(_ context.Context, o contract.Order, _ contract.At) (contract.Order, error) {
	return b.save(o, "drop-extra-sim")
}

// toHolders is one message for each of the two addresses of a line's holders.
func toHolders(template string) []string { return []string{template, template} }

func (b *Books) ReleaseLine(_ context.Context, holder string) error {
	if err := b.try("release-line"); err != nil {
		return err
	}
	b.write("release-line " + holder)
	return nil
}

func (b *Books) BeginPrimarySwitch(_ context.Context, in contract.SIMChangeAt) (contract.SIMOrder, error) {
	return b.begins(in)
}

func (b *Books) BeginSIMDeactivation(_ context.Context, in contract.SIMChangeAt) (contract.SIMOrder, error) {
	return b.begins(in)
}

func (b *Books) begins(in contract.SIMChangeAt) (contract.SIMOrder, error) {
	if err := b.try("claim-line"); err != nil {
		return contract.SIMOrder{}, err
	}
	b.write("claim-line " + in.Change.Holder)
	return contract.SIMOrder{Key: in.Change.Holder, MSISDN: Msisdn, Primary: OldICCID, ICCID: Iccid}, nil
}

func (b *Books) RecordPrimary(_ context.Context, in contract.SIMChangeAt) error {
	return b.recordsChange("record-primary "+in.Change.SIMID, "sim-primary-switched")
}

func (b *Books) RecordSIMDeactivation(_ context.Context, in contract.SIMChangeAt) error {
	return b.recordsChange("record-deactivation "+in.Change.SIMID, "sim-deactivated")
}

// recordsChange also releases the claim on the line.
func (b *Books) recordsChange(effect, template string) error {
	if err := b.try(effect); err != nil {
		return err
	}
	b.write(effect)
	for _, way := range toHolders(template) {
		b.tell(way)
	}
	return nil
}

func (x *Outside) SuspendLine(_ context.Context, in contract.SIMOrder) error {
	return x.does("suspend " + in.Primary)
}

func (x *Outside) SwapSIM(_ context.Context, in contract.SIMOrder) error {
	return x.does("swap " + in.ICCID)
}

func (x *Outside) RestoreSIM(_ context.Context, in contract.SIMOrder) error {
	return x.does("restore " + in.Primary)
}

func (x *Outside) AddSIM(_ context.Context, in contract.SIMOrder) error {
	return x.does("add-sim " + in.ICCID)
}

func (x *Outside) RemoveSIM(_ context.Context, in contract.SIMOrder) error {
	return x.does("remove-sim " + in.ICCID)
}

func (x *Outside) SwitchPrimary(_ context.Context, in contract.SIMOrder) error {
	return x.does("switch-primary " + in.ICCID)
}

// LostSIM is a request to replace a lost SIM.
var LostSIM = contract.ReplacementRequest{LineID: LineID, IDNumber: "1000000008", Reason: contract.ReplaceLost, DisputeURL: "https://selfcare.example/not-me"}

// ProofBooks fake the proofs of holders of lines, and the lines.
type ProofBooks struct{ *Journal }

func NewProofBooks(j *Journal) *ProofBooks { return &ProofBooks{j} }

// NewProof asks to suspend the line of stories.
func NewProof() contract.LineProofInput {
	return contract.LineProofInput{IDNumber: "1000000008", ClientAddress: "203.0.113.77", Proof: contract.LineProof{
		ID: "proof-1", LineID: LineID, UserID: "u1", Language: "en", Change: contract.ChangeSuspend,
	}}
}

func (b *ProofBooks) SaveLineProof(_ context.Context, p contract.LineProof) error {
	return b.notes(strings.TrimSpace("proof " + string(p.Stage) + " " + string(p.Refused)))
}

func (b *ProofBooks) ChangeProvenLine(_ context.Context, p contract.LineProof) error {
	return b.notes("change-line " + p.Change)
}

func (b *ProofBooks) notes(effect string) error {
	if err := b.try(effect); err != nil {
		return err
	}
	b.write(effect)
	return nil
}

// SettingOver is the suffix of the id of a change that is done already.
const SettingOver = "-over"

// NewSetting is the change of a setting in stories.
func NewSetting(id string) contract.SettingChange {
	return contract.SettingChange{ID: id, LineID: LineID, UserID: "u1", Kind: contract.SettingService, Item: "roaming", Value: contract.SettingOff}
}

func (b *Books) BeginSetting(_ context.Context, in contract.SettingChangeAt) (contract.SettingBegun, error) {
	begun := contract.SettingBegun{Change: in.Change}
	if err := b.try("claim-line"); err != nil {
		return begun, err
	}
	begun.Change.Stage = contract.SettingPending
	if strings.HasSuffix(in.Change.ID, SettingOver) { // a repeat
		begun.Change.Stage = contract.SettingDone
		return begun, nil
	}
	b.write("claim-line " + in.Change.ID)
	begun.Order = contract.FeatureOrder{Key: in.Change.ID, MSISDN: Msisdn, Kind: in.Change.Kind, Item: in.Change.Item, Value: in.Change.Value}
	return begun, nil
}

func (b *Books) RecordSetting(_ context.Context, in contract.SettingChangeAt) error {
	if err := b.try("setting"); err != nil {
		return err
	}
	b.write(strings.TrimSpace("setting " + string(in.Change.Stage) + " " + string(in.Change.Refused)))
	return nil
}

func (x *Outside) SetFeature(_ context.Context, in contract.FeatureOrder) error {
	return x.does("set-feature " + in.Item + " " + in.Value)
}
