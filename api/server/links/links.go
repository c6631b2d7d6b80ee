// Package links leads from the short links of messages to their pages.
package links

import (
	"context"
	"errors"
	"fmt"

	"selfcare/api/gen"
	"selfcare/api/server/middleware"
	"selfcare/internal/contract"
	"selfcare/internal/domain/messagelink"
	"selfcare/internal/domain/ratelimit"
	storeerrors "selfcare/internal/store/errors"
)

// LinkHandlers lead from the short links of messages to their pages.
type LinkHandlers struct {
	*middleware.Core
	Links links
}

type links interface {
	Find(ctx context.Context, code string) (messagelink.Link, error)
}

// FollowLink shows the address of the page behind a short link.
func (s *LinkHandlers) FollowLink(ctx context.Context, req gen.FollowLinkRequestObject) (gen.FollowLinkResponseObject, error) {
	if err := s.Permit(ctx, ratelimit.ShortLink, nil); err != nil {
		return nil, err
	}
	to, err := s.Links.Find(ctx, req.Body.Token)
	switch {
	case errors.Is(err, storeerrors.ErrNotFound), err == nil && (to.Page == "" || to.Over(s.Now())):
		return nil, contract.Refuse(contract.FailMessageLink)
	case err != nil:
		return nil, fmt.Errorf("find link: %w", err)
	}
	return gen.FollowLink200JSONResponse{Page: to.Page}, nil
}
