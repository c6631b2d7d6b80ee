package workflows_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/internal/contract"
)

const portedESIMTotal = 5500 // the plan; neither number nor delivery cost anything

// newESIMPortStory is an eSIM ordered with a number from another operator.
func newESIMPortStory(t *testing.T) *portStory {
	s := newESIMStory(t)
	s.input.Order.NumberSource = contract.NumberPortIn
	return &portStory{story: s}
}

func (s *portStory) isPaidESIM() {
	s.say(0, contract.UpdateOpen, nil)
	s.asksFor(time.Second, contract.PortRequest{Operator: "stc", MSISDN: broughtAlong, Window: contract.WindowEarliest})
	s.choosesPlan(5 * time.Second)
	s.claims(10*time.Second, "1000000008")
	s.asksForPush(15 * time.Second)
	s.appAnswers(20*time.Second, "order1", contract.IdentityCompleted)
	s.say(25*time.Second, contract.UpdateProvideContact, contract.Contact{FullName: "Sara Ali", Mobile: "0501234567"})
	s.say(lastWizard, contract.UpdateConfirm, contract.Confirmation{AcceptTerms: true, Total: portedESIMTotal})
	s.pays(paidESIM, "p1")
}

func TestESIMPortOrder_NumberMovesOnceTheProfileIsInstalledAndTheOldOperatorAgrees(t *testing.T) {
	tests := map[string]struct{ installed, approved time.Duration }{
		"installed first":                  {10 * time.Minute, time.Hour},
		"approved while it is not in use":  {time.Hour, 10 * time.Minute},
		"approved in the very same minute": {time.Hour, time.Hour + time.Minute},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			s := newESIMPortStory(t)
			s.isPaidESIM()
			s.isInstalled(tt.installed, firstESIM)
			s.donorSays(tt.approved, 1, 2, contract.PortApproved, "")

			end := s.runsTo(contract.StageActive)

			require.Equal(t, contract.PortCompleted, end.Port.Status)
			last := max(tt.installed+time.Minute, tt.approved)
			require.Equal(t, begin.Add(last+15*time.Minute), end.Port.CutOverAt)
			require.Equal(t, []string{"switch-on " + broughtAlong}, s.did("switch-on"))
			require.Contains(t, s.books.stages(), contract.StagePorting)
			require.Empty(t, s.did("book-parcel", "cancel-profile"))
		})
	}
}

func TestESIMPortOrder_ARejectionIsCorrectedWhileTheProfileWaits(t *testing.T) {
	s := newESIMPortStory(t)
	s.isPaidESIM()
	s.donorSays(10*time.Minute, 1, 2, contract.PortRejected, contract.PortUnpaidDues)
	s.corrects(20*time.Minute, contract.PortCorrection{})
	s.donorSays(30*time.Minute, 2, 2, contract.PortApproved, "")
	s.isInstalled(time.Hour, firstESIM)

	require.Equal(t, 2, s.runsTo(contract.StageActive).Port.Tries)
}

func TestESIMPortOrder_ANumberThatCannotBeHadEndsTheOrderWhereverItIs(t *testing.T) {
	s := newESIMPortStory(t)
	s.isPaidESIM()
	s.donorSays(10*time.Minute, 1, 2, contract.PortRejected, contract.PortSuspended)

	end := s.runsTo(contract.StageCancelled)

	require.Equal(t, begin.Add(10*time.Minute), end.Ended.At, "nobody waits for the installation")
	require.Equal(t, contract.EndedPortRejected, end.Ended.Reason)
	require.EqualValues(t, portedESIMTotal, end.Ended.Refunded)
	require.Equal(t, []string{cancelOne}, s.did("cancel-profile"))
}

func TestESIMPortOrder_CancelledUntilTheNumberMoves(t *testing.T) {
	tests := map[string]struct {
		when     time.Duration
		profiles []string
	}{
		"before the profile is installed": {20 * time.Minute, []string{cancelOne}},
		"installed, waiting for approval": {40 * time.Minute, nil},
		"waiting for the window":          {65 * time.Minute, nil},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			s := newESIMPortStory(t)
			s.isPaidESIM()
			s.isInstalled(30*time.Minute, firstESIM)
			s.donorSays(time.Hour, 1, 2, contract.PortApproved, "")
			s.cancels(tt.when)

			end := s.runsTo(contract.StageCancelled)

			require.Empty(t, s.refusals)
			require.Equal(t, contract.PortWithdrawn, end.Port.Status)
			require.Equal(t, tt.profiles, s.did("cancel-profile"))
			require.EqualValues(t, portedESIMTotal, end.Ended.Refunded)
		})
	}
}
