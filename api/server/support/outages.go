package support

import (
	"context"
	"strings"
	"time"

	"selfcare/api/gen"
	"selfcare/api/server/middleware"
	"selfcare/api/server/optional"
	"selfcare/internal/domain/outage"
	outagestore "selfcare/internal/store/outage"
)

// OutageHandlers show partners that do not answer, and the orders and purchases that wait for them.
type OutageHandlers struct {
	*middleware.Core
	Outages outageStore
}

type outageStore interface {
	ListLasting(ctx context.Context, now time.Time) ([]outage.Outage, error)
	Waits(ctx context.Context, partner string, after outage.Work, most int) (found []outagestore.Waiting, more bool, err error)
}

type caseOutages interface {
	Of(ctx context.Context, work []outage.Work, now time.Time) ([]outage.Waiting, error)
}

const waitingPerPage = 25

// ListOutages lists every partner that does not answer now.
func (s *OutageHandlers) ListOutages(ctx context.Context, _ gen.ListOutagesRequestObject) (gen.ListOutagesResponseObject, error) {
	lasting, err := s.Outages.ListLasting(ctx, s.Now())
	if err != nil {
		return nil, err
	}
	w := wordsOf(ctx)
	answer := gen.ListOutages200JSONResponse{Items: make([]gen.Outage, len(lasting)), ServerTime: s.Now().UTC()}
	for i, o := range lasting {
		answer.Items[i] = gen.Outage{
			Partner: gen.Partner(o.Partner), Name: w.partner(o.Partner), Since: o.Since.UTC(), LastTriedAt: o.FailedAt.UTC(),
			Orders: o.Orders, Purchases: o.Purchases,
		}
	}
	return answer, nil
}

// ListWaiting returns one page of the work that waits for a partner. A partner that answers has none.
func (s *OutageHandlers) ListWaiting(ctx context.Context, req gen.ListWaitingRequestObject) (gen.ListWaitingResponseObject, error) {
	lasting, err := s.Outages.ListLasting(ctx, s.Now())
	if err != nil {
		return nil, err
	}
	w, partner := wordsOf(ctx), string(req.Partner)
	answer := gen.ListWaiting200JSONResponse{Name: w.partner(partner), Items: []gen.WaitingWork{}, ServerTime: s.Now().UTC()}
	for _, o := range lasting {
		if o.Partner == partner {
			answer.Away = w.away(outage.Waiting{Partner: partner, Since: o.Since})
		}
	}
	if answer.Away == nil {
		return answer, nil
	}
	kind, number, _ := strings.Cut(optional.Value(req.Params.After), "/")
	found, more, err := s.Outages.Waits(ctx, partner, outage.Work{Kind: kind, Number: number}, waitingPerPage)
	if err != nil {
		return nil, err
	}
	for _, one := range found {
		answer.Items = append(answer.Items, gen.WaitingWork{
			Kind: gen.WaitingWorkKind(one.Kind), Id: one.ID, Reference: one.Number, Title: w.title(one.Kind, one.Variety), StageText: w.stage(one.Kind, one.Stage),
		})
	}
	if more {
		last := found[len(found)-1]
		answer.Next = optional.Text(last.Kind + "/" + last.Number)
	}
	return answer, nil
}

func (w words) partner(name string) string { return w.text("partner."+name, nil) }

func (w words) away(of outage.Waiting) *gen.PartnerAway {
	return &gen.PartnerAway{Partner: gen.Partner(of.Partner), Name: w.partner(of.Partner), Since: of.Since.UTC()}
}

func (s *CaseHandlers) awayFor(ctx context.Context, work []outage.Work) ([]outage.Waiting, error) {
	return s.Outages.Of(ctx, work, s.Now())
}

// markAway adds the awaited partner to search results.
func (s *CaseHandlers) markAway(ctx context.Context, items []gen.SearchHit) error {
	work := make([]outage.Work, len(items))
	for i, hit := range items {
		work[i] = outage.Work{Kind: string(hit.Type), Number: hit.Reference}
	}
	found, err := s.awayFor(ctx, work)
	if err != nil {
		return err
	}
	w := wordsOf(ctx)
	for i := range items {
		for _, of := range found {
			if of.Work == work[i] && items[i].Away == nil {
				items[i].Away = w.away(of)
			}
		}
	}
	return nil
}
