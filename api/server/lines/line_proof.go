package lines

import (
	"context"
	"errors"
	"fmt"

	"selfcare/api/gen"
	"selfcare/api/server/middleware"
	"selfcare/api/server/optional"
	"selfcare/internal/contract"
	"selfcare/internal/contract/texts"
	"selfcare/internal/domain/line"
	"selfcare/internal/domain/ratelimit"
	storeerrors "selfcare/internal/store/errors"
	linestore "selfcare/internal/store/line"
)

// Proofs ask holders of lines to confirm changes in the identity app.
type Proofs interface {
	Prove(ctx context.Context, in contract.LineProofInput, key string) (contract.LineProof, error)
}

type proofReader interface {
	ProofOf(ctx context.Context, lineID, userID string) (contract.LineProof, error)
}

// ProveLine sends a push to the holder of the chosen line. The line is suspended, or brought back, once the holder
// confirms.
func (s *LineHandlers) ProveLine(ctx context.Context, req gen.ProveLineRequestObject) (gen.ProveLineResponseObject, error) {
	current, what := middleware.RequestOf(ctx), string(req.Body.Change)
	found, _, err := s.validateSuspension(ctx, what)
	if err != nil {
		return nil, err
	}
	if err := s.permitPush(ctx, found); err != nil {
		return nil, err
	}
	proof, err := s.Proofs.Prove(ctx, contract.LineProofInput{IDNumber: found.Person.IDNumber, ClientAddress: current.FullAddress(), Proof: contract.LineProof{
		ID: s.Derive.ID("line proof", current.Subject, current.Key), LineID: found.ID, UserID: current.User.ID,
		Language: current.Language, Change: what, Trace: traceOf(current),
	}}, current.Key)
	if err != nil {
		return nil, err
	}
	return gen.ProveLine200JSONResponse{LineProofNowJSONResponse: s.showProof(ctx, proof)}, nil
}

// permitPush counts pushes by their recipient, including those of orders; after a refusal the limit is lower. Opening
// the dialog of a pending push sends no new one.
func (s *LineHandlers) permitPush(ctx context.Context, found linestore.Line) error {
	last, err := s.lastProof(ctx, found.ID)
	if err != nil {
		return err
	}
	person := ratelimit.About{ratelimit.IDNumber: found.Person.IDNumber}
	switch last.Stage {
	case contract.ProofWaiting, contract.ProofConfirmed:
		return nil
	case contract.ProofRejected:
		if err := s.Permit(ctx, ratelimit.IdentityPushAgain, person); err != nil {
			return err
		}
	case contract.ProofDone, contract.ProofExpired, contract.ProofUnknown, contract.ProofRefused:
	}
	return s.Permit(ctx, ratelimit.IdentityPush, person)
}

// lastProof has no stage if the caller has asked for none.
func (s *LineHandlers) lastProof(ctx context.Context, lineID string) (contract.LineProof, error) {
	last, err := s.Proven.ProofOf(ctx, lineID, middleware.RequestOf(ctx).User.ID)
	if err != nil && !errors.Is(err, storeerrors.ErrNotFound) {
		return last, fmt.Errorf("read proof: %w", err)
	}
	return line.ShownProof(last, s.Now()), nil
}

// GetLineProof shows the state of the caller's last push.
func (s *LineHandlers) GetLineProof(ctx context.Context, _ gen.GetLineProofRequestObject) (gen.GetLineProofResponseObject, error) {
	last, err := s.lastProof(ctx, middleware.RequestOf(ctx).Line.LineID)
	if err != nil {
		return nil, err
	}
	if last.Stage == "" {
		return nil, contract.Refuse(contract.FailProofNone)
	}
	return gen.GetLineProof200JSONResponse{LineProofNowJSONResponse: s.showProof(ctx, last)}, nil
}

func (s *LineHandlers) showProof(ctx context.Context, p contract.LineProof) (shown gen.LineProofNowJSONResponse) {
	shown.Data = gen.LineProof{
		Change: gen.LineProofChange(p.Change), Stage: gen.LineProofStage(p.Stage), Random: p.Random, ExpiresAt: p.ExpiresAt.UTC(),
	}
	if p.Refused != "" {
		refusal := optional.Part(&shown.Data.Refusal)
		refusal.MessageKey, refusal.Message = string(p.Refused), texts.Text(middleware.RequestOf(ctx).Language, p.Refused, nil)
	}
	return shown
}
