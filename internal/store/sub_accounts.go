package store

import (
	"context"
	"errors"
	"fmt"
)

// ErrTooMany means that a limit on how many there may be is reached.
var ErrTooMany = errors.New("too many")

// AddSubAccount gives a user one more line, max at most beside the main one. A line the user has already is ErrConflict.
func (q *Queries) AddSubAccount(ctx context.Context, userID string, s Subscription, max int) (added Subscription, err error) {
	err = q.inTx(ctx, func(tx *Queries) error {
		var count int
		// the user's row is locked so that two additions at once count each other
		if _, err := tx.prepared().exec(ctx, "SELECT FROM users WHERE id = $1 FOR UPDATE", userID); err != nil {
			return err
		}
		err := tx.prepared().row(ctx, `
			SELECT count(*) FROM subscriptions WHERE user_id = $1 AND NOT is_main AND ended_at IS NULL`, userID).Scan(&count)
		if err != nil {
			return err
		}
		if count >= max {
			return ErrTooMany
		}
		added, err = tx.subscribe(ctx, userID, s)
		return err
	})
	return added, translate("add sub-account", err)
}

// RenameSubscription gives a user's sub-account another nickname.
func (q *Queries) RenameSubscription(ctx context.Context, userID, id, nickname string) error {
	return q.inTx(ctx, func(tx *Queries) error {
		var sealed []byte
		err := tx.prepared().row(ctx, `
			SELECT personal FROM subscriptions WHERE id = $1 AND user_id = $2 AND NOT is_main AND ended_at IS NULL FOR UPDATE`,
			id, userID).Scan(&sealed)
		if err != nil {
			return translate("rename subscription", err)
		}
		s := Subscription{ID: id}
		if err := tx.openSubscription(&s, sealed); err != nil {
			return err
		}
		sealed, err = tx.keys.sealJSON(subscriptionPlace(id), subscriptionNames{nickname, s.Email})
		if err != nil {
			return err
		}
		_, err = tx.prepared().exec(ctx, "UPDATE subscriptions SET personal = $2 WHERE id = $1", id, sealed)
		return translate("rename subscription", err)
	})
}

// SetAccess says what a sub-account may open, both named by their numbers: nil everything, an empty list nothing that
// needs a permission. It answers with the sub-account's id.
func (q *Queries) SetAccess(ctx context.Context, account, number string, keys []string) (id string, err error) {
	err = q.prepared().row(ctx, `
		UPDATE subscriptions AS s SET access_list = $3 FROM users AS u, lines AS l
		WHERE u.id = s.user_id AND l.id = s.line_id AND u.mobile = $1 AND l.msisdn = $2 AND NOT s.is_main AND s.ended_at IS NULL
		RETURNING s.id`, account, number, keys).Scan(&id)
	return id, translate("set access", err)
}

// EndSubscription takes a sub-account from its user; the line stays in service. The main line cannot be taken.
func (q *Queries) EndSubscription(ctx context.Context, userID, id string) error {
	changed, err := q.prepared().exec(ctx, `
		UPDATE subscriptions SET ended_at = now() WHERE id = $1 AND user_id = $2 AND NOT is_main AND ended_at IS NULL`, id, userID)
	if err != nil {
		return translate("end subscription", err)
	}
	if changed == 0 {
		return fmt.Errorf("end subscription: %w", ErrNotFound)
	}
	return nil
}
