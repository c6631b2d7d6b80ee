package autorecharge_test

import (
	"context"
	"encoding/json"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
	"go.temporal.io/sdk/client"
	sdk "go.temporal.io/sdk/worker"

	autorechargeacts "selfcare/activities/autorecharge"
	purchaseacts "selfcare/activities/purchase"
	"selfcare/dev/testkit"
	"selfcare/internal/contract"
	domain "selfcare/internal/domain/autorecharge"
	"selfcare/internal/flow"
	platform "selfcare/internal/platform/temporal"
	cardstore "selfcare/internal/store/card"
	"selfcare/internal/store/line"
	"selfcare/workflows/autorecharge"
)

// till pays and delivers a purchase at once, without the purchase's workflow.
type till struct{ *purchaseacts.Activities }

func (b till) Begin(ctx context.Context, p contract.Purchase) error {
	at := contract.At{Now: time.Now()}
	paid := *p.Payment
	paid.Status = contract.PaymentPaid
	p, err := b.RecordPurchasePayment(ctx, p, contract.PurchasePaid{At: at, Payment: paid})
	if err != nil {
		return err
	}
	_, err = b.DeliverPurchase(ctx, p, contract.PurchaseHandedOver{At: at})
	return err
}

func TestDates_TwoYears_EachDateChargedOnce(t *testing.T) {
	ctx, c := t.Context(), testkit.Temporal(t, nil)
	require.NoError(t, platform.EnsureSearchAttributes(ctx, c, client.DefaultNamespace))
	db, s := testkit.Databases(t)
	require.NoError(t, s.Settings.Change(ctx, map[string]json.RawMessage{"autoRechargeCatchUp": json.RawMessage(`"20000h"`)}))
	now := time.Now()
	lineID, err := s.Lines.Add(ctx, line.Line{
		MSISDN: "0570000001", Kind: line.Voice, Type: "prepaid", PlanID: "none", Person: contract.Person{IDNumber: "1000000008"},
	}, now)
	require.NoError(t, err)
	userID := uuid.NewString()
	_, err = db.NewRaw("INSERT INTO users (id, mobile, password_hash) VALUES (?, '0570000001', '')", userID).Exec(ctx)
	require.NoError(t, err)
	card, err := s.Cards.Add(ctx, userID, cardstore.Card{
		Token: "card_1", Fingerprint: "fp_1", Brand: cardstore.BrandVisa, Last4: "0011", ExpiryMonth: 12, ExpiryYear: now.Year() + 3,
	})
	require.NoError(t, err)
	rule := contract.AutoRecharge{
		ID: uuid.NewString(), LineID: lineID, UserID: userID, CardID: card.ID, Language: "en", Frequency: contract.AutoMonthly, Day: 31,
		Hour: 9, Amount: 5000, State: contract.AutoActive, Since: now.AddDate(-2, 0, 0).UTC(),
	}
	_, err = s.AutoRecharges.Open(ctx, rule)
	require.NoError(t, err)

	bought := purchaseacts.New(s)
	begun := func() sdk.Worker {
		w := sdk.New(c, contract.TaskQueueMoney, sdk.Options{WorkerStopTimeout: time.Second})
		w.RegisterWorkflow(autorecharge.AutoRecharge)
		w.RegisterWorkflow(autorecharge.AutoRechargeDates)
		w.RegisterActivity(autorechargeacts.New(s, "https://selfcare.example"))
		w.RegisterActivity(autorechargeacts.NewDates(s, flow.NewAutoRecharges(c), "https://selfcare.example", time.Now))
		w.RegisterActivity(bought)
		w.RegisterActivity(purchaseacts.NewStarts(s.Purchases, till{bought}))
		require.NoError(t, w.Start())
		return w
	}
	var dates []string
	for at := domain.Next(rule, rule.Since); !at.After(now); at = domain.Next(rule, at) {
		dates = append(dates, domain.Date(at))
	}
	charged := func() (found []string) {
		rows := db.NewRaw("SELECT state -> 'auto' ->> 'date' FROM purchases WHERE stage = 'completed' ORDER BY 1")
		require.NoError(t, rows.Scan(ctx, &found))
		return found
	}

	// A date waits some minutes for the one before: the test looks at once.
	reach := func(count int) {
		require.Eventually(t, func() bool {
			_, err := db.NewRaw("UPDATE auto_recharges SET due_at = now()").Exec(ctx)
			require.NoError(t, err)
			return len(charged()) >= count
		}, 3*time.Minute, 100*time.Millisecond)
	}
	_, err = c.ExecuteWorkflow(ctx, client.StartWorkflowOptions{ID: contract.AutoRechargeDatesID, TaskQueue: contract.TaskQueueMoney},
		contract.WorkflowAutoRechargeDates)
	require.NoError(t, err)
	first := begun()
	reach(len(dates) / 3)
	first.Stop() // in the middle of its try
	defer begun().Stop()
	reach(len(dates))
	require.Equal(t, dates, charged())
}
