package support

import (
	"cmp"
	"context"
	"fmt"

	"selfcare/api/gen"
	"selfcare/api/server/middleware"
	"selfcare/api/server/optional"
	"selfcare/internal/store"
)

type auditLog interface {
	Change(ctx context.Context, e store.AuditEntry, change func(tx *store.Tx) error) error
	WriteReads(ctx context.Context, actor string, orderIDs []string) error
	SupportLog(ctx context.Context, orderID string, page int) ([]store.AuditEntry, error)
	AccountLog(ctx context.Context, page int) ([]store.AuditEntry, error)
}

// noteReads writes down whose orders somebody of ours is about to see: what cannot be written down is not shown.
func (s *SupportHandlers) noteReads(ctx context.Context, records ...store.OrderRecord) error {
	ids := make([]string, len(records))
	for i, record := range records {
		ids[i] = record.Order.ID
	}
	if err := s.Entries.WriteReads(ctx, middleware.RequestOf(ctx).User.ID, ids); err != nil {
		return fmt.Errorf("note what support reads: %w", err)
	}
	return nil
}

// ListAudit shows what support people did, or what happened to accounts.
func (s *SupportHandlers) ListAudit(ctx context.Context, req gen.ListAuditRequestObject) (gen.ListAuditResponseObject, error) {
	entries, err := s.auditEntries(ctx, req.Params)
	if err != nil {
		return nil, fmt.Errorf("read audit log: %w", err)
	}
	items := make([]gen.AuditEntry, len(entries))
	for i, entry := range entries {
		items[i] = gen.AuditEntry{
			Id: entry.ID, OrderId: optional.Text(entry.OrderID), Actor: entry.Actor, Action: entry.Action, Note: entry.Note,
			Details: entry.Details, At: entry.At.UTC(),
		}
	}
	return gen.ListAudit200JSONResponse{Items: items}, nil
}

func (s *SupportHandlers) auditEntries(ctx context.Context, in gen.ListAuditParams) ([]store.AuditEntry, error) {
	page := cmp.Or(optional.Value(in.Page), 1)
	if optional.Value(in.Area) == gen.ListAuditParamsAreaAccount {
		return s.Entries.AccountLog(ctx, page)
	}
	return s.Entries.SupportLog(ctx, optional.Value(in.OrderId), page)
}
