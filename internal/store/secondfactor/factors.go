// Package secondfactor stores the second factors of users, and their recovery codes.
package secondfactor

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	storeerrors "selfcare/internal/store/errors"
	"selfcare/internal/store/session"
	"selfcare/internal/store/tx"
)

// Factors stores the second factors of staff.
type Factors struct{ *tx.Conn }

// Factor is the second factor of one person. Until it is confirmed, the person can start again.
type Factor struct {
	Secret    string // base32
	Confirmed bool
	BegunAt   time.Time
}

type row struct {
	bun.BaseModel `bun:"table:second_factors,alias:f"`

	UserID      string    `bun:",pk"`
	Secret      []byte    // encrypted
	ConfirmedAt time.Time `bun:",scanonly"`
	BegunAt     time.Time `bun:",scanonly"`
}

type codeRow struct {
	bun.BaseModel `bun:"table:recovery_codes,alias:r"`

	UserID string
	Hash   []byte
}

func factorSealContext(userID string) string { return "second_factors/" + userID }

// Begin stores an unconfirmed secret, in place of an earlier unconfirmed one. A confirmed one is ErrConflict.
func (q Factors) Begin(ctx context.Context, userID, secret string) error {
	sealed := q.Keys.Seal(factorSealContext(userID), []byte(secret))
	result, err := q.DB.NewInsert().Model(&row{UserID: userID, Secret: sealed}).
		On("CONFLICT (user_id) DO UPDATE").Set("secret = EXCLUDED.secret").Set("begun_at = clock_timestamp()").
		Where("f.confirmed_at IS NULL").Exec(ctx)
	return tx.RequireChange("begin second factor", storeerrors.ErrConflict, result, err)
}

// Of returns a person's second factor; ErrNotFound without one.
func (q Factors) Of(ctx context.Context, userID string) (Factor, error) {
	var found row
	err := q.DB.NewSelect().Model(&found).Column("secret", "confirmed_at", "begun_at").Where("user_id = ?", userID).Scan(ctx)
	factor := Factor{Confirmed: !found.ConfirmedAt.IsZero(), BegunAt: found.BegunAt}
	if err != nil {
		return factor, storeerrors.Translate("find second factor", err)
	}
	secret, err := q.Keys.Open(factorSealContext(userID), found.Secret)
	factor.Secret = string(secret)
	return factor, err
}

// Confirm confirms a second factor, and stores its recovery codes. ErrConflict means that it was started again meanwhile, or is
// confirmed already.
func (q Factors) Confirm(ctx context.Context, userID string, begun time.Time, step int64, codes []string) error {
	return q.InTx(ctx, func(conn *tx.Conn) error {
		q := Factors{conn}
		result, err := q.DB.NewUpdate().Model((*row)(nil)).Set("confirmed_at = now()").Set("last_step = ?", step).
			Where("user_id = ?", userID).Where("begun_at = ?", begun).Where("confirmed_at IS NULL").Exec(ctx)
		if err := tx.RequireChange("confirm second factor", storeerrors.ErrConflict, result, err); err != nil {
			return err
		}
		return q.SetRecoveryCodes(ctx, userID, codes)
	})
}

// UseStep uses up the code of a time step, and those of earlier steps. A used one is ErrConflict.
func (q Factors) UseStep(ctx context.Context, userID string, step int64) error {
	result, err := q.DB.NewUpdate().Model((*row)(nil)).Set("last_step = ?", step).
		Where("user_id = ?", userID).Where("confirmed_at IS NOT NULL").Where("last_step < ?", step).Exec(ctx)
	return tx.RequireChange("use second factor", storeerrors.ErrConflict, result, err)
}

// UseRecoveryCode uses up a recovery code. A used or unknown code is ErrConflict.
func (q Factors) UseRecoveryCode(ctx context.Context, userID, code string) error {
	confirmed := q.DB.NewSelect().Model((*row)(nil)).Column("user_id").Where("user_id = ?", userID).Where("confirmed_at IS NOT NULL")
	result, err := q.DB.NewUpdate().Model((*codeRow)(nil)).Set("used_at = now()").Where("user_id = (?)", confirmed).
		Where("hash = ?", q.recoveryHash(userID, code)).Where("used_at IS NULL").Exec(ctx)
	return tx.RequireChange("use recovery code", storeerrors.ErrConflict, result, err)
}

// SetRecoveryCodes gives a person new recovery codes; the old ones become invalid.
func (q Factors) SetRecoveryCodes(ctx context.Context, userID string, codes []string) error {
	rows := make([]codeRow, len(codes))
	for i, code := range codes {
		rows[i] = codeRow{UserID: userID, Hash: q.recoveryHash(userID, code)}
	}
	return q.InTx(ctx, func(conn *tx.Conn) error {
		q := Factors{conn}
		if _, err := q.DB.NewDelete().Model((*codeRow)(nil)).Where("user_id = ?", userID).Exec(ctx); err != nil || len(rows) == 0 {
			return storeerrors.Translate("forget recovery codes", err)
		}
		_, err := q.DB.NewInsert().Model(&rows).Exec(ctx)
		return storeerrors.Translate("keep recovery codes", err)
	})
}

// RecoveryCodesLeft counts the unused recovery codes.
func (q Factors) RecoveryCodesLeft(ctx context.Context, userID string) (left int, err error) {
	count, err := q.DB.NewSelect().Model((*codeRow)(nil)).Where("user_id = ?", userID).Where("used_at IS NULL").Count(ctx)
	return int(count), storeerrors.Translate("count recovery codes", err)
}

// Reset deletes a person's second factor and ends their sessions: the next sign-in sets up a new one. Without one it is
// ErrNotFound.
func (q Factors) Reset(ctx context.Context, userID string) error {
	return q.InTx(ctx, func(conn *tx.Conn) error {
		q := Factors{conn}
		result, err := q.DB.NewDelete().Model((*row)(nil)).Where("user_id = ?", userID).Exec(ctx)
		if err := tx.RequireChange("reset second factor", storeerrors.ErrNotFound, result, err); err != nil {
			return err
		}
		return session.Sessions(q).EndAllOf(ctx, userID, nil)
	})
}

func (q Factors) recoveryHash(userID, code string) []byte {
	return q.Keys.Hash("recovery code\n" + userID + "\n" + code)
}
