package support

import (
	"context"
	"fmt"

	"selfcare/api/gen"
	"selfcare/api/server/middleware"
	"selfcare/api/server/optional"
	"selfcare/internal/store"
	"selfcare/internal/store/auditing"
)

type auditLog interface {
	Change(ctx context.Context, e store.AuditEntry, change func(tx *store.Tx) error) error
	WriteReads(ctx context.Context, actor string, orderIDs []string) error
}

type auditEntries interface {
	Find(ctx context.Context, f auditing.Filter) ([]auditing.Entry, error)
}

// noteReads writes down whose orders somebody of ours is about to see: what cannot be written down is not shown. That they called
// the operation is written down before, as of each that shows personal data.
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

// entriesShown is how many there are on a page of the audit log.
const entriesShown = 50

// ListAudit shows who did what, newest first.
func (s *SupportHandlers) ListAudit(ctx context.Context, req gen.ListAuditRequestObject) (gen.ListAuditResponseObject, error) {
	in := req.Params
	found, err := s.Audit.Find(ctx, auditing.Filter{
		Area: string(optional.Value(in.Area)), Actor: optional.Value(in.Actor), Action: string(optional.Value(in.Action)),
		OrderID: optional.Value(in.OrderId), From: optional.Value(in.From), Until: optional.Value(in.Until),
		Before: optional.Value(in.Before), Limit: entriesShown + 1, // one more tells whether there is another page
	})
	if err != nil {
		return nil, err
	}
	answer := gen.ListAudit200JSONResponse{}
	if len(found) > entriesShown {
		found = found[:entriesShown]
		answer.Next = &found[entriesShown-1].ID
	}
	answer.Items = make([]gen.AuditEntry, len(found))
	for i, e := range found {
		answer.Items[i] = entryView(e)
	}
	return answer, nil
}
