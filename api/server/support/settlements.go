package support

import (
	"cmp"
	"context"
	"fmt"

	"selfcare/api/gen"
	"selfcare/api/server/optional"
	"selfcare/api/server/present"
	"selfcare/internal/contract"
	"selfcare/internal/domain/settlement"
	settlementstore "selfcare/internal/store/settlement"
	"selfcare/internal/store/tx"
)

type settlements interface {
	Files(ctx context.Context, page int) ([]settlementstore.File, error)
	Items(ctx context.Context, state settlement.State, after *tx.Place, page int) ([]settlement.Item, error)
	Item(ctx context.Context, id string) (i settlement.Item, known bool, err error)
}

// ListSettlements shows the provider's files, and the results of their comparison with our books.
func (s *SupportHandlers) ListSettlements(ctx context.Context, req gen.ListSettlementsRequestObject) (gen.ListSettlementsResponseObject, error) {
	files, err := s.Settlements.Files(ctx, cmp.Or(optional.Value(req.Params.Page), 1))
	if err != nil {
		return nil, fmt.Errorf("read settlement files: %w", err)
	}
	items := make([]gen.SettlementFile, len(files))
	for i, f := range files {
		items[i] = gen.SettlementFile{
			Day: f.Day, State: gen.SettlementFileState(f.State), Lines: f.Lines, Agreed: f.Agreed, Held: f.Held,
			Payments: int64(f.Payments), Refunds: int64(f.Refunds), Chargebacks: int64(f.Chargebacks), Fees: int64(f.Fees), Vat: int64(f.VAT), ReadAt: optional.Time(f.ReadAt),
		}
	}
	return gen.ListSettlements200JSONResponse{Items: items}, nil
}

// ListSettlementItems shows waiting or decided differences.
func (s *SupportHandlers) ListSettlementItems(
	ctx context.Context, req gen.ListSettlementItemsRequestObject,
) (gen.ListSettlementItemsResponseObject, error) {
	state := settlement.State(cmp.Or(optional.Value(req.Params.State), gen.SettlementItemState(settlement.Held)))
	after, err := present.PlaceOf(req.Params.After)
	if err != nil {
		return nil, err
	}
	found, err := s.Settlements.Items(ctx, state, after, cmp.Or(optional.Value(req.Params.Page), 1))
	if err != nil {
		return nil, fmt.Errorf("read differences: %w", err)
	}
	items := make([]gen.SettlementItem, len(found))
	for i, item := range found {
		items[i] = itemView(item)
	}
	return gen.ListSettlementItems200JSONResponse{Items: items, Next: present.Next(found, func(i settlement.Item) tx.Place {
		return tx.Place{At: i.FoundAt, ID: i.ID}
	})}, nil
}

// ResolveSettlementItem decides about a difference.
func (s *SupportHandlers) ResolveSettlementItem(
	ctx context.Context, req gen.ResolveSettlementItemRequestObject,
) (gen.ResolveSettlementItemResponseObject, error) {
	item, err := s.settlementItem(ctx, req.Id)
	if err != nil {
		return nil, err
	}
	item, waits, err := s.Decisions.DecideSettlement(ctx, item, settlement.Action(req.Body.Action), req.Body.Note)
	if waits != nil {
		return gen.ResolveSettlementItem202JSONResponse(present.RefundRequest(ctx, *waits)), nil
	}
	return gen.ResolveSettlementItem200JSONResponse{Data: itemView(item)}, err
}

func (s *SupportHandlers) settlementItem(ctx context.Context, id string) (settlement.Item, error) {
	item, known, err := s.Settlements.Item(ctx, id)
	switch {
	case err != nil:
		return item, fmt.Errorf("read difference: %w", err)
	case !known:
		return item, contract.Refuse(contract.FailSettlementUnknown)
	}
	return item, nil
}

func itemView(i settlement.Item) gen.SettlementItem {
	view := gen.SettlementItem{
		Id: i.ID, Day: i.Day, Kind: gen.SettlementItemKind(i.Kind), State: gen.SettlementItemState(i.State), FoundAt: i.FoundAt.UTC(),
		PaymentId: optional.Text(i.PaymentID), Note: optional.Text(i.Note), ResolvedBy: optional.Text(i.ResolvedBy), ResolvedAt: optional.Time(i.ResolvedAt),
		Type: optional.Text(gen.SettlementItemType(i.Type)), Reason: optional.Text(gen.SettlementItemReason(i.Reason)),
		Action: optional.Text(gen.SettlementItemAction(i.Action)), Batch: optional.Text(i.Batch), Line: optional.Positive(i.Number),
	}
	if t := i.Theirs; t != nil {
		view.Theirs = &gen.SettledLine{
			ProviderReference: t.ProviderRef, Amount: int64(t.Amount), Fee: int64(t.Fee), Vat: int64(t.VAT), CapturedAt: t.CapturedAt.UTC(),
			SettledOn: t.SettledOn,
		}
	}
	if o := i.Ours; o != nil {
		view.Ours = &gen.BookedMovement{Amount: int64(o.Amount), Fee: int64(i.Fee), Vat: int64(i.VAT), Brand: optional.Text(o.Brand), At: o.At.UTC()}
	}
	return view
}
