package line_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/internal/contract"
	"selfcare/internal/domain/line"
)

func TestAnswered_EachAnswer_HasItsStage(t *testing.T) {
	for status, want := range map[contract.IdentityStatus]contract.LineProofStage{
		contract.IdentityCompleted: contract.ProofConfirmed,
		contract.IdentityRejected:  contract.ProofRejected,
		contract.IdentityExpired:   contract.ProofExpired,
		contract.IdentityWaiting:   contract.ProofExpired,
	} {
		answered := line.Answered(contract.LineProof{Stage: contract.ProofWaiting}, status)
		require.Equal(t, want, answered.Stage, status)
		require.Equal(t, want != contract.ProofConfirmed, answered.Over(), status)
	}
}

func TestValidatePush_Cases(t *testing.T) {
	open := contract.LineProof{UserID: "u1", Change: contract.ChangeSuspend, Stage: contract.ProofWaiting}
	refused := contract.Refuse(contract.FailIdentityInProgress)
	tests := map[string]struct {
		change func(open, asked *contract.LineProof)
		want   error
	}{
		"another tab sees the same number": {func(_, _ *contract.LineProof) {}, nil},
		"another user is refused":          {func(_, asked *contract.LineProof) { asked.UserID = "u2" }, refused},
		"one answer never does two things": {func(_, asked *contract.LineProof) { asked.Change = contract.ChangeReturn }, refused},
		"a push in progress":               {func(open, _ *contract.LineProof) { open.Stage = "" }, refused},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			first, second := open, open
			test.change(&first, &second)
			require.Equal(t, test.want, line.ValidatePush(first, second))
		})
	}
}

func TestShownProof_WaitedTooLong_HasExpired(t *testing.T) {
	until := time.Date(2026, 11, 24, 9, 0, 0, 0, time.UTC)
	waiting := contract.LineProof{Stage: contract.ProofWaiting, ExpiresAt: until}
	require.Equal(t, contract.ProofWaiting, line.ShownProof(waiting, until.Add(10*time.Second)).Stage)
	require.Equal(t, contract.ProofExpired, line.ShownProof(waiting, until.Add(10*time.Second+1)).Stage)
	done := contract.LineProof{Stage: contract.ProofDone, ExpiresAt: until}
	require.Equal(t, contract.ProofDone, line.ShownProof(done, until.Add(time.Hour)).Stage)
}
