package site

import (
	"cmp"
	"context"
	"fmt"

	"selfcare/api/gen"
	"selfcare/api/server/middleware"
	"selfcare/api/server/optional"
	"selfcare/api/server/views"
	"selfcare/internal/contract"
	"selfcare/internal/domain/permission"
	"selfcare/internal/domain/site"
	"selfcare/internal/store"
)

// routeToPlans is below which each plan has a page.
const routeToPlans = "plans"

// SearchContent finds pages and plans of the site.
func (s *SiteHandlers) SearchContent(ctx context.Context, req gen.SearchContentRequestObject) (gen.SearchContentResponseObject, error) {
	in := req.Params
	finds, err := s.finds(ctx, wantedLanguage(ctx, in.Language))
	if err != nil {
		return nil, err
	}
	if finds, err = s.openTo(ctx, finds, optional.Value(in.XSubAccount)); err != nil {
		return nil, err
	}
	return gen.SearchContent200JSONResponse(foundPage(in.Query, site.Search(in.Query, finds), cmp.Or(optional.Value(in.Page), 1), cmp.Or(optional.Value(in.PerPage), 10))), nil
}

func foundPage(query string, found []site.Find, page, perPage int) gen.ContentFound {
	view := gen.ContentFound{Total: len(found), Page: page, PerPage: perPage}
	view.Items = optional.OrEmpty(view.Items)
	from := min((page-1)*perPage, len(found))
	for _, find := range found[from:min(from+perPage, len(found))] {
		view.Items = append(view.Items, struct {
			Excerpt string `json:"excerpt"`
			Title   string `json:"title"`
			Url     string `json:"url"`
		}{find.Excerpt(query), find.Title, find.URL})
	}
	return view
}

// finds may be some seconds old, like the content and the plans they are of.
func (s *SiteHandlers) finds(ctx context.Context, language string) ([]site.Find, error) {
	return middleware.Cached(ctx, s.LocalCache, "finds "+language, func(ctx context.Context) ([]site.Find, error) {
		known, err := s.site(ctx)
		if err != nil {
			return nil, err
		}
		plans, _, err := s.Catalogue.Plans(ctx, store.PlanQuery{})
		if err != nil {
			return nil, fmt.Errorf("read plans: %w", err)
		}
		return append(known.Finds(language), planFinds(known.Link(site.Target{Route: routeToPlans}, language), plans, language)...), nil
	})
}

// planFinds: a site without pages of plans has none to be found.
func planFinds(pages string, plans []store.Plan, language string) []site.Find {
	if pages == "" {
		return nil
	}
	v := views.In(language)
	finds := make([]site.Find, len(plans))
	for i, plan := range plans {
		view := v.PlanOnSale(plan)
		finds[i] = site.Find{Title: view.Name, Texts: []string{optional.Value(view.Description)}, URL: pages + "/" + plan.ID}
		for _, item := range view.Items {
			finds[i].Texts = append(finds[i].Texts, item.Label)
		}
	}
	return finds
}

// openTo leaves out what the line chosen may not open. Who is not signed in may come to have any line.
func (s *SiteHandlers) openTo(ctx context.Context, finds []site.Find, account string) ([]site.Find, error) {
	user := middleware.RequestOf(ctx).User
	if user.ID == "" {
		return finds, nil
	}
	lines, err := s.Subscriptions.Of(ctx, user.ID)
	if err != nil {
		return nil, fmt.Errorf("read lines: %w", err)
	}
	chosen, ok := middleware.ChosenLine(lines, account)
	if !ok {
		return nil, contract.Refuse(contract.FailSubAccountStale)
	}
	var open []site.Find
	for _, find := range finds {
		if find.Key == "" || permission.Granted(middleware.PermissionsOf(chosen), find.Key) {
			open = append(open, find)
		}
	}
	return open, nil
}
