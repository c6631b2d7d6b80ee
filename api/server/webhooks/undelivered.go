package webhooks

import (
	"context"
	"errors"
	"strings"

	"selfcare/internal/gateway/callback"
	"selfcare/internal/store"
	storeerrors "selfcare/internal/store/errors"
)

// tellOtherwise records that a text did not reach its recipient, and queues its message for the other way that the customer gave, once.
// A text that is no message of its own, such as the one to an inviter, has no other way.
func (s *WebhookHandlers) tellOtherwise(ctx context.Context, news callback.Undelivered) error {
	key := strings.TrimSuffix(news.Key, "-"+news.Channel)
	return s.Stock.InTx(ctx, func(q *store.Tx) error {
		notice, err := q.Outbox.NoteUndelivered(ctx, key, news.Channel)
		if errors.Is(err, storeerrors.ErrNotFound) {
			return nil
		}
		if again, has := notice.Otherwise(news.Channel); err == nil && has {
			return q.Outbox.Queue(ctx, again)
		}
		return err
	})
}
