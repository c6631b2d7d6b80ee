// Package verification stores and checks the proofs of a session: one-time codes, the ID of a number, its own lines.
package verification

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"time"

	"selfcare/api/server/middleware"
	"selfcare/internal/contract"
	storeerrors "selfcare/internal/store/errors"
	linestore "selfcare/internal/store/line"
)

// provenFor is the lifetime of a proof.
const provenFor = 30 * time.Minute

// Proofs for a registration or a new password: the ID of a number, then a code sent to it.
const (
	ProofID   = "id"
	proofCode = "code"
)

// proofSlot binds a proof to its source and session. Its value is only the line's id.
func proofSlot(kind, source string, current *middleware.Request) string {
	return kind + ":" + source + ":" + hex.EncodeToString(current.Token)
}

// ProveCode records that the code of a number was right.
func (s *LineAccess) ProveCode(ctx context.Context, source, mobile string) (until time.Time, err error) {
	line, err := s.LineFor(ctx, source, mobile)
	if err != nil {
		return until, err
	}
	return s.Prove(ctx, proofCode, source, line.ID)
}

// Prove records a proof of this session about a line.
func (s *LineAccess) Prove(ctx context.Context, kind, source, lineID string) (until time.Time, err error) {
	if err := s.Cache.Note(ctx, proofSlot(kind, source, middleware.RequestOf(ctx)), lineID, provenFor); err != nil {
		s.LogFailure(ctx, "keep a proof", err)
		return until, contract.Refuse(contract.FailUnavailable)
	}
	return s.Now().UTC().Add(provenFor), nil
}

// ValidateProvenCode tells whether this session has proven the code of a line for a source. The proof can be used until it
// expires: a declined payment is tried again.
func (s *LineAccess) ValidateProvenCode(ctx context.Context, source, lineID string) error {
	shown, err := s.readShownID(ctx, proofCode, source)
	if err == nil && shown != lineID {
		err = contract.Refuse(contract.FailProofMissing)
	}
	return err
}

func (s *LineAccess) readShownID(ctx context.Context, kind, source string) (lineID string, err error) {
	lineID, err = s.Cache.ReadNote(ctx, proofSlot(kind, source, middleware.RequestOf(ctx)))
	if err != nil {
		s.LogFailure(ctx, "read a proof", err)
		return "", contract.Refuse(contract.FailUnavailable)
	}
	return lineID, nil
}

// proofs in the order in which a session shows them.
var proofs = [2]string{ProofID, proofCode}

// ReadProvenLine returns the line whose ID and code this session has proven for a source. The proofs stay until their
// purpose is done, so that it can be repeated; then they are dropped, and count once.
func (s *LineAccess) ReadProvenLine(ctx context.Context, source string) (linestore.Line, error) {
	var ids [len(proofs)]string
	for i, kind := range proofs {
		id, err := s.readShownID(ctx, kind, source)
		if err != nil {
			return linestore.Line{}, err
		}
		ids[i] = id
	}
	if ids[0] == "" || ids[0] != ids[1] {
		return linestore.Line{}, contract.Refuse(contract.FailProofMissing)
	}
	line, err := s.Lines.Get(ctx, ids[0])
	if errors.Is(err, storeerrors.ErrNotFound) {
		return line, contract.Refuse(contract.FailProofMissing)
	}
	if err != nil {
		return line, fmt.Errorf("read line: %w", err)
	}
	return line, nil
}

// DropProofs ends the proofs of this session for a source. If that fails they end with the session, or after half an
// hour.
func (s *LineAccess) DropProofs(ctx context.Context, source string) {
	for _, kind := range proofs {
		_, err := s.Cache.TakeNote(ctx, proofSlot(kind, source, middleware.RequestOf(ctx)))
		s.LogFailure(ctx, "drop a proof", err)
	}
}
