package site

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"selfcare/api/gen"
	"selfcare/api/server/middleware"
	"selfcare/internal/contract"
	"selfcare/internal/domain/site"
	storeerrors "selfcare/internal/store/errors"
	sitestore "selfcare/internal/store/site"
)

type siteCache interface {
	Site(ctx context.Context) (content []byte, generation int64, err error)
	StoreSite(ctx context.Context, generation int64, content []byte) error
}

type contentReader interface {
	Content(ctx context.Context) (sitestore.Content, error)
	GetPreview(ctx context.Context, tokenHash []byte, now time.Time) (sitestore.Content, error)
}

// siteInForce is the content with the planned or current maintenance.
type siteInForce struct {
	site.Site
	maintenance *site.Window
	file        string
}

// site may be some seconds old, like all shared data.
func (s *SiteHandlers) site(ctx context.Context) (siteInForce, error) {
	return middleware.ReadCached(ctx, s.LocalCache, "site", s.readSite)
}

// siteFor returns the content in force, or that of a preview link.
func (s *SiteHandlers) siteFor(ctx context.Context, preview *gen.ContentPreview) (siteInForce, error) {
	if preview == nil {
		return s.site(ctx)
	}
	return middleware.ReadCached(ctx, s.LocalCache, "site "+*preview, func(ctx context.Context) (siteInForce, error) {
		hash, readable := middleware.TokenHash(*preview)
		if !readable {
			return siteInForce{}, contract.Refuse(contract.FailPreviewOver)
		}
		content, err := s.Content.GetPreview(ctx, hash, s.Now())
		if errors.Is(err, storeerrors.ErrNotFound) {
			return siteInForce{}, contract.Refuse(contract.FailPreviewOver)
		}
		if err != nil {
			return siteInForce{}, fmt.Errorf("read a preview: %w", err)
		}
		parsed, err := site.Parse(content.File)
		return siteInForce{parsed, nil, content.File}, err
	})
}

func (s *SiteHandlers) readSite(ctx context.Context) (siteInForce, error) {
	content, err := s.siteContent(ctx)
	if errors.Is(err, storeerrors.ErrNotFound) {
		return siteInForce{}, fmt.Errorf("no site content was ever loaded: %w", contract.Refuse(contract.FailUnavailable))
	}
	if err != nil {
		return siteInForce{}, fmt.Errorf("read site content: %w", err)
	}
	parsed, err := s.kept.parse(content.File)
	return siteInForce{parsed, content.Maintenance, content.File}, err
}

// siteContent asks Redis before Postgres. A failing Redis only costs the query.
func (s *SiteHandlers) siteContent(ctx context.Context) (sitestore.Content, error) {
	kept, generation, away := s.Cache.Site(ctx)
	if kept != nil {
		var content sitestore.Content
		if err := json.Unmarshal(kept, &content); err == nil {
			return content, nil
		}
	}
	content, err := s.Content.Content(ctx)
	if err != nil {
		return content, err
	}
	if away == nil {
		away = s.keepSite(ctx, generation, content)
	}
	if away != nil {
		s.Log.WarnContext(ctx, "site content could not be cached in Redis", "error", away)
	}
	return content, nil
}

func (s *SiteHandlers) keepSite(ctx context.Context, generation int64, content sitestore.Content) error {
	written, err := json.Marshal(content)
	if err != nil {
		return fmt.Errorf("encode site content: %w", err)
	}
	return s.Cache.StoreSite(ctx, generation, written)
}
