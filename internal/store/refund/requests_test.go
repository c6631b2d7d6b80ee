package refund_test

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/internal/contract"
	"selfcare/internal/store"
	storeerrors "selfcare/internal/store/errors"
	"selfcare/internal/store/refund"
	"selfcare/internal/store/storetest"
	"selfcare/internal/store/tx"
	"selfcare/internal/store/user"
)

var (
	ctx = context.Background()
	// at is noon in Riyadh, in the middle of the day that counts.
	at = time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC)
)

// member registers a member of staff.
func member(t *testing.T, s *store.Store, name string) (id string) {
	t.Helper()
	m, err := s.Users.Register(ctx, user.User{Email: name + "@selfcare.example", PasswordHash: "hash", Roles: []string{"support"}}, "")
	require.NoError(t, err)
	return m.ID
}

// giving is money for the customer of an order with a line.
func giving(t *testing.T, s *store.Store, by string) refund.Payout {
	t.Helper()
	o := storetest.Opened(t, s, storetest.FullOrder())
	require.NoError(t, s.Lines.Create(ctx, o, at))
	return refund.Payout{Key: "decision-1", Way: contract.PayoutRefund, SubjectID: o.ID, Reference: o.Number, Amount: 300, Note: "the SIM was broken", By: by, At: at}
}

func opened(t *testing.T, s *store.Store, g refund.Payout) refund.Request {
	t.Helper()
	r, err := s.RefundRequests.Open(ctx, g, time.Hour)
	require.NoError(t, err)
	return r
}

func TestOpen_SecondRequest_IsConflict(t *testing.T) {
	_, s := storetest.Database(t)
	g := giving(t, s, member(t, s, "first"))
	_, err := s.RefundRequests.AliveOf(ctx, g.Way, g.SubjectID)
	require.ErrorIs(t, err, storeerrors.ErrNotFound)
	storetest.RequireOneWins(t, storeerrors.ErrConflict, func(int) error {
		return storetest.TakeError(s.RefundRequests.Open(ctx, g, time.Hour))
	})
	alive, err := s.RefundRequests.AliveOf(ctx, g.Way, g.SubjectID)
	require.NoError(t, err)
	require.Equal(t, []any{contract.RefundPending, "first@selfcare.example", contract.Halalas(300)}, []any{alive.State, alive.Requester, alive.Amount})
	require.NoError(t, s.RefundRequests.Decide(ctx, alive.ID, contract.RefundDeclined, member(t, s, "second"), "not broken", at.Add(time.Minute)))
	opened(t, s, g)
}

func TestDecide_Concurrent_OneWins(t *testing.T) {
	db, s := storetest.Database(t)
	asker := member(t, s, "asker")
	r := opened(t, s, giving(t, s, asker))
	require.ErrorIs(t, s.RefundRequests.Decide(ctx, r.ID, contract.RefundApproved, asker, "", at), storeerrors.ErrConflict, "the same person")
	var members [8]string
	for n := range members {
		members[n] = member(t, s, fmt.Sprint("member", n))
	}
	winner := storetest.RequireOneWins(t, storeerrors.ErrConflict, func(caller int) error {
		return s.RefundRequests.Decide(ctx, r.ID, contract.RefundApproved, members[caller], "agreed", at.Add(time.Minute))
	})
	decided, err := s.RefundRequests.Get(ctx, r.ID)
	require.NoError(t, err)
	require.Equal(t, []any{contract.RefundApproved, members[winner]}, []any{decided.State, decided.DecidedBy})
	var givings, entries int
	require.NoError(t, db.NewRaw("SELECT (SELECT count(*) FROM support_givings), (SELECT count(*) FROM audit_log WHERE action LIKE 'refund-%')").Scan(ctx, &givings, &entries))
	require.Equal(t, []int{1, 2}, []int{givings, entries}, "one request and one decision")
}

func TestExpire_Undecided_CannotBeApproved(t *testing.T) {
	db, s := storetest.Database(t)
	r := opened(t, s, giving(t, s, member(t, s, "asker")))
	approver := member(t, s, "approver")
	require.ErrorIs(t, s.RefundRequests.Decide(ctx, r.ID, contract.RefundApproved, approver, "", r.ExpiresAt), storeerrors.ErrConflict)
	require.NoError(t, s.RefundRequests.Expire(ctx, r.ExpiresAt.Add(-time.Second)))
	for range 2 {
		require.NoError(t, s.RefundRequests.Expire(ctx, r.ExpiresAt))
	}
	expired, err := s.RefundRequests.Get(ctx, r.ID)
	require.NoError(t, err)
	require.Equal(t, contract.RefundExpired, expired.State)
	var entries int
	require.NoError(t, db.NewRaw("SELECT count(*) FROM audit_log WHERE action = 'refund-expired'").Scan(ctx, &entries))
	require.Equal(t, 1, entries)
}

// A single person gives a customer up to the limit of the day in Riyadh, in all ways together.
func TestGiveAlone_Concurrent_KeepsDay(t *testing.T) {
	_, s := storetest.Database(t)
	g := giving(t, s, member(t, s, "asker"))
	alone := func(key string, at time.Time) (bool, error) {
		mine := g
		mine.Key, mine.At = key, at
		return s.RefundRequests.GiveAlone(ctx, mine, 1000)
	}
	winners := storetest.RequireWins(t, 3, storetest.ErrLost, func(caller int) error {
		return storetest.Win(alone(fmt.Sprint("decision-", caller), at))
	})
	require.NoError(t, storetest.Win(alone(fmt.Sprint("decision-", winners[0]), at)), "a repeated decision gives nothing")
	sum, err := s.RefundRequests.SumGivenThatDay(ctx, g)
	require.NoError(t, err)
	require.Equal(t, contract.Halalas(900), sum)
	midnight := time.Date(2026, 11, 20, 21, 0, 0, 0, time.UTC)
	require.ErrorIs(t, storetest.Win(alone("the same day", midnight.Add(-time.Second))), storetest.ErrLost)
	require.NoError(t, storetest.Win(alone("the next day", midnight)))
	other := g
	other.SubjectID, other.Reference, other.Key = storetest.NewID(), "BILL-1", "decision-of-a-bill"
	other.Way = contract.PayoutCreditNote
	require.NoError(t, storetest.Win(s.RefundRequests.GiveAlone(ctx, other, 1000)), "of an unknown customer")
}

func TestPage_State_OldestFirst(t *testing.T) {
	db, s := storetest.Database(t)
	asker := member(t, s, "asker")
	storetest.Fill(t, db, `INSERT INTO refund_requests (way, subject_id, reference, amount, note, requested_by, requested_at, expires_at)
		SELECT 'credit-note', gen_random_uuid(), 'B-' || n, 100, 'note', '`+asker+`', now() + n * interval '1 second', now() + interval '1 day' FROM generate_series(1, 51) AS n`)
	first, more, err := s.RefundRequests.Page(ctx, contract.RefundPending, nil, 1)
	require.NoError(t, err)
	require.True(t, more)
	require.Equal(t, []any{50, "B-1", "B-50"}, []any{len(first), first[0].Reference, first[49].Reference})
	second, more, err := s.RefundRequests.Page(ctx, contract.RefundPending, nil, 2)
	require.NoError(t, err)
	require.False(t, more)
	require.Equal(t, []any{1, "B-51"}, []any{len(second), second[0].Reference})
	place := tx.Place{At: first[48].RequestedAt, ID: first[48].ID}
	after, more, err := s.RefundRequests.Page(ctx, contract.RefundPending, &place, 1)
	require.NoError(t, err)
	require.False(t, more)
	require.Equal(t, []any{2, "B-50", "B-51"}, []any{len(after), after[0].Reference, after[1].Reference})
}

func TestRequests_ManyGivings_UsesIndexes(t *testing.T) {
	db, s := storetest.Measured(t)
	storetest.FillLines(t, db, storetest.FewLines+1, storetest.SomeLines)
	g := giving(t, s, member(t, s, "asker"))
	storetest.Fill(t, db, `INSERT INTO support_givings (key, way, subject_id, customer, amount, given_by, at, before, above)
		SELECT 'k-' || n, 'refund', gen_random_uuid(), 'c-' || n, 100, gen_random_uuid(), now(), 0, 1000 FROM generate_series(1, 5000) AS n`,
		`INSERT INTO refund_requests (way, subject_id, reference, amount, note, requested_by, requested_at, expires_at, state, decided_at)
		SELECT 'credit-note', gen_random_uuid(), 'B-' || n, 100, 'note', '`+g.By+`', now(), now() + interval '1 day', 'expired', now() FROM generate_series(1, 5000) AS n`)
	storetest.RequireIndexed(t, db, map[string]func() error{
		"give": func() error { return storetest.TakeError(s.RefundRequests.GiveAlone(ctx, g, 1000)) },
		"page": func() error {
			return storetest.TakeLastError(s.RefundRequests.Page(ctx, contract.RefundPending, nil, 1))
		},
		"alive": func() error {
			if _, err := s.RefundRequests.AliveOf(ctx, g.Way, g.SubjectID); err != nil && !errors.Is(err, storeerrors.ErrNotFound) {
				return err
			}
			return nil
		},
		"expire": func() error { return s.RefundRequests.Expire(ctx, at) },
	})
}
