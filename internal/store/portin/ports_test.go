package portin_test

import (
	"context"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/dev/testkit"
	"selfcare/internal/domain/calendar"
	storeerrors "selfcare/internal/store/errors"
	"selfcare/internal/store/setting"
	"selfcare/internal/store/storetest"
)

var ctx = context.Background()

const brought = "0551234567"

// forever is a claim without an end.
var forever time.Time

func TestClaimPort_Concurrent_OneWins(t *testing.T) {
	s := testkit.Store(t)
	var (
		wins int
		mu   sync.Mutex
		all  sync.WaitGroup
	)
	for range 8 {
		o := storetest.Opened(t, s, storetest.FullOrder())
		all.Go(func() {
			if s.Ports.Claim(ctx, brought, o.ID, storetest.Soon()) == nil {
				mu.Lock()
				wins++
				mu.Unlock()
			}
		})
	}
	all.Wait()
	require.Equal(t, 1, wins)
}

func TestClaimPort_Expired_IsFree(t *testing.T) {
	s := testkit.Store(t)
	first, second := storetest.Opened(t, s, storetest.FullOrder()), storetest.Opened(t, s, storetest.FullOrder())
	require.NoError(t, s.Ports.Claim(ctx, brought, first.ID, storetest.Past()))
	require.NoError(t, s.Ports.Claim(ctx, brought, second.ID, storetest.Soon()), "the first claim expired")
	require.ErrorIs(t, s.Ports.Claim(ctx, brought, first.ID, storetest.Soon()), storeerrors.ErrNumberTaken)

	require.NoError(t, s.Ports.Claim(ctx, brought, second.ID, forever))
	require.NoError(t, s.Ports.Claim(ctx, brought, second.ID, storetest.Past()), "a claim never gets shorter")
	require.ErrorIs(t, s.Ports.Claim(ctx, brought, first.ID, storetest.Soon()), storeerrors.ErrNumberTaken)

	for range 2 {
		require.NoError(t, s.Ports.Release(ctx, second.ID))
	}
	require.NoError(t, s.Ports.Claim(ctx, brought, first.ID, storetest.Soon()))
}

func TestClaimPort_FailedClaim_KeepsOld(t *testing.T) {
	s := testkit.Store(t)
	first, second := storetest.Opened(t, s, storetest.FullOrder()), storetest.Opened(t, s, storetest.FullOrder())
	require.NoError(t, s.Ports.Claim(ctx, brought, first.ID, storetest.Soon()))
	require.NoError(t, s.Ports.Claim(ctx, "0550000001", second.ID, storetest.Soon()))
	require.ErrorIs(t, s.Ports.Claim(ctx, brought, second.ID, storetest.Soon()), storeerrors.ErrNumberTaken)
	require.ErrorIs(t, s.Ports.Claim(ctx, "0550000001", first.ID, storetest.Soon()), storeerrors.ErrNumberTaken, "it was kept")
	require.NoError(t, s.Ports.Claim(ctx, "0550000002", second.ID, storetest.Soon()))
	require.NoError(t, s.Ports.Claim(ctx, "0550000001", first.ID, storetest.Soon()), "the claim was released")
}

func TestClaimPort_NumberInService_IsTaken(t *testing.T) {
	s := testkit.Store(t)
	active := storetest.FullOrder()
	require.NoError(t, s.Lines.Create(ctx, storetest.Opened(t, s, active), time.Now()))
	other := storetest.Opened(t, s, storetest.FullOrder())
	require.ErrorIs(t, s.Ports.Claim(ctx, active.Booking.MSISDN, other.ID, storetest.Soon()), storeerrors.ErrNumberTaken)
}

func TestOperators_Donors_ExcludeUs(t *testing.T) {
	s := testkit.Seeded(t)
	donors, err := s.Ports.Donors(ctx)
	require.NoError(t, err)
	var keys []string
	for _, donor := range donors {
		keys = append(keys, donor.Key)
		require.NotEmpty(t, donor.NameAr)
	}
	require.Equal(t, []string{"stc", "mobily", "zain", "lebara"}, keys)
	us, err := s.Ports.Operator(ctx, "selfcare")
	require.NoError(t, err)
	require.True(t, us.Ours)
	_, err = s.Ports.Operator(ctx, "nobody")
	require.ErrorIs(t, err, storeerrors.ErrNotFound)
}

func TestCalendar_Holidays_BeginWithDay(t *testing.T) {
	s := testkit.Seeded(t)
	from := time.Date(2027, 5, 15, 22, 0, 0, 0, time.UTC) // the 16th in Riyadh
	got, err := s.Ports.Calendar(ctx, setting.Defaults(), from)
	require.NoError(t, err)
	require.Equal(t, calendar.Calendar{
		From: 8, Until: 16,
		Holidays: []string{"2027-05-16", "2027-05-17", "2027-05-18", "2027-05-19", "2027-09-23", "2028-02-22", "2028-09-23"},
	}, got)
}
