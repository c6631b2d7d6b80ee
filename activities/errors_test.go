package activities_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.temporal.io/sdk/temporal"

	"selfcare/internal/contract"
)

func TestOrders_SayThatTheDatabaseIsAway(t *testing.T) {
	s := newShop(t)
	o := s.paid(numberA)
	hurried, cancel := context.WithDeadline(ctx, time.Now())
	defer cancel()

	_, err := s.orders.AllocateSIM(hurried, o, at(now))

	var away *temporal.ApplicationError
	require.ErrorAs(t, err, &away)
	require.Equal(t, string(contract.FailUnavailable), away.Type())
	require.False(t, away.NonRetryable(), "it may answer in a moment")
}
