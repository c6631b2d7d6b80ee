package store

import "context"

// TakeWebhook keeps an event of an outside system; fresh is false when the event was taken before.
func (q *Queries) TakeWebhook(ctx context.Context, system, eventID string, body []byte) (fresh bool, err error) {
	taken, err := q.prepared().exec(ctx, `
		INSERT INTO webhook_events (system, event_id, body) VALUES ($1, $2, $3) ON CONFLICT (system, event_id) DO NOTHING`,
		system, eventID, q.keys.Seal("webhook_events/"+system+"/"+eventID, body))
	return taken == 1, translate("take webhook", err)
}

// ForgetWebhook makes an event fresh again, because what it reports could not be passed on.
func (q *Queries) ForgetWebhook(ctx context.Context, system, eventID string) error {
	_, err := q.prepared().exec(ctx, "DELETE FROM webhook_events WHERE system = $1 AND event_id = $2", system, eventID)
	return translate("forget webhook", err)
}
