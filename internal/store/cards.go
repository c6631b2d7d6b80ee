package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/google/uuid"
)

// Cards are the payment cards that users keep.
type Cards struct{ *conn }

// Brands of cards.
const (
	BrandMada   = "MADA"
	BrandVisa   = "VISA"
	BrandMaster = "MASTER"
)

// Card is a payment card a user keeps for later. Its number never reaches us.
type Card struct {
	ID          string // given by the store
	Token       string // the provider's, pays again
	Fingerprint string // the provider's: the same for the same card; read by nobody, so not given back
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

// Add keeps a card; the first one of a user becomes the default. The same card again takes the newer token and expiry over.
func (q Cards) Add(ctx context.Context, userID string, c Card) (kept Card, err error) {
	err = q.withCardsOf(ctx, userID, func(tx *Tx) error {
		fingerprint := q.keys.Hash(c.Fingerprint)
		known, err := tx.Cards.find(ctx, "c.user_id = $1 AND c.fingerprint_hash = $2", userID, fingerprint)
		switch {
		case errors.Is(err, sql.ErrNoRows):
			c.ID = uuid.NewString()
		case err != nil:
			return err
		default:
			c.ID = known.ID
		}
		sealed, err := q.keys.SealJSON(cardSealContext(c.ID), cardSecrets{c.Token, c.Holder})
		if err != nil {
			return err
		}
		_, err = tx.prepared().exec(ctx, `
			INSERT INTO cards (id, user_id, fingerprint_hash, personal, brand, last4, expiry_month, expiry_year, is_default)
			VALUES ($1, $2, $3, $4, $5, $6, $7, $8, NOT EXISTS (SELECT FROM cards WHERE user_id = $2))
			ON CONFLICT (id) DO UPDATE SET
				personal = EXCLUDED.personal, expiry_month = EXCLUDED.expiry_month, expiry_year = EXCLUDED.expiry_year`,
			c.ID, userID, fingerprint, sealed, c.Brand, c.Last4, c.ExpiryMonth, c.ExpiryYear)
		if err != nil {
			return err
		}
		kept, err = tx.Cards.find(ctx, "c.id = $1", c.ID)
		return err
	})
	return kept, translate("add card", err)
}

// withCardsOf changes a user's cards one after the other, so that two changes at once cannot both make a default.
func (q Cards) withCardsOf(ctx context.Context, userID string, change func(tx *Tx) error) error {
	return q.inTx(ctx, func(tx *Tx) error {
		if err := tx.prepared().row(ctx, "SELECT 1 FROM users WHERE id = $1 FOR UPDATE", userID).Scan(new(int)); err != nil {
			return err
		}
		return change(tx)
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
	if err := q.keys.OpenJSON(cardSealContext(c.ID), sealed, &secrets); err != nil {
		return c, fmt.Errorf("read card: %w", err)
	}
	c.Token, c.Holder = secrets.Token, secrets.Holder
	return c, nil
}

func (q Cards) find(ctx context.Context, condition string, args ...any) (Card, error) {
	return q.scan(q.prepared().row(ctx, "SELECT "+cardColumns+" FROM cards AS c WHERE "+condition, args...).Scan)
}

// Get finds one of a user's cards; somebody else's is ErrNotFound.
func (q Cards) Get(ctx context.Context, userID, id string) (Card, error) {
	c, err := q.find(ctx, "c.user_id = $1 AND c.id = $2", userID, id)
	return c, translate("find card", err)
}

// Of are those a user keeps, the default first, then the newest.
func (q Cards) Of(ctx context.Context, userID string) (all []Card, err error) {
	rows, err := q.prepared().query(ctx, "SELECT "+cardColumns+` FROM cards AS c WHERE c.user_id = $1
		ORDER BY c.is_default DESC, c.created_at DESC, c.id`, userID)
	if err != nil {
		return nil, translate("list cards", err)
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		c, err := q.scan(rows.Scan)
		if err != nil {
			return nil, translate("list cards", err)
		}
		all = append(all, c)
	}
	return all, translate("list cards", rows.Err())
}

// MakeDefault makes one of a user's cards the default; somebody else's is ErrNotFound.
func (q Cards) MakeDefault(ctx context.Context, userID, id string) error {
	err := q.withCardsOf(ctx, userID, func(tx *Tx) error {
		if _, err := tx.Cards.find(ctx, "c.user_id = $1 AND c.id = $2", userID, id); err != nil {
			return err
		}
		return tx.Cards.setDefault(ctx, userID, id)
	})
	return translate("make card the default", err)
}

// setDefault takes the flag from the other card first: at no moment may two have it.
func (q Cards) setDefault(ctx context.Context, userID, id string) error {
	if _, err := q.prepared().exec(ctx, "UPDATE cards SET is_default = false WHERE user_id = $1 AND is_default AND id <> $2", userID, id); err != nil {
		return err
	}
	_, err := q.prepared().exec(ctx, "UPDATE cards SET is_default = true WHERE user_id = $1 AND id = $2", userID, id)
	return err
}

// Remove forgets a card with its token; the newest of the rest becomes the default where that one was. Removing one
// that is gone changes nothing.
func (q Cards) Remove(ctx context.Context, userID, id string) error {
	err := q.withCardsOf(ctx, userID, func(tx *Tx) error {
		if _, err := tx.prepared().exec(ctx, "DELETE FROM cards WHERE user_id = $1 AND id = $2", userID, id); err != nil {
			return err
		}
		_, err := tx.prepared().exec(ctx, `
			UPDATE cards SET is_default = true
			WHERE id = (SELECT id FROM cards WHERE user_id = $1 ORDER BY created_at DESC, id LIMIT 1)
			  AND NOT EXISTS (SELECT FROM cards WHERE user_id = $1 AND is_default)`, userID)
		return err
	})
	return translate("remove card", err)
}
