package support

import (
	"context"
	"fmt"

	"selfcare/api/gen"
	"selfcare/internal/domain/order"
)

// GetOrderBooks compares every record of an order with its stage.
func (s *SupportHandlers) GetOrderBooks(ctx context.Context, req gen.GetOrderBooksRequestObject) (gen.GetOrderBooksResponseObject, error) {
	record, err := s.orderForSupport(ctx, req.Id)
	if err != nil {
		return nil, err
	}
	books, err := s.Orders.Books(ctx, req.Id)
	if err != nil {
		return nil, fmt.Errorf("read order books: %w", err)
	}
	findings := order.Disagreements(record.Order, books)
	accounts := make(map[string]int64, len(books.Accounts))
	for account, amount := range books.Accounts {
		accounts[account] = int64(amount)
	}
	return gen.GetOrderBooks200JSONResponse{
		Agree: len(findings) == 0, Findings: append([]string{}, findings...), Accounts: accounts,
		Number: books.Number, Sim: books.SIM, Profile: books.Profile, Shipment: books.Shipment, Line: books.Line,
	}, nil
}
