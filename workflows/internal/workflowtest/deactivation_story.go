package workflowtest

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.temporal.io/sdk/client"
	"go.temporal.io/sdk/testsuite"

	"selfcare/internal/contract"
)

// NewDeactivation ends the line of stories.
func NewDeactivation() contract.DeactivationInput {
	return contract.DeactivationInput{Link: "https://selfcare.example/ar/deactivate-number/d1#secret", Deactivation: contract.Deactivation{
		ID: "01900000-0000-7000-8000-00000000000d", LineID: "l1", UserID: "u1", Language: "ar", Reason: "other",
	}}
}

// DeactivationStory is one deactivation under the virtual clock.
type DeactivationStory struct {
	*testsuite.TestWorkflowEnvironment
	*Journal
	T       *testing.T
	Books   *DeactivationBooks
	Input   contract.DeactivationInput
	Answer  contract.Deactivation // of the update that opened it
	Refusal error
}

// NewDeactivationStory opens a deactivation at once.
func NewDeactivationStory(t *testing.T) *DeactivationStory {
	env := NewEnvironment()
	env.SetStartWorkflowOptions(client.StartWorkflowOptions{ID: contract.DeactivationWorkflowID("l1")})
	j := NewJournal()
	s := &DeactivationStory{TestWorkflowEnvironment: env, Journal: j, T: t, Books: NewDeactivationBooks(j), Input: NewDeactivation()}
	Register(env, s.Books)
	s.At(0, func() {
		s.update(contract.UpdateOpenDeactivation, "open-1", s.Input, func(d contract.Deactivation, err error) { s.Answer, s.Refusal = d, err })
	})
	return s
}

// At runs do at a moment of the virtual clock.
func (s *DeactivationStory) At(when time.Duration, do func()) { s.RegisterDelayedCallback(do, when) }

// Says sends an update and keeps its refusal.
func (s *DeactivationStory) Says(when time.Duration, update string, in any) (refusal *error) {
	refusal = new(error)
	s.At(when, func() { s.update(update, "", in, func(_ contract.Deactivation, err error) { *refusal = err }) })
	return refusal
}

// Undoes takes the deactivation back.
func (s *DeactivationStory) Undoes(when time.Duration) (refusal *error) {
	return s.Says(when, contract.UpdateUndoDeactivation, contract.DeactivationUndo{By: "u1"})
}

// Decides sends a decision of support.
func (s *DeactivationStory) Decides(when time.Duration, action string) (refusal *error) {
	return s.Says(when, contract.UpdateResolve, contract.Resolution{Action: action, Note: "as agreed", Actor: "support-1"})
}

func (s *DeactivationStory) update(name, key string, arg any, answered func(contract.Deactivation, error)) {
	s.UpdateWorkflow(name, key, &testsuite.TestUpdateCallback{
		OnAccept: func() {},
		OnReject: func(err error) { answered(contract.Deactivation{}, asReceived(err)) },
		OnComplete: func(answer any, err error) {
			d, _ := answer.(contract.Deactivation)
			if err != nil {
				err = asReceived(err)
			}
			answered(d, err)
		},
	}, arg)
}

// Runs takes the deactivation to its end.
func (s *DeactivationStory) Runs() contract.Deactivation {
	s.ExecuteWorkflow(contract.WorkflowLineDeactivation, s.Input)
	require.True(s.T, s.IsWorkflowCompleted())
	require.NoError(s.T, s.GetWorkflowError())
	return s.Books.Last()
}
