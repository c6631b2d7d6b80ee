// Package card stores the saved cards of users.
package card

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/google/uuid"

	storeerrors "selfcare/internal/store/errors"
	"selfcare/internal/store/tx"
)

// Cards stores the saved cards of users.
type Cards struct{ *tx.Conn }

// Brands of cards.
const (
	BrandMada   = "MADA"
	BrandVisa   = "VISA"
	BrandMaster = "MASTER"
)

// Card is a saved payment card. Its number never reaches us.
type Card struct {
	ID          string // set by the store
	Token       string // the provider's token, which can be charged again
	Fingerprint string // the provider's fingerprint, equal for the same card; write-only
	Holder      string
	Brand       string
	Last4       string
	ExpiryMonth int
	ExpiryYear  int
	Default     bool
}

// cardSecrets is the encrypted part of a card.
type cardSecrets struct {
	Token  string `json:"token"`
	Holder string `json:"holder"`
}

func cardSealContext(id string) string { return "cards/" + id }

// Add saves a card; the first card of a user becomes the default. The same card again updates its token and expiry.
func (q Cards) Add(ctx context.Context, userID string, c Card) (kept Card, err error) {
	err = q.withCardsOf(ctx, userID, func(q Cards) error {
		fingerprint := q.Keys.Hash(c.Fingerprint)
		known, err := q.find(ctx, "c.user_id = $1 AND c.fingerprint_hash = $2", userID, fingerprint)
		switch {
		case errors.Is(err, sql.ErrNoRows):
			c.ID = uuid.NewString()
		case err != nil:
			return err
		default:
			c.ID = known.ID
		}
		sealed, err := q.Keys.SealJSON(cardSealContext(c.ID), cardSecrets{c.Token, c.Holder})
		if err != nil {
			return err
		}
		_, err = q.Prepared().Exec(ctx, `
			INSERT INTO cards (id, user_id, fingerprint_hash, personal, brand, last4, expiry_month, expiry_year, is_default)
			VALUES ($1, $2, $3, $4, $5, $6, $7, $8, NOT EXISTS (SELECT FROM cards WHERE user_id = $2))
			ON CONFLICT (id) DO UPDATE SET
				personal = EXCLUDED.personal, expiry_month = EXCLUDED.expiry_month, expiry_year = EXCLUDED.expiry_year`,
			c.ID, userID, fingerprint, sealed, c.Brand, c.Last4, c.ExpiryMonth, c.ExpiryYear)
		if err != nil {
			return err
		}
		kept, err = q.find(ctx, "c.id = $1", c.ID)
		return err
	})
	return kept, storeerrors.Translate("add card", err)
}

// withCardsOf serialises the changes of a user's cards, so that two of them cannot both set a default.
func (q Cards) withCardsOf(ctx context.Context, userID string, change func(q Cards) error) error {
	return q.InTx(ctx, func(conn *tx.Conn) error {
		q := Cards{conn}
		if err := q.Prepared().Row(ctx, "SELECT 1 FROM users WHERE id = $1 FOR UPDATE", userID).Scan(new(int)); err != nil {
			return err
		}
		return change(q)
	})
}

const cardColumns = `c.id, c.personal, c.brand, c.last4, c.expiry_month, c.expiry_year, c.is_default`

func (q Cards) scan(scan func(dest ...any) error) (Card, error) {
	var c Card
	var sealed []byte
	if err := scan(&c.ID, &sealed, &c.Brand, &c.Last4, &c.ExpiryMonth, &c.ExpiryYear, &c.Default); err != nil {
		return c, err
	}
	var secrets cardSecrets
	if err := q.Keys.OpenJSON(cardSealContext(c.ID), sealed, &secrets); err != nil {
		return c, fmt.Errorf("read card: %w", err)
	}
	c.Token, c.Holder = secrets.Token, secrets.Holder
	return c, nil
}

func (q Cards) find(ctx context.Context, condition string, args ...any) (Card, error) {
	return q.scan(q.Prepared().Row(ctx, "SELECT "+cardColumns+" FROM cards AS c WHERE "+condition, args...).Scan)
}

// Get finds one of a user's cards; another user's card is ErrNotFound.
func (q Cards) Get(ctx context.Context, userID, id string) (Card, error) {
	c, err := q.find(ctx, "c.user_id = $1 AND c.id = $2", userID, id)
	return c, storeerrors.Translate("find card", err)
}

// Of returns the saved cards of a user, the default first, then the newest.
func (q Cards) Of(ctx context.Context, userID string) (all []Card, err error) {
	rows, err := q.Prepared().Query(ctx, "SELECT "+cardColumns+` FROM cards AS c WHERE c.user_id = $1
		ORDER BY c.is_default DESC, c.created_at DESC, c.id`, userID)
	if err != nil {
		return nil, storeerrors.Translate("list cards", err)
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		c, err := q.scan(rows.Scan)
		if err != nil {
			return nil, storeerrors.Translate("list cards", err)
		}
		all = append(all, c)
	}
	return all, storeerrors.Translate("list cards", rows.Err())
}

// MakeDefault makes one of a user's cards the default; another user's card is ErrNotFound.
func (q Cards) MakeDefault(ctx context.Context, userID, id string) error {
	err := q.withCardsOf(ctx, userID, func(q Cards) error {
		if _, err := q.find(ctx, "c.user_id = $1 AND c.id = $2", userID, id); err != nil {
			return err
		}
		return q.setDefault(ctx, userID, id)
	})
	return storeerrors.Translate("make card the default", err)
}

// setDefault removes the flag from the other card first, because two cards may never have it.
func (q Cards) setDefault(ctx context.Context, userID, id string) error {
	if _, err := q.Prepared().Exec(ctx, "UPDATE cards SET is_default = false WHERE user_id = $1 AND is_default AND id <> $2", userID, id); err != nil {
		return err
	}
	_, err := q.Prepared().Exec(ctx, "UPDATE cards SET is_default = true WHERE user_id = $1 AND id = $2", userID, id)
	return err
}

// Remove deletes a card with its token; if it was the default, the newest of the rest becomes the default. Removing a deleted
// card changes nothing.
func (q Cards) Remove(ctx context.Context, userID, id string) error {
	err := q.withCardsOf(ctx, userID, func(q Cards) error {
		if _, err := q.Prepared().Exec(ctx, "DELETE FROM cards WHERE user_id = $1 AND id = $2", userID, id); err != nil {
			return err
		}
		_, err := q.Prepared().Exec(ctx, `
			UPDATE cards SET is_default = true
			WHERE id = (SELECT id FROM cards WHERE user_id = $1 ORDER BY created_at DESC, id LIMIT 1)
			  AND NOT EXISTS (SELECT FROM cards WHERE user_id = $1 AND is_default)`, userID)
		return err
	})
	return storeerrors.Translate("remove card", err)
}
