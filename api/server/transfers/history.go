package transfers

import (
	"context"
	"fmt"

	"selfcare/api/gen"
	"selfcare/api/server/middleware"
	"selfcare/api/server/optional"
	"selfcare/internal/domain/notice"
	"selfcare/internal/domain/permission"
	"selfcare/internal/store/transfer"
)

// historyKeys gate the parts of the history of transfers (specification §2).
var historyKeys = map[string]permission.Key{
	"credit": permission.TransferBalance, "data": permission.TransferData,
}

// ListTransfers shows one page of the transfers of the chosen line.
func (s *TransferHandlers) ListTransfers(ctx context.Context, req gen.ListTransfersRequestObject) (gen.ListTransfersResponseObject, error) {
	types, err := middleware.ListPermittedKinds(ctx, historyKeys, string(optional.Value(req.Params.Type)))
	if err != nil {
		return nil, err
	}
	size, err := s.HistoryPage(ctx, req.Params.PerPage)
	if err != nil {
		return nil, err
	}
	page, line := max(1, optional.Value(req.Params.Page)), middleware.RequestOf(ctx).Line.LineID
	found, total, err := s.Transfers.OfLine(ctx, line, kindsOf(types), page, size)
	if err != nil {
		return nil, fmt.Errorf("read transfers: %w", err)
	}
	return gen.ListTransfers200JSONResponse{Data: gen.TransferPage{Items: shown(line, found), Page: page, PerPage: size, Total: total}}, nil
}

// kindsOf lists the kinds of transfers in parts of the history: a transfer abroad is credit, too.
func kindsOf(types []string) (kinds []string) {
	for _, part := range types {
		if part == "credit" {
			kinds = append(kinds, transfer.Local, transfer.International)
		} else {
			kinds = append(kinds, transfer.Data)
		}
	}
	return kinds
}

// months is the number of months in the overview.
const months = 6

// GetTransferOverview sums up the last months.
func (s *TransferHandlers) GetTransferOverview(ctx context.Context, req gen.GetTransferOverviewRequestObject) (gen.GetTransferOverviewResponseObject, error) {
	types, err := middleware.ListPermittedKinds(ctx, historyKeys, "")
	if err != nil {
		return nil, err
	}
	size, err := s.HistoryPage(ctx, req.Params.PerPage)
	if err != nil {
		return nil, err
	}
	line := middleware.RequestOf(ctx).Line.LineID
	sums, err := s.Transfers.Months(ctx, line, kindsOf(types), s.Now(), months)
	if err != nil {
		return nil, fmt.Errorf("sum transfers: %w", err)
	}
	latest, _, err := s.Transfers.OfLine(ctx, line, kindsOf(types), 1, size)
	if err != nil {
		return nil, fmt.Errorf("read transfers: %w", err)
	}
	overview := gen.TransferOverview{Latest: shown(line, latest)}
	for _, m := range sums {
		overview.Months = append(overview.Months, gen.TransferMonth{
			Month: m.Month, Sent: int64(m.Sent), Received: int64(m.Received), Count: m.Count,
		})
	}
	return gen.GetTransferOverview200JSONResponse{Data: overview}, nil
}

// shown presents transfers from the side of one line, with the numbers of other people masked.
func shown(lineID string, found []transfer.Transfer) []gen.Transfer {
	views := make([]gen.Transfer, len(found))
	for i, t := range found {
		views[i] = gen.Transfer{
			Id: t.ID, Number: t.Number, Kind: gen.TransferKind(t.Kind), Direction: gen.TransferDirectionReceived, Party: t.Party,
			Status: gen.TransferStatus(t.Outcome), At: t.At.UTC(),
		}
		if t.Kind != transfer.International {
			views[i].Party = notice.Masked(t.Party)
		}
		if t.FromLine == lineID {
			views[i].Direction = gen.TransferDirectionSent
		}
		if t.Kind == transfer.Data {
			views[i].Megabytes = &found[i].Megabytes
		} else {
			amount := int64(t.Amount)
			views[i].Amount = &amount
		}
	}
	return views
}
