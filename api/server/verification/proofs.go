// Package verification is what a session has shown to be true: one-time codes, the ID of a number, which lines are its own.
package verification

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"time"

	"selfcare/api/server/middleware"
	"selfcare/internal/contract"
	"selfcare/internal/store"
)

// provenFor is how long a session may use what it has shown.
const provenFor = 30 * time.Minute

// What a session shows on the way to a registration or a new password: the ID of a number, then a code sent to it.
const (
	ProofID   = "id"
	proofCode = "code"
)

// proofSlot binds a proof to its source and session. What is kept under it is the line's id, which says nothing.
func proofSlot(kind, source string, current *middleware.Request) string {
	return kind + ":" + source + ":" + hex.EncodeToString(current.Token)
}

// ProveCode notes that the code of a number was right.
func (s *LineAccess) ProveCode(ctx context.Context, source, mobile string) (until time.Time, err error) {
	line, err := s.LineFor(ctx, source, mobile)
	if err != nil {
		return until, err
	}
	return s.Prove(ctx, proofCode, source, line.ID)
}

// Prove notes that this session has shown something about a line.
func (s *LineAccess) Prove(ctx context.Context, kind, source, lineID string) (until time.Time, err error) {
	if err := s.Cache.Note(ctx, proofSlot(kind, source, middleware.RequestOf(ctx)), lineID, provenFor); err != nil {
		s.LogFailure(ctx, "keep a proof", err)
		return until, contract.Refuse(contract.FailUnavailable)
	}
	return s.Now().UTC().Add(provenFor), nil
}

// CodeShown tells whether this session has shown the code of a line for a source. It may be used until it is over: a payment that is
// declined is tried again.
func (s *LineAccess) CodeShown(ctx context.Context, source, lineID string) error {
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

// proofs are what a session shows, in this order.
var proofs = [2]string{ProofID, proofCode}

// ReadProvenLine answers with the line whose ID and code this session has shown for a source. The proofs stay until what they are for
// is done, so that it can be repeated; then they are dropped, and count once.
func (s *LineAccess) ReadProvenLine(ctx context.Context, source string) (store.Line, error) {
	var ids [len(proofs)]string
	for i, kind := range proofs {
		id, err := s.readShownID(ctx, kind, source)
		if err != nil {
			return store.Line{}, err
		}
		ids[i] = id
	}
	if ids[0] == "" || ids[0] != ids[1] {
		return store.Line{}, contract.Refuse(contract.FailProofMissing)
	}
	line, err := s.Lines.Get(ctx, ids[0])
	if errors.Is(err, store.ErrNotFound) {
		return line, contract.Refuse(contract.FailProofMissing)
	}
	if err != nil {
		return line, fmt.Errorf("read line: %w", err)
	}
	return line, nil
}

// DropProofs ends what this session has shown for a source. Where that fails they end with the session, or after half an hour.
func (s *LineAccess) DropProofs(ctx context.Context, source string) {
	for _, kind := range proofs {
		_, err := s.Cache.TakeNote(ctx, proofSlot(kind, source, middleware.RequestOf(ctx)))
		s.LogFailure(ctx, "drop a proof", err)
	}
}
