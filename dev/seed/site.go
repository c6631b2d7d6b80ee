package seed

import (
	"context"
	_ "embed"
	"errors"

	"selfcare/internal/store"
	storeerrors "selfcare/internal/store/errors"
	"selfcare/internal/store/site"
)

// SiteFile is the content of the site.
//
//go:embed site.yaml
var SiteFile string

const siteSource = "development data"

// seedSite follows the file, unless another one was loaded.
func seedSite(ctx context.Context, s *store.Store) error {
	inForce, err := s.Site.Content(ctx)
	if err != nil && !errors.Is(err, storeerrors.ErrNotFound) {
		return err
	}
	if err == nil && inForce.Source != siteSource {
		return nil
	}
	return s.Site.Load(ctx, site.File{Source: siteSource, File: SiteFile, By: "seed"})
}
