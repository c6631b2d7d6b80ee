package failure_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/stretchr/testify/require"
	"go.temporal.io/sdk/temporal"

	"selfcare/activities/internal/failure"
	"selfcare/internal/contract"
	"selfcare/internal/gateway"
	storeerrors "selfcare/internal/store/errors"
	"selfcare/internal/store/seal"
)

func sqlState(code string) error { return &pgconn.PgError{Code: code} }

func TestMap_DatabaseError_RefusalOrWait(t *testing.T) {
	const refused, waits = contract.FailRecord, contract.FailUnavailable
	decode := json.Unmarshal([]byte(`"much"`), new(int))
	for name, tt := range map[string]struct {
		err  error
		want contract.Code
	}{
		"not null": {sqlState("23502"), refused}, "foreign key": {sqlState("23503"), refused}, "unique": {sqlState("23505"), refused},
		"check": {sqlState("23514"), refused}, "exclusion": {sqlState("23P01"), refused},
		"too long": {sqlState("22001"), refused}, "out of range": {sqlState("22003"), refused}, "no such value": {sqlState("22P02"), refused},
		"conflict": {storeerrors.ErrConflict, refused}, "no such row": {storeerrors.ErrNotFound, refused}, "not covered": {storeerrors.ErrNotCovered, refused},
		"key not configured": {seal.ErrKeys, refused}, "no such type": {decode, refused}, "no JSON": {json.Unmarshal([]byte("{"), new(int)), refused},
		"deadlock": {sqlState("40P01"), waits}, "serialization": {sqlState("40001"), waits}, "locked": {sqlState("55P03"), waits},
		"statement timed out": {sqlState("57014"), waits}, "disk full": {sqlState("53100"), waits}, "connections": {sqlState("53300"), waits},
		"read-only": {sqlState("25006"), waits}, "column missing": {sqlState("42703"), waits}, "shut down": {sqlState("57P01"), waits},
		"away": {storeerrors.ErrAway, waits}, "time over": {context.DeadlineExceeded, waits}, "cut off": {io.ErrUnexpectedEOF, waits},
		"a refusal heard while it went away": {fmt.Errorf("%w: %w", storeerrors.ErrAway, sqlState("40P01")), waits},
		"anything else":                      {errors.New("out of luck"), waits},
	} {
		var failed *temporal.ApplicationError
		require.ErrorAs(t, failure.Map("write", fmt.Errorf("save: %w", tt.err)), &failed, name)
		require.Equal(t, string(tt.want), failed.Type(), name)
		require.Equal(t, tt.want == refused, failed.NonRetryable(), name)
	}
}

// A partner's policy pauses for minutes; our database is asked again within seconds, each call at another moment.
func TestMap_DatabaseAway_AsksAgainInSeconds(t *testing.T) {
	var away *temporal.ApplicationError
	require.ErrorAs(t, failure.Map("write", storeerrors.ErrAway), &away)
	require.Positive(t, away.NextRetryDelay())
	require.LessOrEqual(t, away.NextRetryDelay(), 8*time.Second)
}

func TestMap_PartnerTrouble_IsLeftToItsPolicy(t *testing.T) {
	for _, err := range []error{gateway.ErrRetry, gateway.ErrUnknown, gateway.ErrNotFound} {
		var failed *temporal.ApplicationError
		require.NotErrorAs(t, failure.Map("ask", err), &failed, err)
	}
}
