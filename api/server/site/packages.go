package site

import (
	"context"
	"errors"
	"fmt"
	"log/slog"

	"selfcare/api/gen"
	"selfcare/api/server/optional"
	"selfcare/api/server/present"
	"selfcare/internal/domain/site"
	storeerrors "selfcare/internal/store/errors"
)

// packages are plans with their contents, which lead to an order with the plan chosen. A plan that is no longer on sale is left out.
func (s *SiteHandlers) packages(ctx context.Context, known site.Site, language string) ([]gen.Package, error) {
	v := present.In(language)
	packages := []gen.Package{}
	for _, offered := range known.Packages {
		plan, err := s.Catalogue.Plan(ctx, offered.Plan)
		if errors.Is(err, storeerrors.ErrNotFound) {
			s.Log.WarnContext(ctx, "a package on the first page is not on sale", slog.String("plan", offered.Plan))
			continue
		}
		if err != nil {
			return nil, fmt.Errorf("read package: %w", err)
		}
		packages = append(packages, gen.Package{
			Id: plan.ID, DesktopImage: optional.Text(offered.Image), Url: packageAddress(known.Link(offered.Target, language), offered), Price: int64(plan.Price),
			Period: v.PlanPeriod(plan), SubscriptionType: gen.SubscriptionType(plan.SubscriptionType), Items: v.PlanItems(plan.Items),
			Title: v.Localized(plan.NameAr, plan.NameEn), Details: v.Localized(plan.DescriptionAr, plan.DescriptionEn),
		})
	}
	return packages, nil
}

func packageAddress(address string, offered site.Package) string {
	if offered.Route == "" {
		return address
	}
	return address + "?package=" + offered.Plan
}
