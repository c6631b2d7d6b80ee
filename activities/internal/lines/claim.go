// Package lines holds the first and the last step of every change of a line: the claim on it, and the messages to its holders.
package lines

import (
	"context"
	"errors"
	"time"

	"selfcare/internal/contract"
	"selfcare/internal/domain/line"
	"selfcare/internal/store"
	storeerrors "selfcare/internal/store/errors"
	linestore "selfcare/internal/store/line"
)

// Changeable claims a line and refuses one that may not be changed now.
func Changeable(ctx context.Context, q *store.Tx, lineID string, claim linestore.Claim, now time.Time) (linestore.Line, error) {
	found, err := checkClaim(ctx, q, lineID, claim)
	if err != nil {
		return found, err
	}
	return found, found.ValidateChange(now)
}

// Replaceable is Changeable for a new SIM.
func Replaceable(ctx context.Context, q *store.Tx, lineID string, claim linestore.Claim, now time.Time) (linestore.Line, error) {
	found, err := checkClaim(ctx, q, lineID, claim)
	if err != nil {
		return found, err
	}
	return found, found.ValidateReplacement(now)
}

func checkClaim(ctx context.Context, q *store.Tx, lineID string, claim linestore.Claim) (linestore.Line, error) {
	found, err := ByID(ctx, q, lineID)
	if err != nil {
		return found, err
	}
	claim.LineID = lineID
	return found, Claim(ctx, q, claim)
}

// ByID returns one of our lines; any other id is refused.
func ByID(ctx context.Context, q *store.Tx, lineID string) (linestore.Line, error) {
	found, err := q.Lines.Get(ctx, lineID)
	if errors.Is(err, storeerrors.ErrNotFound) {
		return found, contract.Refuse(contract.FailNumberAbsent)
	}
	return found, err
}

// Claim locks the line against other changes. The refusal names the change that is under way.
func Claim(ctx context.Context, q *store.Tx, claim linestore.Claim) error {
	err := q.Lines.Claim(ctx, claim)
	var busy *linestore.BusyError
	if errors.As(err, &busy) {
		return line.RefuseBusy(busy.By.Change())
	}
	return err
}
