package ending_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"github.com/uptrace/bun"

	"selfcare/internal/contract"
	"selfcare/internal/store"
	"selfcare/internal/store/passkey"
	"selfcare/internal/store/session"
	"selfcare/internal/store/storetest"
	"selfcare/internal/store/subaccount"
)

var (
	ctx = context.Background()
	at  = storetest.Today
)

const number = "0570000001"

// account returns a user and the main line of a user.
func account(t *testing.T, s *store.Store, msisdn, idNumber string) (userID, lineID string) {
	t.Helper()
	user := storetest.OwnerOf(t, s, msisdn, idNumber)
	line, err := s.Lines.ByNumber(ctx, msisdn)
	require.NoError(t, err)
	return user.ID, line.ID
}

func count(t *testing.T, db *bun.DB, from string, args ...any) (n int) {
	t.Helper()
	require.NoError(t, db.NewRaw("SELECT count(*) FROM "+from, args...).Scan(ctx, &n))
	return n
}

func TestLock_EndedLine_IsNotInService(t *testing.T) {
	_, s := storetest.Database(t)
	_, line := account(t, s, number, storetest.HerID)
	leaving, inService, err := s.Endings.Line(ctx, line)
	require.NoError(t, err)
	require.True(t, inService)
	require.Equal(t, []string{line, number, "prepaid"}, []string{leaving.LineID, leaving.MSISDN, leaving.Type})
	storetest.RequireOneWins(t, storetest.ErrLost, func(int) error {
		return s.InTx(ctx, func(q *store.Tx) error {
			_, inService, err := q.Endings.Lock(ctx, line)
			if err := storetest.Win(inService, err); err != nil {
				return err
			}
			return q.Endings.EndLine(ctx, line, at)
		})
	})
	_, inService, err = s.Endings.Line(ctx, line)
	require.NoError(t, err)
	require.False(t, inService)
}

func TestWaive_Since_LeavesEarlierCycles(t *testing.T) {
	db, s := storetest.Database(t)
	_, line := account(t, s, number, storetest.HerID)
	for cycle, item := range []string{"plan", "plan", "plan", "sim"} {
		paidBy := map[bool]string{true: "balance", false: "invoice"}[item == "sim"]
		storetest.Fill(t, db, fmt.Sprintf(`
			INSERT INTO subscription_charges (line_id, cycle, item, plan_id, amount, paid_by, cycle_from, cycle_until, charged_at)
			VALUES ('%s', %d, '%s', 'p', %d, '%s', '%s', '%s', now())`, line, cycle+1, item, 100*(cycle+1), paidBy,
			at.AddDate(0, cycle-1, 0).Format(time.RFC3339), at.AddDate(0, cycle, 0).Format(time.RFC3339)))
	}
	waived, err := s.Endings.Waive(ctx, line, at, at)
	require.NoError(t, err)
	require.Equal(t, contract.Halalas(200+300), waived, "a charge that the balance paid stays")
	waived, err = s.Endings.Waive(ctx, line, at, at)
	require.NoError(t, err)
	require.Zero(t, waived, "repeated")
}

// A closed account opens with nothing that opened it before, and leaves its number and e-mail to a new one.
func TestEndAccounts_MainLine_ClosesTheAccount(t *testing.T) {
	db, s := storetest.Database(t)
	her, line := account(t, s, number, storetest.HerID)
	him, _ := account(t, s, "0570000002", storetest.HisID)
	_, err := s.Subscriptions.Subscribe(ctx, him, subaccount.Subscription{LineID: line})
	require.NoError(t, err)
	require.NoError(t, s.Users.LinkSocial(ctx, "apple", "her", her))
	for _, user := range []string{her, him} {
		require.NoError(t, s.Passkeys.Add(ctx, passkey.Passkey{ID: []byte("the passkey of " + user), UserID: user, PublicKey: []byte("k"), Name: "Phone"}))
		require.NoError(t, s.Sessions.Open(ctx, session.Opening{TokenHash: []byte(user), UserID: user, Idle: storetest.Soon(), Absolute: storetest.Soon()}))
	}
	for range 2 {
		require.NoError(t, s.Endings.EndAccounts(ctx, line, at))
	}
	for _, table := range []string{"passkeys", "sessions", "social_links"} {
		require.Zero(t, count(t, db, table+" WHERE user_id = ?", her), table)
	}
	require.Equal(t, 1, count(t, db, "users WHERE id = ? AND closed_at = ? AND mobile IS NULL", her, at))
	require.Equal(t, 1, count(t, db, "users WHERE id = ? AND closed_at IS NULL", him))
	require.Equal(t, []int{1, 1}, []int{count(t, db, "passkeys WHERE user_id = ?", him), count(t, db, "sessions WHERE user_id = ?", him)})
	lines, err := s.Subscriptions.Of(ctx, him)
	require.NoError(t, err)
	require.Len(t, lines, 1, "the line left his account")
}

func TestEndAccounts_Staff_StayOpen(t *testing.T) {
	db, s := storetest.Database(t)
	her, line := account(t, s, number, storetest.HerID)
	storetest.Exec(t, db, "UPDATE users SET roles = '{customer,support}'")
	require.NoError(t, s.Endings.EndAccounts(ctx, line, at))
	require.Equal(t, 1, count(t, db, "users WHERE id = ? AND closed_at IS NULL", her))
}

func TestNumber_Departed_ComesBackToStock(t *testing.T) {
	db, s := storetest.Database(t)
	storetest.Exec(t, db, "INSERT INTO number_categories (key, price, position) VALUES ('gold', 9000, 1), ('bronze', 0, 0)")
	_, line := account(t, s, number, storetest.HerID)
	inStock := func() bool {
		known, err := s.Endings.InStock(ctx, number)
		require.NoError(t, err)
		return known
	}
	for _, until := range []time.Time{at, at.AddDate(0, 3, 0)} {
		require.NoError(t, s.Endings.Quarantine(ctx, number, line, until))
	}
	require.Equal(t, 1, count(t, db, "numbers WHERE category = 'bronze' AND status = 'quarantine' AND held_until = ?", at.AddDate(0, 3, 0)))
	for _, operator := range []string{"stc", "zain"} {
		require.NoError(t, s.Endings.Leave(ctx, number, line, operator, at))
	}
	require.False(t, inStock())
	require.Equal(t, 1, count(t, db, "departed_numbers WHERE operator = 'zain'"))
	storetest.RequireOneWins(t, storetest.ErrLost, func(int) error { return storetest.Win(s.Endings.TakeBack(ctx, number, at)) })
	require.True(t, inStock())
	require.Zero(t, count(t, db, "departed_numbers"))
}

func TestWrite_SecondEnding_IsRefused(t *testing.T) {
	_, s := storetest.Database(t)
	_, line := account(t, s, number, storetest.HerID)
	_, known, err := s.Endings.OfLine(ctx, line)
	require.NoError(t, err)
	require.False(t, known)
	in := contract.LineEnding{ID: storetest.NewID(), LineID: line, Cause: contract.CauseDeactivated, AskedBy: "her", Fate: contract.OutcomeQuarantine}
	statement := contract.FinalStatement{ID: in.ID, LineID: line, Cause: in.Cause, Type: "prepaid", BalanceLost: 500, Fate: in.Fate, EndedAt: at}
	require.NoError(t, s.Endings.Write(ctx, in, statement))
	in.ID = storetest.NewID()
	require.ErrorContains(t, s.Endings.Write(ctx, in, statement), "line_endings_pkey")
	ofLine, _, err := s.Endings.OfLine(ctx, line)
	require.NoError(t, err)
	byID, known, err := s.Endings.Get(ctx, statement.ID)
	require.NoError(t, err)
	require.True(t, known)
	require.Equal(t, []contract.FinalStatement{statement, statement}, []contract.FinalStatement{ofLine, byID})
}
