package linechange

import (
	"go.temporal.io/sdk/workflow"

	"selfcare/internal/contract"
	"selfcare/workflows/internal/process"
)

// SettingChange sets a setting of a line in the network. The update answers once the line is claimed or refused; afterwards
// the caller reads the row. A setting that the network refuses stays unchanged.
func SettingChange(ctx workflow.Context, _ contract.SettingChange) error {
	workflow.SetCurrentDetails(ctx, "Change of a setting")
	s := &settingChange{attention: &process.Attention{}}
	anything := func(contract.SettingChange) error { return nil }
	if err := process.UpdateAlways(ctx, contract.UpdateBeginSetting, anything, s.begin); err != nil {
		return err
	}
	wait := process.Wait{For: "the line is claimed", Limit: process.OpenTimeout, Then: "the start is forgotten; the line stays as it is"}
	if _, err := process.Await(ctx, wait, func() bool { return s.over || s.claimed() }); err != nil || s.over || !s.claimed() {
		return err
	}
	ctx, cancel := workflow.NewDisconnectedContext(ctx) // the books must have what the network did
	defer cancel()
	return s.make(ctx)
}

// settingChange is one change while it runs.
type settingChange struct {
	todo      contract.SettingBegun
	begun     bool
	over      bool // refused, or there was nothing to do
	attention *process.Attention
}

func (s *settingChange) claimed() bool { return s.todo.Change.ID != "" }

// begin claims the line. A repeat of the same change gets its own answer; another change is told that the line is busy.
func (s *settingChange) begin(ctx workflow.Context, in contract.SettingChange) (contract.SettingChange, error) {
	if s.begun {
		if in.ID == s.todo.Change.ID {
			return s.todo.Change, nil
		}
		return contract.SettingChange{}, process.Refuse(contract.FailLineBusyNow)
	}
	s.begun = true
	at := contract.SettingChangeAt{At: process.At(ctx), Change: in}
	var todo contract.SettingBegun
	err := process.Local(ctx, s.attention, "Claim the line", &todo, lines.BeginSetting, at)
	s.over = err != nil || todo.Change.Stage != contract.SettingPending
	if err == nil {
		s.todo = todo
	}
	return todo.Change, err
}

// make sends the change to the network and records the answer.
func (s *settingChange) make(ctx workflow.Context) error {
	change := s.todo.Change
	change.Stage = contract.SettingDone
	if err := askNetwork(ctx, s.attention, "Apply the setting in the network", network.SetFeature, s.todo.Order); err != nil {
		change.Stage, change.Refused = contract.SettingRefused, process.CodeOf(err)
	}
	at := contract.SettingChangeAt{At: process.At(ctx), Change: change}
	return process.Local(ctx, s.attention, "Record the change", nil, lines.RecordSetting, at)
}
