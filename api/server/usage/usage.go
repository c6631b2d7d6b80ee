// Package usage is for what a line used, as its customer is shown it.
package usage

import (
	"context"
	"fmt"

	"selfcare/api/gen"
	"selfcare/api/server/middleware"
	"selfcare/api/server/optional"
	"selfcare/internal/contract"
	"selfcare/internal/domain/allowance"
	"selfcare/internal/domain/permission"
	"selfcare/internal/store/usage"
)

// UsageHandlers are for the usage of the line chosen.
type UsageHandlers struct {
	*middleware.Core
	Details detailReader
}

type detailReader interface {
	All(ctx context.Context, asked usage.Asked, most int) ([]usage.Detail, error)
	Costliest(ctx context.Context, asked usage.Asked, most int) ([]usage.Detail, error)
	Days(ctx context.Context, asked usage.Asked) ([]usage.Sum, error)
	Page(ctx context.Context, asked usage.Asked) (found []usage.Detail, more bool, err error)
	Parties(ctx context.Context, asked usage.Asked, most int) ([]usage.Sum, error)
}

// historyKeys gate the kinds of usage (specification §2).
var historyKeys = map[string]permission.Key{
	string(allowance.Calls): permission.UsageCalls, string(allowance.DataUsed): permission.UsageData, string(allowance.SMSSent): permission.UsageSMS,
}

// readAsked reads what of the line chosen is asked for, where it may see that. Nothing is shown from before the line was whose it is now.
func (s *UsageHandlers) readAsked(ctx context.Context, kind gen.UsageKind, place *gen.UsagePlace, first, last *string) (a usage.Asked, err error) {
	if _, err := middleware.KindsShown(ctx, historyKeys, string(kind)); err != nil {
		return a, err
	}
	period, err := allowance.PeriodOf(optional.Value(first), optional.Value(last), s.Now())
	return usage.Asked{
		LineID: middleware.RequestOf(ctx).Line.LineID, Kind: allowance.Kind(kind), Place: allowance.Place(optional.Value(place)), Period: period,
	}, err
}

// ListUsage shows one page of what the line chosen used.
func (s *UsageHandlers) ListUsage(ctx context.Context, req gen.ListUsageRequestObject) (gen.ListUsageResponseObject, error) {
	in := req.Params
	asked, err := s.readAsked(ctx, req.Type, in.Place, in.From, in.To)
	if err != nil {
		return nil, err
	}
	asked.Period = asked.Period.Since(middleware.RequestOf(ctx).Line.Since)
	if asked.Size, err = s.HistoryPage(ctx, in.PerPage); err != nil {
		return nil, err
	}
	asked.Page = max(1, optional.Value(in.Page))
	if asked.Before, err = position("before", in.Before); err != nil {
		return nil, err
	}
	if asked.After, err = position("after", in.After); err != nil {
		return nil, err
	}
	if asked.Before != nil || asked.After != nil {
		asked.Page = 1
	}
	found, more, err := s.Details.Page(ctx, asked)
	if err != nil {
		return nil, fmt.Errorf("read usage: %w", err)
	}
	return gen.ListUsage200JSONResponse{Data: pageOf(asked, found, more)}, nil
}

// ListCallUsage is the history that names no type: it shows calls.
func (s *UsageHandlers) ListCallUsage(ctx context.Context, req gen.ListCallUsageRequestObject) (gen.ListCallUsageResponseObject, error) {
	calls := gen.ListUsageRequestObject{Type: gen.UsageKindCalls, Params: gen.ListUsageParams(req.Params)}
	shown, err := s.ListUsage(ctx, calls)
	if err != nil {
		return nil, err
	}
	return gen.ListCallUsage200JSONResponse(shown.(gen.ListUsage200JSONResponse)), nil
}

func position(field string, text *string) (*usage.Position, error) {
	if text == nil {
		return nil, nil //nolint:nilnil // none is asked for
	}
	p, err := usage.PositionOf(*text)
	if err != nil {
		return nil, &middleware.Invalid{Code: contract.FailValidation, Fields: map[string]string{field: "field.invalid"}}
	}
	return &p, nil
}

// pageOf says what is on either side of a page. Where it was turned from, there is something.
func pageOf(asked usage.Asked, found []usage.Detail, more bool) gen.UsagePage {
	older, newer := more, asked.Page > 1 || asked.Before != nil
	if asked.After != nil {
		older, newer = true, more
	}
	page := gen.UsagePage{Items: shown(found), Page: asked.Page, PerPage: asked.Size, HasMore: older}
	if len(found) == 0 {
		page.HasMore = false
		return page
	}
	if older {
		page.Next = optional.Text(found[len(found)-1].Position().String())
	}
	if newer {
		page.Previous = optional.Text(found[0].Position().String())
	}
	return page
}

func shown(found []usage.Detail) []gen.UsageDetail {
	views := make([]gen.UsageDetail, len(found))
	for i, d := range found {
		unit, _ := allowance.UnitOf(d.Type)
		views[i] = gen.UsageDetail{
			Id: d.ID, At: d.At.UTC(), Type: string(d.Type), Place: gen.UsagePlace(allowance.PlaceOf(d.Type)), Party: optional.Text(d.Party),
			Amount: d.Amount, Unit: gen.UnitUsed(unit), Charged: int64(d.Charged),
		}
	}
	return views
}
