package servertest

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/activities/subscription"
	"selfcare/internal/contract"
	"selfcare/internal/domain/line"
)

// ProofBooks writes proofs and makes the changes that they allow.
type ProofBooks struct {
	*subscription.Proofs
	*subscription.Proven
}

// FakeProofs plays the workflows that wait for answers in the identity app, on the real tables.
type FakeProofs struct {
	Books ProofBooks
	Asked []contract.LineProofInput
	Last  contract.LineProof
	Err   error
}

func (f *FakeProofs) Prove(ctx context.Context, in contract.LineProofInput, _ string) (contract.LineProof, error) {
	f.Asked = append(f.Asked, in)
	if f.Err != nil {
		return contract.LineProof{}, f.Err
	}
	if f.Last.Stage == contract.ProofWaiting {
		return f.Last, line.ValidatePush(f.Last, in.Proof)
	}
	f.Last = in.Proof
	f.Last.TransactionID, f.Last.Random = fmt.Sprintf("t%d", len(f.Asked)), "42"
	f.Last.Stage, f.Last.ExpiresAt = contract.ProofWaiting, time.Now().Add(3*time.Minute).Truncate(time.Second)
	return f.Last, AsRefusal(f.Books.SaveLineProof(ctx, f.Last))
}

// Answer does what the workflow does after an answer in the app.
func (f *FakeProofs) Answer(t *testing.T, status contract.IdentityStatus) {
	t.Helper()
	f.Last = line.Answered(f.Last, status)
	require.NoError(t, f.Books.SaveLineProof(t.Context(), f.Last))
	if f.Last.Stage != contract.ProofConfirmed {
		return
	}
	f.Last.Stage = contract.ProofDone
	if err := AsRefusal(f.Books.ChangeProvenLine(t.Context(), f.Last)); err != nil {
		f.Last.Stage, f.Last.Refused = contract.ProofRefused, RefusalIn(err)
	}
	require.NoError(t, f.Books.SaveLineProof(t.Context(), f.Last))
}

// RefusalIn returns the code of the refusal in an answer.
func RefusalIn(err error) contract.Code {
	var refused *contract.Refusal
	if errors.As(err, &refused) {
		return refused.Code
	}
	return ""
}
