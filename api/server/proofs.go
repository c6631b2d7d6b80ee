package server

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"time"

	"selfcare/api/gen"
	"selfcare/internal/cache"
	"selfcare/internal/contract"
	"selfcare/internal/domain/number"
	"selfcare/internal/store"
)

// provenFor is how long a session may use what it has shown.
const provenFor = 30 * time.Minute

// idGuesses bounds guessing of ID numbers: from one address, and for one number.
var idGuesses = cache.Limit{Max: 20, Window: 10 * time.Minute}

// What a session shows on the way to a registration or a new password: the ID of a number, then a code sent to it.
const (
	proofID   = "id"
	proofCode = "code"
)

// proofSlot binds a proof to its source and session. What is kept under it is the line's id, which says nothing.
func proofSlot(kind, source string, current *request) string {
	return kind + ":" + source + ":" + hex.EncodeToString(current.token)
}

// ValidateIdOfNumber notes for this session that it knows the ID a number belongs to.
func (s *loginHandlers) ValidateIdOfNumber(ctx context.Context, req gen.ValidateIdOfNumberRequestObject) (gen.ValidateIdOfNumberResponseObject, error) {
	mobile, err := typedNumber("mobile_number", req.Body.MobileNumber)
	if err != nil {
		return nil, err
	}
	source := string(req.Body.Source)
	line, err := s.access.lineUnder(ctx, source, mobile, req.Body.IdNumber)
	if err != nil && source == string(gen.OtpSourceReplacement) {
		err = s.access.onItsWay(ctx, mobile, req.Body.IdNumber, err)
	}
	if err != nil {
		return nil, err
	}
	if err := s.mayGoOn(ctx, source, mobile); err != nil {
		return nil, err
	}
	until, err := s.access.prove(ctx, proofID, source, line.ID)
	if err != nil {
		return nil, err
	}
	var answer gen.ValidateIdOfNumber200JSONResponse
	answer.Data.ProvenUntil = until
	return answer, nil
}

// lineUnder finds a line of ours that belongs to an ID number.
func (s *lineAccess) lineUnder(ctx context.Context, source, mobile, idNumber string) (store.Line, error) {
	if err := s.permitIDGuess(ctx, mobile); err != nil {
		return store.Line{}, err
	}
	line, err := s.lineFor(ctx, source, mobile)
	if err != nil {
		return line, err
	}
	under, err := s.lines.Under(ctx, mobile, idNumber)
	switch {
	case err != nil:
		return line, fmt.Errorf("check the owner of a line: %w", err)
	case !under && number.IsDataSIM(mobile):
		return line, contract.RefuseField("id_number", contract.FailIDNotOfDataSIM)
	case !under:
		return line, contract.RefuseField("id_number", contract.FailIDNotOfNumber)
	default:
		return line, nil
	}
}

func (s *lineAccess) permitIDGuess(ctx context.Context, mobile string) error {
	if err := s.permit(ctx, "id:"+requestOf(ctx).client, idGuesses); err != nil {
		return err
	}
	return s.permit(ctx, "id-of:"+s.derive.token("code address", mobile), idGuesses)
}

// lineOf finds a number in service with us; one that was brought along may have any prefix.
func (s *lineAccess) lineOf(ctx context.Context, mobile string) (store.Line, error) {
	line, err := s.lines.ByNumber(ctx, mobile)
	if errors.Is(err, store.ErrNotFound) && !number.IsOurs(mobile) && !number.IsDataSIM(mobile) {
		return line, contract.RefuseField("mobile_number", contract.FailNotOurNumber)
	}
	if errors.Is(err, store.ErrNotFound) {
		return line, contract.RefuseField("mobile_number", contract.FailNumberAbsent)
	}
	if err != nil {
		return line, fmt.Errorf("read line: %w", err)
	}
	return line, nil
}

// lineFor finds a number for a source. Who registers a number may have mistyped it; whoever has a password or a SIM to be
// replaced speaks of a number they know to be theirs.
func (s *lineAccess) lineFor(ctx context.Context, source, mobile string) (store.Line, error) {
	line, err := s.lineOf(ctx, mobile)
	var refused *contract.Refusal
	if errors.As(err, &refused) && refused.Code == contract.FailNumberAbsent && source != string(gen.OtpSourceRegister) {
		return line, contract.RefuseField("mobile_number", contract.FailNumberNotFound)
	}
	return line, err
}

// mayGoOn: a number registers once, only a registered one has a password to reset, and any has a SIM to replace.
func (s *loginHandlers) mayGoOn(ctx context.Context, source, mobile string) error {
	if source == string(gen.OtpSourceReplacement) {
		return nil
	}
	_, err := s.registered(ctx, mobile)
	var absent *contract.Refusal
	switch {
	case errors.As(err, &absent) && source == string(gen.OtpSourceRegister):
		return nil
	case err == nil && source == string(gen.OtpSourceRegister):
		return contract.RefuseField("mobile_number", contract.FailNumberHasUser)
	default:
		return err
	}
}

// provenAddress is where a code for a number goes whose ID this session has shown.
func (s *lineAccess) provenAddress(ctx context.Context, source, mobile string) (address, error) {
	line, err := s.lineFor(ctx, source, mobile)
	if err != nil {
		return address{}, err
	}
	shown, err := s.shown(ctx, proofID, source)
	if err != nil {
		return address{}, err
	}
	if shown == "" || shown != line.ID {
		return address{}, contract.Refuse(contract.FailProofMissing)
	}
	return reachable(line)
}

// reachable is where the holder of a line gets messages. A data SIM receives none: its owner left a contact.
func reachable(line store.Line) (address, error) {
	if line.Kind != store.LineData {
		return address{mobile: line.MSISDN}, nil
	}
	if line.Contact.Mobile == "" && line.Contact.Email == "" {
		return address{}, contract.Refuse(contract.FailDataSIM)
	}
	return address{mobile: line.Contact.Mobile, email: line.Contact.Email}, nil
}

// proveCode notes that the code of a number was right.
func (s *lineAccess) proveCode(ctx context.Context, source, mobile string) (until time.Time, err error) {
	line, err := s.lineFor(ctx, source, mobile)
	if err != nil {
		return until, err
	}
	return s.prove(ctx, proofCode, source, line.ID)
}

func (s *lineAccess) prove(ctx context.Context, kind, source, lineID string) (until time.Time, err error) {
	if err := s.cache.Note(ctx, proofSlot(kind, source, requestOf(ctx)), lineID, provenFor); err != nil {
		s.logFailure(ctx, "keep a proof", err)
		return until, contract.Refuse(contract.FailUnavailable)
	}
	return s.now().UTC().Add(provenFor), nil
}

func (s *lineAccess) shown(ctx context.Context, kind, source string) (lineID string, err error) {
	lineID, err = s.cache.Noted(ctx, proofSlot(kind, source, requestOf(ctx)))
	if err != nil {
		s.logFailure(ctx, "read a proof", err)
		return "", contract.Refuse(contract.FailUnavailable)
	}
	return lineID, nil
}

// proofs are what a session shows, in this order.
var proofs = [2]string{proofID, proofCode}

// proven answers with the line whose ID and code this session has shown for a source. The proofs stay until what they are for
// is done, so that it can be repeated; then they are dropped, and count once.
func (s *lineAccess) proven(ctx context.Context, source string) (store.Line, error) {
	var ids [len(proofs)]string
	for i, kind := range proofs {
		id, err := s.shown(ctx, kind, source)
		if err != nil {
			return store.Line{}, err
		}
		ids[i] = id
	}
	if ids[0] == "" || ids[0] != ids[1] {
		return store.Line{}, contract.Refuse(contract.FailProofMissing)
	}
	line, err := s.lines.Get(ctx, ids[0])
	if errors.Is(err, store.ErrNotFound) {
		return line, contract.Refuse(contract.FailProofMissing)
	}
	if err != nil {
		return line, fmt.Errorf("read line: %w", err)
	}
	return line, nil
}

// dropProofs ends what this session has shown for a source. Where that fails they end with the session, or after half an hour.
func (s *lineAccess) dropProofs(ctx context.Context, source string) {
	for _, kind := range proofs {
		_, err := s.cache.TakeNote(ctx, proofSlot(kind, source, requestOf(ctx)))
		s.logFailure(ctx, "drop a proof", err)
	}
}
