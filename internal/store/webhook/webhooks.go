// Package webhook stores received call-backs.
package webhook

import (
	"context"

	"github.com/uptrace/bun"

	storeerrors "selfcare/internal/store/errors"
	"selfcare/internal/store/tx"
)

// Webhooks stores received call-backs.
type Webhooks struct{ *tx.Conn }

type row struct {
	bun.BaseModel `bun:"table:webhook_events,alias:w"`

	System  string `bun:",pk"`
	EventID string `bun:",pk"`
	Body    []byte // encrypted
}

// IsKept tells whether an event of an outside system was processed in the last three months: senders repeat for days.
func (q Webhooks) IsKept(ctx context.Context, system, eventID string) (kept bool, err error) {
	kept, err = q.DB.NewSelect().Model((*row)(nil)).Where("system = ?", system).Where("event_id = ?", eventID).Exists(ctx)
	return kept, storeerrors.Translate("find webhook", err)
}

// Keep stores a processed event; a repeated call in the same month changes nothing.
func (q Webhooks) Keep(ctx context.Context, system, eventID string, body []byte) error {
	_, err := q.DB.NewInsert().Model(&row{System: system, EventID: eventID, Body: q.Keys.Seal("webhook_events/"+system+"/"+eventID, body)}).
		On("CONFLICT (system, event_id, month) DO NOTHING").Exec(ctx)
	return storeerrors.Translate("keep webhook", err)
}
