package site

import (
	"cmp"
	"context"
	"fmt"

	"selfcare/api/gen"
	"selfcare/api/server/middleware"
	"selfcare/api/server/optional"
	"selfcare/internal/contract"
	"selfcare/internal/domain/permission"
	"selfcare/internal/domain/site"
	"selfcare/internal/store/plan"
)

// SearchContent finds pages and plans of the site by words of either language.
func (s *SiteHandlers) SearchContent(ctx context.Context, req gen.SearchContentRequestObject) (gen.SearchContentResponseObject, error) {
	in := req.Params
	known, err := s.readSearchable(ctx, in.Preview)
	if err != nil {
		return nil, err
	}
	open, err := s.openTo(ctx, optional.Value(in.XSubAccount))
	if err != nil {
		return nil, err
	}
	v := foundPresenter{known.Find(in.Query, open), readLanguage(ctx, in.Language)}
	return gen.SearchContent200JSONResponse(v.page(cmp.Or(optional.Value(in.Page), 1), cmp.Or(optional.Value(in.PerPage), 10))), nil
}

// foundPresenter shows search results in one language.
type foundPresenter struct {
	site.Found
	language string
}

func (v foundPresenter) page(page, perPage int) gen.ContentFound {
	view := gen.ContentFound{Total: len(v.Finds), Page: page, PerPage: perPage, Meant: optional.Text(v.Meant)}
	view.Items = optional.OrEmpty(view.Items)
	from := min((page-1)*perPage, len(v.Finds))
	for _, find := range v.Finds[from:min(from+perPage, len(v.Finds))] {
		title, excerpt := find.Title.In(v.language), v.Excerpt(find, v.language)
		view.Items = append(view.Items, struct {
			Excerpt string   `json:"excerpt"`
			Matched []string `json:"matched"`
			Title   string   `json:"title"`
			Url     string   `json:"url"`
		}{excerpt, optional.OrEmpty(v.MatchedWords(title + " " + excerpt)), title, find.URL.In(v.language)})
	}
	return view
}

// readSearchable may be some seconds old, like the content and the plans in it.
func (s *SiteHandlers) readSearchable(ctx context.Context, preview *gen.ContentPreview) (site.Searchable, error) {
	return middleware.ReadCached(ctx, s.LocalCache, "searchable"+optional.Value(preview), func(ctx context.Context) (site.Searchable, error) {
		known, err := s.siteFor(ctx, preview)
		if err != nil {
			return site.Searchable{}, err
		}
		plans, _, err := s.Catalogue.Plans(ctx, plan.Query{})
		if err != nil {
			return site.Searchable{}, fmt.Errorf("read plans: %w", err)
		}
		if preview != nil {
			return known.Searchable(known.PlanFinds(plans)...), nil
		}
		return s.kept.takeIn(known, known.PlanFinds(plans)), nil
	})
}

// openTo tells what the chosen line may open. A guest may open everything: they may come to have any line.
func (s *SiteHandlers) openTo(ctx context.Context, account string) (func(site.Find) bool, error) {
	user := middleware.RequestOf(ctx).User
	if user.ID == "" {
		return func(site.Find) bool { return true }, nil
	}
	lines, err := s.Subscriptions.Of(ctx, user.ID)
	if err != nil {
		return nil, fmt.Errorf("read lines: %w", err)
	}
	chosen, ok := middleware.ChosenLine(lines, account)
	if !ok {
		return nil, contract.Refuse(contract.FailSubAccountStale)
	}
	return func(find site.Find) bool {
		return find.Key == "" || permission.Granted(middleware.PermissionsOf(chosen), find.Key)
	}, nil
}
