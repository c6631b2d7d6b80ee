// Package secondfactor stores the second factors of users, and their recovery codes.
package secondfactor

import (
	"context"
	"fmt"
	"time"

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

func factorSealContext(userID string) string { return "second_factors/" + userID }

// Begin stores an unconfirmed secret, in place of an earlier unconfirmed one. A confirmed one is ErrConflict.
func (q Factors) Begin(ctx context.Context, userID, secret string) error {
	sealed := q.Keys.Seal(factorSealContext(userID), []byte(secret))
	return q.changeOnce(ctx, "begin second factor", `
		INSERT INTO second_factors AS f (user_id, secret) VALUES ($1, $2)
		ON CONFLICT (user_id) DO UPDATE SET secret = EXCLUDED.secret, begun_at = clock_timestamp() WHERE f.confirmed_at IS NULL`,
		userID, sealed)
}

// Of returns a person's second factor; ErrNotFound without one.
func (q Factors) Of(ctx context.Context, userID string) (Factor, error) {
	var factor Factor
	var sealed []byte
	err := q.Prepared().Row(ctx, "SELECT secret, confirmed_at IS NOT NULL, begun_at FROM second_factors WHERE user_id = $1", userID).
		Scan(&sealed, &factor.Confirmed, &factor.BegunAt)
	if err != nil {
		return factor, storeerrors.Translate("find second factor", err)
	}
	secret, err := q.Keys.Open(factorSealContext(userID), sealed)
	factor.Secret = string(secret)
	return factor, err
}

// Confirm confirms a second factor, and stores its recovery codes. ErrConflict means that it was started again meanwhile, or is
// confirmed already.
func (q Factors) Confirm(ctx context.Context, userID string, begun time.Time, step int64, codes []string) error {
	return q.InTx(ctx, func(conn *tx.Conn) error {
		q := Factors{conn}
		err := q.changeOnce(ctx, "confirm second factor", `
			UPDATE second_factors SET confirmed_at = now(), last_step = $3
			WHERE user_id = $1 AND begun_at = $2 AND confirmed_at IS NULL`, userID, begun, step)
		if err != nil {
			return err
		}
		return q.SetRecoveryCodes(ctx, userID, codes)
	})
}

// UseStep uses up the code of a time step, and those of earlier steps. A used one is ErrConflict.
func (q Factors) UseStep(ctx context.Context, userID string, step int64) error {
	return q.changeOnce(ctx, "use second factor",
		"UPDATE second_factors SET last_step = $2 WHERE user_id = $1 AND confirmed_at IS NOT NULL AND last_step < $2", userID, step)
}

// UseRecoveryCode uses up a recovery code. A used or unknown code is ErrConflict.
func (q Factors) UseRecoveryCode(ctx context.Context, userID, code string) error {
	return q.changeOnce(ctx, "use recovery code", `
		UPDATE recovery_codes AS r SET used_at = now() FROM second_factors AS f
		WHERE r.user_id = $1 AND r.hash = $2 AND r.used_at IS NULL AND f.user_id = r.user_id AND f.confirmed_at IS NOT NULL`,
		userID, q.recoveryHash(userID, code))
}

// SetRecoveryCodes gives a person new recovery codes; the old ones become invalid.
func (q Factors) SetRecoveryCodes(ctx context.Context, userID string, codes []string) error {
	hashes := make([][]byte, len(codes))
	for i, code := range codes {
		hashes[i] = q.recoveryHash(userID, code)
	}
	return q.InTx(ctx, func(conn *tx.Conn) error {
		q := Factors{conn}
		if _, err := q.Prepared().Exec(ctx, "DELETE FROM recovery_codes WHERE user_id = $1", userID); err != nil {
			return storeerrors.Translate("forget recovery codes", err)
		}
		_, err := q.Prepared().Exec(ctx, "INSERT INTO recovery_codes (user_id, hash) SELECT $1, unnest($2::bytea[])", userID, hashes)
		return storeerrors.Translate("keep recovery codes", err)
	})
}

// RecoveryCodesLeft counts the unused recovery codes.
func (q Factors) RecoveryCodesLeft(ctx context.Context, userID string) (left int, err error) {
	err = q.Prepared().Row(ctx, "SELECT count(*) FROM recovery_codes WHERE user_id = $1 AND used_at IS NULL", userID).Scan(&left)
	return left, storeerrors.Translate("count recovery codes", err)
}

// Reset deletes a person's second factor and ends their sessions: the next sign-in sets up a new one. Without one it is
// ErrNotFound.
func (q Factors) Reset(ctx context.Context, userID string) error {
	return q.InTx(ctx, func(conn *tx.Conn) error {
		q := Factors{conn}
		changed, err := q.Prepared().Exec(ctx, "DELETE FROM second_factors WHERE user_id = $1", userID)
		if err != nil {
			return storeerrors.Translate("reset second factor", err)
		}
		if changed == 0 {
			return fmt.Errorf("reset second factor: %w", storeerrors.ErrNotFound)
		}
		return session.Sessions(q).EndAllOf(ctx, userID, nil)
	})
}

func (q Factors) recoveryHash(userID, code string) []byte {
	return q.Keys.Hash("recovery code\n" + userID + "\n" + code)
}

// changeOnce makes a change whose condition only the first of several concurrent callers meets; the others get ErrConflict.
func (q Factors) changeOnce(ctx context.Context, doing, statement string, args ...any) error {
	changed, err := q.Prepared().Exec(ctx, statement, args...)
	if err == nil && changed == 0 {
		return fmt.Errorf("%s: %w", doing, storeerrors.ErrConflict)
	}
	return storeerrors.Translate(doing, err)
}
