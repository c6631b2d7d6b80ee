// Package card stores the saved cards of users.
package card

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/google/uuid"
	"github.com/uptrace/bun"

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

type row struct {
	bun.BaseModel `bun:"table:cards,alias:c"`

	ID              string `bun:",pk"`
	UserID          string
	FingerprintHash []byte
	Personal        []byte // cardSecrets, encrypted
	Brand           string
	Last4           string `bun:"last4"`
	ExpiryMonth     int
	ExpiryYear      int
	IsDefault       bool
}

// cardSecrets is the encrypted part of a card.
type cardSecrets struct {
	Token  string `json:"token"`
	Holder string `json:"holder"`
}

func cardSealContext(id string) string { return "cards/" + id }

// Add saves a card; the first card of a user becomes the default. The same card again updates its token and expiry: the provider has to
// delete the former token.
func (q Cards) Add(ctx context.Context, userID string, c Card) (kept Card, err error) {
	err = q.withCardsOf(ctx, userID, func(q Cards) error {
		fingerprint := q.Keys.Hash(c.Fingerprint)
		var former row
		err := q.DB.NewSelect().Model(&former).Column("id", "personal").Where("user_id = ?", userID).Where("fingerprint_hash = ?", fingerprint).Scan(ctx)
		switch {
		case errors.Is(err, sql.ErrNoRows):
			c.ID = uuid.NewString()
		case err != nil:
			return err
		default:
			c.ID = former.ID
			if err := q.replace(ctx, former, c.Token); err != nil {
				return err
			}
		}
		sealed, err := q.Keys.SealJSON(cardSealContext(c.ID), cardSecrets{c.Token, c.Holder})
		if err != nil {
			return err
		}
		added := row{
			ID: c.ID, UserID: userID, FingerprintHash: fingerprint, Personal: sealed, Brand: c.Brand, Last4: c.Last4,
			ExpiryMonth: c.ExpiryMonth, ExpiryYear: c.ExpiryYear,
		}
		_, err = q.DB.NewInsert().Model(&added).Value("is_default", "NOT EXISTS (SELECT FROM cards WHERE user_id = ?)", userID).
			On("CONFLICT (id) DO UPDATE").Set("personal = EXCLUDED.personal").
			Set("expiry_month = EXCLUDED.expiry_month").Set("expiry_year = EXCLUDED.expiry_year").
			Returning("id, personal, brand, last4, expiry_month, expiry_year, is_default").Exec(ctx)
		if err != nil {
			return err
		}
		kept, err = q.open(added)
		return err
	})
	return kept, storeerrors.Translate("add card", err)
}

// replace keeps the former token of a card that gets another one.
func (q Cards) replace(ctx context.Context, former row, token string) error {
	known, err := q.open(former)
	if err != nil || known.Token == token {
		return err
	}
	return q.noteRemoved(ctx, former.ID, former.Personal)
}

// withCardsOf serialises the changes of a user's cards, so that two of them cannot both set a default.
func (q Cards) withCardsOf(ctx context.Context, userID string, change func(q Cards) error) error {
	return q.InTx(ctx, func(conn *tx.Conn) error {
		q := Cards{conn}
		if err := q.DB.NewSelect().Table("users").ColumnExpr("1").Where("id = ?", userID).For("UPDATE").Scan(ctx, new(int)); err != nil {
			return err
		}
		return change(q)
	})
}

func (q Cards) open(r row) (Card, error) {
	c := Card{ID: r.ID, Brand: r.Brand, Last4: r.Last4, ExpiryMonth: r.ExpiryMonth, ExpiryYear: r.ExpiryYear, Default: r.IsDefault}
	var secrets cardSecrets
	if err := q.Keys.OpenJSON(cardSealContext(c.ID), r.Personal, &secrets); err != nil {
		return c, fmt.Errorf("read card: %w", err)
	}
	c.Token, c.Holder = secrets.Token, secrets.Holder
	return c, nil
}

func (q Cards) find(ctx context.Context, userID, id string) (Card, error) {
	var found row
	if err := q.DB.NewSelect().Model(&found).Where("user_id = ?", userID).Where("id = ?", id).Scan(ctx); err != nil {
		return Card{}, err
	}
	return q.open(found)
}

// Get finds one of a user's cards; another user's card is ErrNotFound.
func (q Cards) Get(ctx context.Context, userID, id string) (Card, error) {
	c, err := q.find(ctx, userID, id)
	return c, storeerrors.Translate("find card", err)
}

// Of returns the saved cards of a user, the default first, then the newest.
func (q Cards) Of(ctx context.Context, userID string) (all []Card, err error) {
	var rows []row
	err = q.DB.NewSelect().Model(&rows).Where("user_id = ?", userID).Order("is_default DESC", "created_at DESC", "id").Scan(ctx)
	if err != nil {
		return nil, storeerrors.Translate("list cards", err)
	}
	for _, r := range rows {
		c, err := q.open(r)
		if err != nil {
			return nil, storeerrors.Translate("list cards", err)
		}
		all = append(all, c)
	}
	return all, nil
}

// MakeDefault makes one of a user's cards the default; another user's card is ErrNotFound.
func (q Cards) MakeDefault(ctx context.Context, userID, id string) error {
	err := q.withCardsOf(ctx, userID, func(q Cards) error {
		if _, err := q.find(ctx, userID, id); err != nil {
			return err
		}
		return q.setDefault(ctx, userID, id)
	})
	return storeerrors.Translate("make card the default", err)
}

// setDefault removes the flag from the other card first, because two cards may never have it.
func (q Cards) setDefault(ctx context.Context, userID, id string) error {
	_, err := q.DB.NewUpdate().Model((*row)(nil)).Set("is_default = false").
		Where("user_id = ?", userID).Where("is_default").Where("id <> ?", id).Exec(ctx)
	if err != nil {
		return err
	}
	_, err = q.DB.NewUpdate().Model((*row)(nil)).Set("is_default = true").Where("user_id = ?", userID).Where("id = ?", id).Exec(ctx)
	return err
}

// Remove deletes a card, and keeps its token until the provider has deleted it; if it was the default, the newest of the rest becomes
// the default. Removing a deleted card changes nothing.
func (q Cards) Remove(ctx context.Context, userID, id string) error {
	err := q.withCardsOf(ctx, userID, func(q Cards) error {
		var former []row
		err := q.DB.NewDelete().Model(&former).Where("user_id = ?", userID).Where("id = ?", id).Returning("id, personal").Scan(ctx)
		if err != nil || len(former) == 0 {
			return err
		}
		if err := q.noteRemoved(ctx, former[0].ID, former[0].Personal); err != nil {
			return err
		}
		ofUser := q.DB.NewSelect().Model((*row)(nil)).Column("id").Where("user_id = ?", userID)
		_, err = q.DB.NewUpdate().Model((*row)(nil)).Set("is_default = true").
			Where("id = (?)", ofUser.Clone().Order("created_at DESC", "id").Limit(1)).
			Where("NOT EXISTS (?)", ofUser.Clone().Where("is_default")).Exec(ctx)
		return err
	})
	return storeerrors.Translate("remove card", err)
}
