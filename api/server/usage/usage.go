// Package usage shows the usage of lines to their customers.
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
	"selfcare/internal/domain/usage"
	usagestore "selfcare/internal/store/usage"
)

// UsageHandlers show the usage of the chosen line.
type UsageHandlers struct {
	*middleware.Core
	Details detailReader
}

type detailReader interface {
	All(ctx context.Context, asked usagestore.Asked, most int) ([]usagestore.Detail, error)
	Costliest(ctx context.Context, asked usagestore.Asked, most int) ([]usagestore.Detail, error)
	Days(ctx context.Context, asked usagestore.Asked) ([]usagestore.Sum, error)
	Page(ctx context.Context, asked usagestore.Asked) (found []usagestore.Detail, more bool, err error)
	Parties(ctx context.Context, asked usagestore.Asked, most int) ([]usagestore.Sum, error)
}

// historyKeys gate the kinds of usage (specification §2).
var historyKeys = map[string]permission.Key{
	string(usage.Calls): permission.UsageCalls, string(usage.DataUsed): permission.UsageData, string(usage.SMSSent): permission.UsageSMS,
}

// readAsked reads the request for usage of the chosen line, and checks its permission. Usage from before the holder
// had the line is never shown.
func (s *UsageHandlers) readAsked(ctx context.Context, kind gen.UsageKind, place *gen.UsagePlace, first, last *string) (a usagestore.Asked, err error) {
	if _, err := middleware.ListPermittedKinds(ctx, historyKeys, string(kind)); err != nil {
		return a, err
	}
	period, err := usage.PeriodOf(optional.Value(first), optional.Value(last), s.Now())
	return usagestore.Asked{
		LineID: middleware.RequestOf(ctx).Line.LineID, Kind: usage.Kind(kind), Place: usage.Place(optional.Value(place)), Period: period,
	}, err
}

// ListUsage shows one page of the chosen line's usage.
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

// ListCallUsage is the history without a type: it shows calls.
func (s *UsageHandlers) ListCallUsage(ctx context.Context, req gen.ListCallUsageRequestObject) (gen.ListCallUsageResponseObject, error) {
	calls := gen.ListUsageRequestObject{Type: gen.UsageKindCalls, Params: gen.ListUsageParams(req.Params)}
	shown, err := s.ListUsage(ctx, calls)
	if err != nil {
		return nil, err
	}
	return gen.ListCallUsage200JSONResponse(shown.(gen.ListUsage200JSONResponse)), nil
}

func position(field string, text *string) (*usagestore.Position, error) {
	if text == nil {
		return nil, nil //nolint:nilnil // no day was given
	}
	p, err := usagestore.PositionOf(*text)
	if err != nil {
		return nil, &middleware.Invalid{Code: contract.FailValidation, Fields: map[string]string{field: "field.invalid"}}
	}
	return &p, nil
}

// pageOf shows which sides of a page have more entries. The side that the caller came from always has some.
func pageOf(asked usagestore.Asked, found []usagestore.Detail, more bool) gen.UsagePage {
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

func shown(found []usagestore.Detail) []gen.UsageDetail {
	views := make([]gen.UsageDetail, len(found))
	for i, d := range found {
		unit, _ := allowance.UnitOf(d.Type)
		views[i] = gen.UsageDetail{
			Id: d.ID, At: d.At.UTC(), Type: string(d.Type), Place: gen.UsagePlace(usage.PlaceOf(d.Type)), Party: optional.Text(d.Party),
			Amount: d.Amount, Unit: gen.UnitUsed(unit), Charged: int64(d.Charged),
		}
	}
	return views
}
