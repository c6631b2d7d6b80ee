package account

import (
	"context"
	"errors"
	"fmt"

	"selfcare/api/gen"
	"selfcare/api/server/middleware"
	"selfcare/internal/contract"
	"selfcare/internal/store"
	"selfcare/internal/store/audit"
	storeerrors "selfcare/internal/store/errors"
)

type signInHistory interface {
	SignIns(ctx context.Context, userID string, limit int) ([]audit.Record, error)
}

// signInsShown is long enough to spot an attack, and short enough to read.
const signInsShown = 20

// ListSessions shows the user's open sessions.
func (s *SessionHandlers) ListSessions(ctx context.Context, _ gen.ListSessionsRequestObject) (gen.ListSessionsResponseObject, error) {
	current := middleware.RequestOf(ctx)
	open, err := s.Sessions.Of(ctx, current.User.ID, current.Token, s.Now())
	if err != nil {
		return nil, fmt.Errorf("read sessions: %w", err)
	}
	shown := make([]gen.UserSession, len(open))
	for i, o := range open {
		shown[i] = gen.UserSession{
			Id: o.ID, Current: o.Current, Provider: gen.SignInWay(o.Provider), Browser: o.Browser, System: o.System,
			Network: o.Network, BegunAt: o.BegunAt.UTC(), UsedAt: o.UsedAt.UTC(),
		}
	}
	return gen.ListSessions200JSONResponse{Data: shown}, nil
}

// ListSignIns shows the last sign-ins, including failed ones that may be another person's.
func (s *SessionHandlers) ListSignIns(ctx context.Context, _ gen.ListSignInsRequestObject) (gen.ListSignInsResponseObject, error) {
	entries, err := s.History.SignIns(ctx, middleware.RequestOf(ctx).User.ID, signInsShown)
	if err != nil {
		return nil, fmt.Errorf("read sign-ins: %w", err)
	}
	shown := make([]gen.SignInAttempt, len(entries))
	for i, e := range entries {
		shown[i] = gen.SignInAttempt{
			At: e.At.UTC(), Succeeded: e.Action == signedIn.action, Provider: gen.SignInWay(e.Details["provider"]),
			Browser: e.Details["browser"], System: e.Details["system"], Network: e.Details["client"],
		}
	}
	return gen.ListSignIns200JSONResponse{Data: shown}, nil
}

// EndUserSession signs the user out on one device.
func (s *SessionHandlers) EndUserSession(ctx context.Context, req gen.EndUserSessionRequestObject) (gen.EndUserSessionResponseObject, error) {
	user := middleware.RequestOf(ctx).User.ID
	err := s.Audit.changeAudited(ctx, sessionEnded.of(req.SessionId), user, func(q *store.Tx) error {
		return q.Sessions.EndOf(ctx, user, req.SessionId)
	})
	if errors.Is(err, storeerrors.ErrNotFound) {
		return nil, contract.Refuse(contract.FailSessionUnknown)
	}
	return gen.EndUserSession204Response{}, err
}

// EndOtherSessions signs the user out everywhere but here.
func (s *SessionHandlers) EndOtherSessions(ctx context.Context, _ gen.EndOtherSessionsRequestObject) (gen.EndOtherSessionsResponseObject, error) {
	current := middleware.RequestOf(ctx)
	err := s.Audit.changeAudited(ctx, othersSignedOut, current.User.ID, func(q *store.Tx) error {
		return q.Sessions.EndAllOf(ctx, current.User.ID, current.Token)
	})
	return gen.EndOtherSessions204Response{}, err
}
