package support

import (
	"context"
	"fmt"

	"selfcare/api/gen"
	"selfcare/api/server/middleware"
	"selfcare/api/server/optional"
	"selfcare/internal/contract"
	"selfcare/internal/domain/supportcase"
	"selfcare/internal/store/audit"
	supportcasestore "selfcare/internal/store/supportcase"
	"selfcare/internal/store/user"
)

// ClaimCase claims a case, or keeps it for longer; a takeover from another person needs a reason.
func (s *CaseHandlers) ClaimCase(ctx context.Context, req gen.ClaimCaseRequestObject) (gen.ClaimCaseResponseObject, error) {
	of, err := s.findSubject(ctx, supportcase.Kind(req.Kind), req.CaseId)
	if err != nil {
		return nil, err
	}
	if !of.Held && !of.Late {
		return nil, contract.Refuse(contract.FailCaseNotHeld)
	}
	current, now := middleware.RequestOf(ctx), s.Now()
	takeOver, note := optional.Value(req.Body.TakeOver), optional.Value(req.Body.Note)
	if err := supportcase.ValidateClaim(of.Claim, of.Claim.Holds(current.User.ID, now), takeOver, note); err != nil {
		return nil, err
	}
	claim, taken, err := s.Cases.Take(ctx, supportcasestore.Taking{
		Kind: of.Kind, ID: of.ID, By: current.User.ID, Note: note, At: now, Until: now.Add(claimFor), TakeOver: takeOver && note != "",
	})
	if err != nil {
		return nil, fmt.Errorf("claim case: %w", err)
	}
	if !taken { // another person claimed it at the same moment
		return nil, contract.RefuseWith(contract.FailCaseClaimed, map[string]string{"name": claim.Name})
	}
	if err := s.noteAction(ctx, of, "case-claimed", note); err != nil {
		return nil, err
	}
	return gen.ClaimCase200JSONResponse{Data: *wordsOf(ctx).claim(&claim)}, nil
}

// ReleaseCase releases a case that the caller has claimed.
func (s *CaseHandlers) ReleaseCase(ctx context.Context, req gen.ReleaseCaseRequestObject) (gen.ReleaseCaseResponseObject, error) {
	if err := s.Cases.Release(ctx, supportcase.Kind(req.Kind), req.CaseId, middleware.RequestOf(ctx).User.ID); err != nil {
		return nil, fmt.Errorf("release case: %w", err)
	}
	return gen.ReleaseCase204Response{}, nil
}

// NoteCase adds a note to a case.
func (s *CaseHandlers) NoteCase(ctx context.Context, req gen.NoteCaseRequestObject) (gen.NoteCaseResponseObject, error) {
	of, err := s.findSubject(ctx, supportcase.Kind(req.Kind), req.CaseId)
	if err != nil {
		return nil, err
	}
	current := middleware.RequestOf(ctx)
	note := supportcase.Note{By: current.User.ID, Name: nameOf(current.User), Text: req.Body.Note, At: s.Now().UTC()}
	if note, err = s.Cases.AddNote(ctx, of.Kind, of.ID, note); err != nil {
		return nil, fmt.Errorf("add note to case: %w", err)
	}
	return gen.NoteCase201JSONResponse{Data: noteView(note)}, nil
}

func noteView(n supportcase.Note) gen.CaseNote {
	return gen.CaseNote{Id: n.ID, By: n.By, Name: n.Name, Note: n.Text, At: n.At}
}

// nameOf returns the name of a colleague: their sign-in name.
func nameOf(u user.User) string {
	if u.Email != "" {
		return u.Email
	}
	return u.Mobile
}

// noteAction audits a person's action in a case; a repeat is written once.
func (s *CaseHandlers) noteAction(ctx context.Context, of *subject, action, note string) error {
	current := middleware.RequestOf(ctx)
	err := s.Entries.Write(ctx, audit.Record{
		Key: action + "/" + current.User.ID + "/" + current.Key, OrderID: of.audited(), Actor: current.User.ID, Action: action, Note: note,
		Details: map[string]string{"kind": string(of.Kind), "case": of.ID},
	})
	if err != nil {
		return fmt.Errorf("audit an action of support: %w", err)
	}
	return nil
}
