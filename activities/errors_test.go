package activities_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.temporal.io/sdk/temporal"

	"selfcare/activities"
	"selfcare/dev/testkit"
	"selfcare/internal/contract"
	"selfcare/internal/store"
)

// An error of our own database is an answer only where it has a code of the catalogue; the workflow waits for any other.
func TestOrders_NothingButACodeIsAnAnswerOfTheDatabase(t *testing.T) {
	s := newShop(t)
	o := s.paid(numberA)
	readOnly := activities.NewOrders(store.New(testkit.ReadOnly(t, s.url), s.keys), s.announced)
	tests := map[string]func() error{
		"a database that takes no writes": func() error {
			_, err := readOnly.AllocateSIM(ctx, o, at(now))
			return err
		},
		"a missing column": func() error {
			s.exec("ALTER TABLE sims RENAME COLUMN status TO state")
			defer s.exec("ALTER TABLE sims RENAME COLUMN state TO status")
			_, err := s.orders.AllocateSIM(ctx, o, at(now))
			return err
		},
		"a setting that is none": func() error {
			s.exec(`INSERT INTO settings (key, value) VALUES ('vatPercent', '"much"')`)
			_, err := s.orders.ChoosePlan(ctx, o, contract.PlanChosen{At: at(now), PlanID: "hawakom-90"})
			return err
		},
	}
	for name, fails := range tests {
		var waits *temporal.ApplicationError
		require.ErrorAs(t, fails(), &waits, name)
		require.Equal(t, string(contract.FailUnavailable), waits.Type(), name)
		require.False(t, waits.NonRetryable(), name)
	}
}

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
