package number_test

import (
	"errors"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"

	"selfcare/dev/testkit"
	"selfcare/internal/store"
	storeerrors "selfcare/internal/store/errors"
	"selfcare/internal/store/number"
	"selfcare/internal/store/storetest"
)

const (
	numberA = "0571000001"
	numberB = "0571000002"
)

func TestClaimNumber_Concurrent_OneWins(t *testing.T) {
	s := withNumbers(t, numberA)
	var winners atomic.Int32
	var all errgroup.Group
	for range 50 {
		all.Go(func() error {
			claimed, err := s.Numbers.Claim(ctx, numberA, storetest.NewID(), storetest.Soon())
			if errors.Is(err, storeerrors.ErrNumberTaken) {
				return nil
			}
			if err == nil && claimed == (number.Free{MSISDN: numberA, Category: "bronze", Price: 3000}) {
				winners.Add(1)
			}
			return err
		})
	}
	require.NoError(t, all.Wait())
	require.EqualValues(t, 1, winners.Load())
}

func TestClaimNumber_Repeated_WinsAgain(t *testing.T) {
	s, order := withNumbers(t, numberA), storetest.NewID()
	for range 2 {
		_, err := s.Numbers.Claim(ctx, numberA, order, storetest.Soon())
		require.NoError(t, err)
	}
}

func TestClaimNumber_ExpiredHold_IsFree(t *testing.T) {
	s, first, second := withNumbers(t, numberA), storetest.NewID(), storetest.NewID()
	_, err := s.Numbers.Claim(ctx, numberA, first, storetest.Past())
	require.NoError(t, err)
	_, err = s.Numbers.Claim(ctx, numberA, second, storetest.Soon())
	require.NoError(t, err)
	require.ErrorIs(t, s.Numbers.ExtendHold(ctx, numberA, first, storetest.Soon()), storeerrors.ErrNumberTaken)
	require.ErrorIs(t, s.Numbers.Sell(ctx, numberA, first), storeerrors.ErrNumberTaken)
}

func TestClaimNumber_Unknown_IsRefused(t *testing.T) {
	s := withNumbers(t)
	_, err := s.Numbers.Claim(ctx, numberA, storetest.NewID(), storetest.Soon())
	require.ErrorIs(t, err, storeerrors.ErrNumberUnknown)
}

func TestClaimNumber_Another_ReplacesTheHold(t *testing.T) {
	s, order := withNumbers(t, numberA, numberB), storetest.NewID()
	_, err := s.Numbers.Claim(ctx, numberA, order, storetest.Soon())
	require.NoError(t, err)
	_, err = s.Numbers.Claim(ctx, numberB, order, storetest.Soon())
	require.NoError(t, err)
	_, err = s.Numbers.Claim(ctx, numberA, storetest.NewID(), storetest.Soon())
	require.NoError(t, err, "the first one is free again")
}

func TestClaimNumber_OtherTaken_KeepsTheHold(t *testing.T) {
	s, order := withNumbers(t, numberA, numberB), storetest.NewID()
	_, err := s.Numbers.Claim(ctx, numberB, storetest.NewID(), storetest.Soon())
	require.NoError(t, err)
	_, err = s.Numbers.Claim(ctx, numberA, order, storetest.Soon())
	require.NoError(t, err)

	_, err = s.Numbers.Claim(ctx, numberB, order, storetest.Soon())
	require.ErrorIs(t, err, storeerrors.ErrNumberTaken)
	_, err = s.Numbers.Claim(ctx, numberA, storetest.NewID(), storetest.Soon())
	require.ErrorIs(t, err, storeerrors.ErrNumberTaken, "still held")
}

func TestClaimNumber_BoughtNumber_IsConflict(t *testing.T) {
	s, order := withNumbers(t, numberA, numberB), storetest.NewID()
	require.NoError(t, s.Numbers.Sell(ctx, numberA, order))
	_, err := s.Numbers.Claim(ctx, numberB, order, storetest.Soon())
	require.ErrorIs(t, err, storeerrors.ErrConflict)
	_, err = s.Numbers.Claim(ctx, numberB, storetest.NewID(), storetest.Soon())
	require.NoError(t, err)
}

func TestClaimNumber_InTransaction_Continues(t *testing.T) {
	s, order := withNumbers(t, numberA, numberB), storetest.NewID()
	err := s.InTx(ctx, func(q *store.Tx) error {
		if _, err := q.Numbers.Claim(ctx, numberA, order, storetest.Soon()); err != nil {
			return err
		}
		_, err := q.Numbers.Claim(ctx, numberB, order, storetest.Soon()) // violates the constraint and recovers
		return err
	})
	require.NoError(t, err)
	require.NoError(t, s.Numbers.Sell(ctx, numberB, order))
}

func TestExtendHold_NumberTaken_Refused(t *testing.T) {
	s, order := withNumbers(t, numberA), storetest.NewID()
	_, err := s.Numbers.Claim(ctx, numberA, order, storetest.Past())
	require.NoError(t, err)
	require.NoError(t, s.Numbers.ExtendHold(ctx, numberA, order, storetest.Soon()), "expired, but still free")
	_, err = s.Numbers.Claim(ctx, numberA, storetest.NewID(), storetest.Soon())
	require.ErrorIs(t, err, storeerrors.ErrNumberTaken)

	require.NoError(t, s.Numbers.Sell(ctx, numberA, order))
	require.ErrorIs(t, s.Numbers.ExtendHold(ctx, numberA, storetest.NewID(), storetest.Soon()), storeerrors.ErrNumberTaken)
}

func TestSellNumber(t *testing.T) {
	t.Run("may be repeated", func(t *testing.T) {
		s, order := withNumbers(t, numberA), storetest.NewID()
		require.NoError(t, s.Numbers.Sell(ctx, numberA, order))
		require.NoError(t, s.Numbers.Sell(ctx, numberA, order))
	})
	t.Run("an expired hold counts while the number is free", func(t *testing.T) {
		s, order := withNumbers(t, numberA), storetest.NewID()
		_, err := s.Numbers.Claim(ctx, numberA, order, storetest.Past())
		require.NoError(t, err)
		require.NoError(t, s.Numbers.Sell(ctx, numberA, order))
	})
	t.Run("a sold number is never free again by time", func(t *testing.T) {
		s := withNumbers(t, numberA)
		require.NoError(t, s.Numbers.Sell(ctx, numberA, storetest.NewID()))
		_, err := s.Numbers.Claim(ctx, numberA, storetest.NewID(), storetest.Soon())
		require.ErrorIs(t, err, storeerrors.ErrNumberTaken)
		require.ErrorIs(t, s.Numbers.Sell(ctx, numberA, storetest.NewID()), storeerrors.ErrNumberTaken)
	})
	t.Run("unknown number", func(t *testing.T) {
		require.ErrorIs(t, withNumbers(t).Numbers.Sell(ctx, numberA, storetest.NewID()), storeerrors.ErrNumberUnknown)
	})
}

func TestReleaseNumber_OtherOrder_IsIgnored(t *testing.T) {
	s, mine, other := withNumbers(t, numberA), storetest.NewID(), storetest.NewID()
	require.NoError(t, s.Numbers.Sell(ctx, numberA, mine))
	require.NoError(t, s.Numbers.Release(ctx, numberA, other), "not ours: nothing happens")
	_, err := s.Numbers.Claim(ctx, numberA, other, storetest.Soon())
	require.ErrorIs(t, err, storeerrors.ErrNumberTaken)

	require.NoError(t, s.Numbers.Release(ctx, numberA, mine))
	_, err = s.Numbers.Claim(ctx, numberA, other, storetest.Soon())
	require.NoError(t, err)
	require.NoError(t, s.Numbers.Release(ctx, numberA, mine), "late repeat: the new holder keeps it")
	require.NoError(t, s.Numbers.ExtendHold(ctx, numberA, other, storetest.Soon()))
}

func TestSuggestNumber_NoneLeft_IsOutOfStock(t *testing.T) {
	s := withNumbers(t, numberA, numberB)
	first, err := s.Numbers.Suggest(ctx, "bronze", storetest.NewID(), storetest.Past())
	require.NoError(t, err)
	second, err := s.Numbers.Suggest(ctx, "bronze", storetest.NewID(), storetest.Soon())
	require.NoError(t, err)
	require.NotEqual(t, first.MSISDN, second.MSISDN)
	third, err := s.Numbers.Suggest(ctx, "bronze", storetest.NewID(), storetest.Soon())
	require.NoError(t, err)
	require.Equal(t, first.MSISDN, third.MSISDN, "its hold is over")
	_, err = s.Numbers.Suggest(ctx, "bronze", storetest.NewID(), storetest.Soon())
	require.ErrorIs(t, err, storeerrors.ErrOutOfStock)
}

func TestSuggestNumber_Concurrent_AllDiffer(t *testing.T) {
	s := testkit.Seeded(t)
	const clients, each = 8, 20
	claimed := make([][]string, clients)
	var all errgroup.Group
	for i := range clients {
		all.Go(func() error {
			for range each {
				n, err := s.Numbers.Suggest(ctx, "platinum", storetest.NewID(), storetest.Soon())
				if err != nil {
					return err
				}
				claimed[i] = append(claimed[i], n.MSISDN)
			}
			return nil
		})
	}
	require.NoError(t, all.Wait())
	seen := map[string]bool{}
	for _, list := range claimed {
		for _, msisdn := range list {
			require.False(t, seen[msisdn], msisdn)
			seen[msisdn] = true
		}
	}
	require.Len(t, seen, clients*each)
}

func TestNumbers_ImpossibleState_IsRefused(t *testing.T) {
	db, _ := storetest.Database(t)
	storetest.Exec(t, db, "INSERT INTO number_categories VALUES ('bronze', 3000, 0)")
	for name, row := range map[string]string{
		"held, no holder":      "('0571000001', 'bronze', 'held', NULL, now())",
		"held for ever":        "('0571000001', 'bronze', 'held', gen_random_uuid(), NULL)",
		"free with a holder":   "('0571000001', 'bronze', 'free', gen_random_uuid(), NULL)",
		"another state":        "('0571000001', 'bronze', 'lost', NULL, NULL)",
		"not one of our range": "('0501000001', 'bronze', 'free', NULL, NULL)",
		"class without price":  "('0571000001', 'copper', 'free', NULL, NULL)",
	} {
		t.Run(name, func(t *testing.T) {
			_, err := db.ExecContext(ctx, "INSERT INTO numbers (msisdn, category, status, order_id, held_until) VALUES "+row)
			require.Error(t, err)
		})
	}
}

func TestNumbers_Price_IsThatOfTheClass(t *testing.T) {
	db, s := storetest.Database(t)
	storetest.Exec(t, db, "INSERT INTO number_categories VALUES ('bronze', 3000, 0)")
	storetest.Exec(t, db, "INSERT INTO numbers (msisdn, category) VALUES ('0571000001', 'bronze')")
	storetest.Exec(t, db, "UPDATE number_categories SET price = 4500 WHERE key = 'bronze'")

	claimed, err := s.Numbers.Claim(ctx, "0571000001", storetest.NewID(), storetest.Soon())
	require.NoError(t, err)
	require.EqualValues(t, 4500, claimed.Price)
	_, err = db.ExecContext(ctx, "UPDATE numbers SET price = 1")
	require.ErrorContains(t, err, "numbers_priced")
}
