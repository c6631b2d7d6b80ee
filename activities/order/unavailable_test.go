package order_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.temporal.io/sdk/temporal"

	orderacts "selfcare/activities/order"
	"selfcare/dev/testkit"
	"selfcare/internal/contract"
	"selfcare/internal/store"
)

// An error of our own database is an answer only if it has a code of the catalogue; the workflow waits for any other.
func TestOrders_DatabaseError_OnlyCodesAnswer(t *testing.T) {
	s := newShop(t)
	o := s.Paid(numberA)
	readOnly := orderacts.New(store.New(testkit.ReadOnly(t, s.URL), s.Keys), s.Announced)
	tests := map[string]func() error{
		"a database that takes no writes": func() error {
			_, err := readOnly.AllocateSIM(ctx, o, at(now))
			return err
		},
		"a missing column": func() error {
			s.Exec("ALTER TABLE sims RENAME COLUMN status TO state")
			defer s.Exec("ALTER TABLE sims RENAME COLUMN state TO status")
			_, err := s.Orders.AllocateSIM(ctx, o, at(now))
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

// A final refusal is held at once: the order needs a person, not patience.
func TestOrders_DatabaseRefuses_IsARefusal(t *testing.T) {
	s := newShop(t)
	o := s.Paid(numberA)
	tests := map[string]func() error{
		"a unique constraint": func() error {
			s.Exec(`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE unique_violation; END $$;
				CREATE TRIGGER refuse BEFORE UPDATE ON orders FOR EACH ROW EXECUTE FUNCTION refuse()`)
			defer s.Exec("DROP TRIGGER refuse ON orders")
			_, err := s.Orders.AllocateSIM(ctx, o, at(now))
			return err
		},
		"a setting that cannot be decoded": func() error {
			s.Exec(`INSERT INTO settings (key, value) VALUES ('vatPercent', '"much"')`)
			started := orderacts.New(store.New(s.DB, s.Keys), s.Announced)
			_, err := started.ChoosePlan(ctx, o, contract.PlanChosen{At: at(now), PlanID: "hawakom-90"})
			return err
		},
	}
	for name, fails := range tests {
		var refused *temporal.ApplicationError
		require.ErrorAs(t, fails(), &refused, name)
		require.Equal(t, string(contract.FailRecord), refused.Type(), name)
		require.True(t, refused.NonRetryable(), name)
	}
}

func TestOrders_DatabaseAway_SaysSo(t *testing.T) {
	s := newShop(t)
	o := s.Paid(numberA)
	hurried, cancel := context.WithDeadline(ctx, time.Now())
	defer cancel()

	_, err := s.Orders.AllocateSIM(hurried, o, at(now))

	var away *temporal.ApplicationError
	require.ErrorAs(t, err, &away)
	require.Equal(t, string(contract.FailUnavailable), away.Type())
	require.False(t, away.NonRetryable(), "it may answer in a moment")
}
