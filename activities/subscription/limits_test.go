package subscription_test

import (
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"selfcare/dev/testkit"
	"selfcare/internal/contract"
	"selfcare/internal/domain/allowance"
	domain "selfcare/internal/domain/creditlimit"
	"selfcare/internal/domain/usage"
	"selfcare/internal/spending"
)

func TestAdvance_NextCycle_ResetsCaps(t *testing.T) {
	for name, lifted := range map[string]bool{"reached": false, "lifted": true} {
		t.Run(name, func(t *testing.T) {
			b := newBook(t, "postpaid")
			s := b.begins()
			user := uuid.NewString()
			b.exec("INSERT INTO users (id, email, password_hash) VALUES (?, 'payer@selfcare.example', 'x')", user)
			desk := spending.Changes{Store: b.store}
			asked := spending.Request{ID: uuid.NewString(), LineID: b.lineID, UserID: user, Now: s.From.Add(time.Hour)}
			require.NoError(t, desk.SetCap(ctx, asked, domain.Roaming, 5000))
			uses := func(id string, at time.Time) {
				_, err := spending.Intake{Store: b.store, Now: func() time.Time { return at }}.Count(ctx, []usage.Event{{
					ID: id, MSISDN: "0570000001", Type: allowance.RoamingData, Unit: allowance.Megabyte, Amount: 1, Charged: 5000, UsedAt: at,
				}})
				require.NoError(t, err)
			}
			uses("cap-first", s.From.Add(2*time.Hour))
			require.Equal(t, contract.ServiceHome, b.now().Spend.Level)
			if lifted {
				asked.ID = uuid.NewString()
				require.NoError(t, desk.LiftCap(ctx, asked, domain.Roaming))
				require.Equal(t, contract.ServiceFull, b.now().Spend.Level)
			}
			s = b.now()
			next := b.advances(s, s.DueAt)
			require.Equal(t, s.Cycle+1, next.Cycle)
			require.Equal(t, contract.ServiceFull, next.Spend.Level)
			uses("cap-late", s.From.Add(3*time.Hour))
			require.Equal(t, contract.ServiceFull, b.now().Spend.Level, "what is reported late was of the last cycle")
			uses("cap-second", next.SpentFrom)
			require.Equal(t, contract.ServiceHome, b.now().Spend.Level)
		})
	}
}

func TestAdvance_OverdrawnThenCovered_GoesOn(t *testing.T) {
	b := newBook(t, "prepaid")
	s := b.begins()
	b.has(1000)
	used := s.From.Add(time.Hour)
	count := func(id string, charged int64) {
		_, err := spending.Intake{Store: b.store, Now: func() time.Time { return used }}.Count(ctx, []usage.Event{{
			ID: id, MSISDN: "0570000001", Type: allowance.AbroadMinutes, Unit: allowance.Minute, Amount: 1, Charged: charged, UsedAt: used,
		}})
		require.NoError(t, err)
	}
	count("over-1", 1000)
	require.Nil(t, b.now().Spend, "all of it is used, and nothing is owed")
	count("over-2", 250)
	require.Equal(t, contract.ServiceIncluded, b.now().Spend.Level)
	require.Equal(t, contract.Halalas(-250), b.balance())

	b.exec("DELETE FROM subscription_calls")
	b.has(249)
	require.Equal(t, contract.ServiceIncluded, b.advances(b.now(), used.Add(time.Hour)).Spend.Level, "a halala is still owed")
	b.has(1)
	var calls int
	require.NoError(t, b.db.NewRaw("SELECT count(*) FROM subscription_calls").Scan(ctx, &calls))
	require.Equal(t, 1, calls, "the plan is called")
	require.Equal(t, contract.ServiceFull, b.advances(b.now(), used.Add(time.Hour)).Spend.Level)
}

func TestAdvance_LockedPlan_LeavesTheBalance(t *testing.T) {
	b := newBook(t, "prepaid")
	s := b.begins()
	b.has(9000)
	usage, err := b.db.BeginTx(ctx, nil)
	require.NoError(t, err)
	_, err = usage.ExecContext(ctx, "SELECT FROM plan_subscriptions WHERE line_id = ? FOR UPDATE", b.lineID)
	require.NoError(t, err)
	renewed := make(chan error, 1)
	go func() {
		_, err := b.AdvanceSubscription(ctx, s, at(s.DueAt))
		renewed <- err
	}()
	testkit.RequireLockWait(t, b.db)
	_, err = usage.ExecContext(ctx, "SELECT FROM line_balances WHERE line_id = ? FOR UPDATE NOWAIT", b.lineID)
	require.NoError(t, err, "usage locks the plan and then the balance")
	require.NoError(t, usage.Commit())
	require.NoError(t, <-renewed)
	require.Equal(t, s.Cycle+1, b.now().Cycle)
}
