package portouts

import (
	"cmp"
	"context"
	"fmt"

	"selfcare/api/gen"
	"selfcare/api/server/optional"
	"selfcare/internal/contract"
	"selfcare/internal/domain/notice"
)

// ListSupportPortOuts shows the requests that need a person.
func (s *PortOutHandlers) ListSupportPortOuts(
	ctx context.Context, req gen.ListSupportPortOutsRequestObject,
) (gen.ListSupportPortOutsResponseObject, error) {
	found, err := s.PortOuts.ForSupport(ctx, optional.Value(req.Params.Q), cmp.Or(optional.Value(req.Params.Page), 1))
	if err != nil {
		return nil, fmt.Errorf("read support port-outs: %w", err)
	}
	items, err := s.forSupport(ctx, found)
	return gen.ListSupportPortOuts200JSONResponse{Items: items}, err
}

// ResolvePortOut passes a support person's decision on to a held request.
func (s *PortOutHandlers) ResolvePortOut(ctx context.Context, req gen.ResolvePortOutRequestObject) (gen.ResolvePortOutResponseObject, error) {
	p, err := s.findPortOut(ctx, req.Reference)
	if err != nil {
		return nil, err
	}
	resolved, err := s.Decisions.DecidePortOut(ctx, p, contract.Resolution{Action: string(req.Body.Action), Note: req.Body.Note})
	if err != nil {
		return nil, err
	}
	items, err := s.forSupport(ctx, []contract.PortOut{resolved})
	if err != nil {
		return nil, err
	}
	return gen.ResolvePortOut200JSONResponse{Data: items[0]}, nil
}

// forSupport hides the middle of the numbers, and names the failure of held requests.
func (s *PortOutHandlers) forSupport(ctx context.Context, found []contract.PortOut) ([]gen.PortOut, error) {
	items, err := s.views(ctx, found, notice.Masked)
	if err != nil {
		return nil, err
	}
	for i, p := range found {
		if p.Held != nil {
			held := optional.Part(&items[i].Held)
			held.Work, held.FailureCode, held.Since = string(p.Held.Work), string(p.Held.FailureCode), p.Held.Since.UTC()
		}
	}
	return items, nil
}
