// Package webhook stores received call-backs.
package webhook

import (
	"context"

	storeerrors "selfcare/internal/store/errors"
	"selfcare/internal/store/tx"
)

// Webhooks stores received call-backs.
type Webhooks struct{ *tx.Conn }

// IsKept tells whether an event of an outside system was processed before.
func (q Webhooks) IsKept(ctx context.Context, system, eventID string) (kept bool, err error) {
	err = q.Prepared().Row(ctx, "SELECT EXISTS (SELECT FROM webhook_events WHERE system = $1 AND event_id = $2)", system, eventID).
		Scan(&kept)
	return kept, storeerrors.Translate("find webhook", err)
}

// Keep stores a processed event; a repeated call changes nothing.
func (q Webhooks) Keep(ctx context.Context, system, eventID string, body []byte) error {
	_, err := q.Prepared().Exec(ctx, `
		INSERT INTO webhook_events (system, event_id, body) VALUES ($1, $2, $3) ON CONFLICT (system, event_id) DO NOTHING`,
		system, eventID, q.Keys.Seal("webhook_events/"+system+"/"+eventID, body))
	return storeerrors.Translate("keep webhook", err)
}
