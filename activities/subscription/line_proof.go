package subscription

import (
	"context"
	"errors"

	"selfcare/activities/internal/failure"
	"selfcare/internal/contract"
	storeerrors "selfcare/internal/store/errors"
	"selfcare/internal/store/identity"
	"selfcare/internal/store/subscription"
)

// LineSuspender tells the workflow of a line's plan to suspend the line or to bring it back. The key of the choice is the idempotency key.
type LineSuspender interface {
	SuspendLine(ctx context.Context, s contract.PlanSubscription, key string, in contract.SuspensionChoice) (contract.PlanSubscription, error)
	ReturnLine(ctx context.Context, s contract.PlanSubscription, key string, in contract.SuspensionChoice) (contract.PlanSubscription, error)
}

// Proofs are the requests to the identity app by which the holder of a line proves to be its holder.
type Proofs struct{ identities identity.Identities }

// NewProofs needs the requests to the identity app.
func NewProofs(i identity.Identities) *Proofs { return &Proofs{i} }

// Proven changes lines whose holder has confirmed the change in the identity app.
type Proven struct {
	plans subscription.Subscriptions
	way   LineSuspender
}

// NewProven needs the plans of lines, and a suspender for their workflows.
func NewProven(p subscription.Subscriptions, w LineSuspender) *Proven { return &Proven{p, w} }

// SaveLineProof writes the stage of a proof. An answer that proves another request is refused.
func (a *Proofs) SaveLineProof(ctx context.Context, p contract.LineProof) error {
	err := a.identities.SaveProof(ctx, p)
	if errors.Is(err, storeerrors.ErrConflict) {
		err = contract.Refuse(contract.FailIdentityInProgress)
	}
	return failure.Map("save line proof", err)
}

// ChangeProvenLine suspends the line of a proof, or brings it back. It may be repeated: the proof is the key of the change.
func (a *Proven) ChangeProvenLine(ctx context.Context, p contract.LineProof) error {
	s, err := a.plans.Get(ctx, p.LineID)
	if errors.Is(err, storeerrors.ErrNotFound) {
		err = contract.Refuse(contract.FailSubscriptionUnknown)
	}
	if err == nil {
		in := contract.SuspensionChoice{Key: p.ID, UserID: p.UserID, Language: p.Language, Proof: contract.ByIdentity, Trace: p.Trace}
		change := a.way.SuspendLine
		if p.Change == contract.ChangeReturn {
			change = a.way.ReturnLine
		}
		_, err = change(ctx, s, p.ID, in)
	}
	return failure.Map("change proven line", err)
}
