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
	if err := process.RegisterUpdateAlways(ctx, contract.UpdateBeginSetting, s.validateBegin, s.begin); err != nil {
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

// mostAsked limits the repeats of one change, because the server limits the updates of a run.
const mostAsked = 200

// settingChange is one change while it runs.
type settingChange struct {
	id        string // of the first change that asked
	asked     int    // number of updates
	todo      contract.SettingBegun
	begun     bool
	over      bool // refused, or there was nothing to do
	attention *process.Attention
}

func (s *settingChange) claimed() bool { return s.todo.Change.ID != "" }

// validateBegin refuses another change while this one runs. A refusal here adds nothing to the history.
func (s *settingChange) validateBegin(in contract.SettingChange) error {
	if s.begun && in.ID != s.id || s.asked >= mostAsked {
		return process.Refuse(contract.FailLineBusyNow)
	}
	return nil
}

// begin claims the line. A repeat of the same change gets its own answer; another change is told that the line is busy.
func (s *settingChange) begin(ctx workflow.Context, in contract.SettingChange) (contract.SettingChange, error) {
	s.asked++
	if s.begun {
		if in.ID == s.todo.Change.ID {
			return s.todo.Change, nil
		}
		return contract.SettingChange{}, process.Refuse(contract.FailLineBusyNow)
	}
	s.begun, s.id = true, in.ID
	at := contract.SettingChangeAt{At: process.At(ctx), Change: in}
	var todo contract.SettingBegun
	err := process.CallLocal(ctx, s.attention, "Claim the line", &todo, lines.BeginSetting, at)
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
	return process.CallLocal(ctx, s.attention, "Record the change", nil, lines.RecordSetting, at)
}
