package orders

import (
	"cmp"
	"context"
	"encoding/hex"
	"errors"
	"fmt"

	"selfcare/api/gen"
	"selfcare/api/server/middleware"
	"selfcare/api/server/optional"
	"selfcare/internal/contract"
	"selfcare/internal/domain/messagelink"
	"selfcare/internal/domain/permission"
	"selfcare/internal/domain/ratelimit"
	storeerrors "selfcare/internal/store/errors"
)

// OpenOrderLink opens the part of an order that a link is for. A signed-in owner opens the order as usual.
func (s *OrderHandlers) OpenOrderLink(ctx context.Context, req gen.OpenOrderLinkRequestObject) (gen.OpenOrderLinkResponseObject, error) {
	if err := s.Permit(ctx, ratelimit.OrderLink, nil); err != nil {
		return nil, err
	}
	opened, err := s.Links.Find(ctx, req.Body.Token)
	switch {
	case errors.Is(err, storeerrors.ErrNotFound), err == nil && opened.OrderID == "":
		return nil, contract.Refuse(contract.FailLinkInvalid)
	case err != nil:
		return nil, fmt.Errorf("find link: %w", err)
	}
	answer := gen.OpenOrderLink200JSONResponse{OrderId: opened.OrderID, Opened: gen.OrderPart(permission.WholeOrder)}
	if user := middleware.RequestOf(ctx).User.ID; user != "" {
		owns, err := s.Orders.Owns(ctx, user, opened.OrderID)
		if err != nil {
			return nil, fmt.Errorf("look for the order's owner: %w", err)
		}
		if owns {
			return answer, nil
		}
	}
	session, err := s.openLink(ctx, opened, messagelink.Code(req.Body.Token))
	answer.Opened, answer.OrderSessionId = gen.OrderPart(opened.Scope), optional.Text(session)
	return answer, err
}

// openLink returns the session of a link for the first browser. It derives from both, so that a repeat finds it again.
func (s *OrderHandlers) openLink(ctx context.Context, opened messagelink.Link, code messagelink.Code) (session string, err error) {
	record, err := s.Orders.Get(ctx, opened.OrderID)
	if errors.Is(err, storeerrors.ErrNotFound) {
		return "", contract.Refuse(contract.FailLinkInvalid)
	}
	if err != nil {
		return "", fmt.Errorf("read order: %w", err)
	}
	ended := map[string]string{"order": record.Order.Number}
	if opened.Over(s.Now()) {
		return "", contract.RefuseWith(contract.FailLinkOver, ended)
	}
	current := middleware.RequestOf(ctx)
	session = s.Derive.Token("order link session", string(code), cmp.Or(current.Session.DeviceID, hex.EncodeToString(current.Token)))
	hash, _ := middleware.TokenHash(session)
	err = s.Orders.OpenLink(ctx, opened.OrderID, code.Digest(), hash, opened.Scope, opened.SessionEnds(s.Now()))
	switch {
	case errors.Is(err, storeerrors.ErrConflict):
		return "", contract.RefuseWith(contract.FailLinkOpened, ended)
	case err != nil:
		return "", fmt.Errorf("open link: %w", err)
	}
	return session, nil
}
