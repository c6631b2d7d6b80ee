package purchase_test

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"github.com/uptrace/bun"

	"selfcare/internal/contract"
	"selfcare/internal/ledger"
	"selfcare/internal/store"
	storeerrors "selfcare/internal/store/errors"
	"selfcare/internal/store/purchase"
	"selfcare/internal/store/storetest"
)

var (
	ctx = context.Background()
	at  = storetest.Today
)

// bought is a purchase of a user for the main line.
func bought(t *testing.T, s *store.Store) contract.Purchase {
	t.Helper()
	her := storetest.OwnerOf(t, s, "0570000001", storetest.HerID)
	line, err := s.Lines.ByNumber(ctx, "0570000001")
	require.NoError(t, err)
	return another(contract.Purchase{
		Kind: contract.PurchaseRecharge, Stage: contract.PurchasePaying, UserID: her.ID, PayerLineID: line.ID, LineID: line.ID, Total: 5000, Seq: 1, CreatedAt: at,
	})
}

// another is a purchase like p.
func another(p contract.Purchase) contract.Purchase {
	p.ID = storetest.NewID()
	p.Number = "PU" + p.ID[len(p.ID)-8:]
	return p
}

func open(s *store.Store, p contract.Purchase) error {
	return s.Purchases.Open(ctx, p, purchase.Opening{})
}

func numbers(found []contract.Purchase) (all []string) {
	for _, p := range found {
		all = append(all, p.Number)
	}
	return all
}

func TestOpen_SameNumber_IsRefused(t *testing.T) {
	_, s := storetest.Database(t)
	p := bought(t, s)
	require.NoError(t, open(s, p))
	require.ErrorIs(t, open(s, p), storeerrors.ErrStale)
	other := another(p)
	other.Number = p.Number
	require.ErrorIs(t, open(s, other), storeerrors.ErrOrderNumber)
	stored, err := s.Purchases.OfUser(ctx, p.UserID, p.ID)
	require.NoError(t, err)
	require.Equal(t, p, stored)
	_, err = s.Purchases.OfUser(ctx, storetest.NewID(), p.ID)
	require.ErrorIs(t, err, storeerrors.ErrNotFound, "of another user")
}

// A purchase that the balance pays is written with its posting, or not at all.
func TestOpen_Concurrent_BalanceCoversOne(t *testing.T) {
	db, s := storetest.Database(t)
	p := bought(t, s)
	account := ledger.LineAccount(p.LineID)
	require.NoError(t, s.Ledger.Post(ctx, ledger.Posting{Key: "opening", Subject: p.LineID, Kind: "opening", Entries: []ledger.Entry{
		{Account: account, Amount: -9_000}, {Account: "opening", Amount: 9_000},
	}}))
	var tries [8]contract.Purchase
	for n := range tries {
		tries[n] = another(p)
	}
	winner := tries[storetest.RequireOneWins(t, storeerrors.ErrNotCovered, func(caller int) error {
		mine := tries[caller]
		return s.Purchases.Open(ctx, mine, purchase.Opening{Ahead: true, Paid: ledger.Posting{
			Key: "purchase:" + mine.ID, Subject: mine.ID, Kind: "purchase", Entries: []ledger.Entry{{Account: account, Amount: 5_000}, {Account: "customer", Amount: -5_000}},
		}})
	})]
	var rows int
	require.NoError(t, db.NewRaw("SELECT count(*) FROM purchases").Scan(ctx, &rows))
	require.Equal(t, 1, rows)
	owed, err := s.Purchases.ToStart(ctx, -time.Second, 10)
	require.NoError(t, err)
	require.Equal(t, []string{winner.Number}, numbers(owed))
	owed, err = s.Purchases.ToStart(ctx, time.Hour, 10)
	require.NoError(t, err)
	require.Empty(t, owed, "it was only just written")
	for range 2 {
		require.NoError(t, s.Purchases.DropStart(ctx, winner.ID))
	}
	owed, err = s.Purchases.ToStart(ctx, -time.Second, 10)
	require.NoError(t, err)
	require.Empty(t, owed)
}

func TestSave_OtherState_IsStale(t *testing.T) {
	_, s := storetest.Database(t)
	p := bought(t, s)
	require.ErrorIs(t, s.Purchases.Save(ctx, p), storeerrors.ErrStale, "an unknown purchase")
	require.NoError(t, open(s, p))
	next := p
	next.Seq, next.Stage = 2, contract.PurchaseDelivering
	storetest.RequireOneWins(t, storeerrors.ErrStale, func(int) error { return s.Purchases.Save(ctx, next) })
	for name, seq := range map[string]int64{"an older state": 1, "one that leaves out another": 4} {
		late := p
		late.Seq = seq
		require.ErrorIs(t, s.Purchases.Save(ctx, late), storeerrors.ErrStale, name)
	}
	stored, err := s.Purchases.Get(ctx, p.ID)
	require.NoError(t, err)
	require.Equal(t, next, stored)
}

func TestForSupport_Filter_NarrowsAndPages(t *testing.T) {
	_, s := storetest.Database(t)
	first := bought(t, s)
	var held []string
	for n := range 52 {
		p := another(first)
		p.Number, p.CreatedAt, p.Stage = fmt.Sprintf("PU000000%02d", n), at.Add(time.Duration(n)*time.Second), contract.PurchaseHeld
		p.Held = &contract.HeldPurchase{FailureCode: contract.FailNetworkRefused, From: contract.PurchaseDelivering, Since: at}
		require.NoError(t, open(s, p))
		held = append([]string{p.Number}, held...)
	}
	failed := another(first)
	failed.Number, failed.Stage, failed.FailureCode, failed.CreatedAt = "PU00000099", contract.PurchaseFailed, contract.FailNetworkRefused, at.Add(time.Hour)
	require.NoError(t, open(s, failed))
	for name, tt := range map[string]struct {
		filter purchase.Filter
		want   []string
	}{
		"held":                       {purchase.Filter{Stage: contract.PurchaseHeld, Page: 1}, held[:50]},
		"held, the second page":      {purchase.Filter{Stage: contract.PurchaseHeld, Page: 2}, held[50:]},
		"held for a reason":          {purchase.Filter{Stage: contract.PurchaseHeld, FailureCode: contract.FailNetworkRefused, Page: 2}, held[50:]},
		"held for another reason":    {purchase.Filter{Stage: contract.PurchaseHeld, FailureCode: contract.FailBalanceShort, Page: 1}, nil},
		"failed for a reason":        {purchase.Filter{Stage: contract.PurchaseFailed, FailureCode: contract.FailNetworkRefused, Page: 1}, []string{failed.Number}},
		"failed for another reason":  {purchase.Filter{Stage: contract.PurchaseFailed, FailureCode: contract.FailBalanceShort, Page: 1}, nil},
		"a number":                   {purchase.Filter{Number: failed.Number, Page: 1}, []string{failed.Number}},
		"a number with its reason":   {purchase.Filter{Number: held[0], FailureCode: contract.FailNetworkRefused, Page: 1}, held[:1]},
		"a number in another stage":  {purchase.Filter{Number: failed.Number, Stage: contract.PurchaseHeld, Page: 1}, nil},
		"a number that nothing has":  {purchase.Filter{Number: "PU12345678", Page: 1}, nil},
		"a stage that nothing is in": {purchase.Filter{Stage: contract.PurchaseRefunding, Page: 1}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			found, err := s.Purchases.ForSupport(ctx, tt.filter)
			require.NoError(t, err)
			require.Equal(t, tt.want, numbers(found))
		})
	}
}

func TestListScheduled_Order_IsThatOfTheDays(t *testing.T) {
	_, s := storetest.Database(t)
	first := bought(t, s)
	first.Stage = contract.PurchaseScheduled
	var want []string
	for n := range 3 {
		p := another(first)
		p.EffectiveAt = at.AddDate(0, 0, 9-n)
		require.NoError(t, open(s, p))
		want = append(want, p.Number)
	}
	slices.Reverse(want)
	paying := another(first)
	paying.Stage = contract.PurchasePaying
	require.NoError(t, open(s, paying))
	found, err := s.Purchases.ListScheduled(ctx, first.UserID, first.LineID)
	require.NoError(t, err)
	require.Equal(t, want, numbers(found))
	found, err = s.Purchases.ListScheduled(ctx, storetest.NewID(), first.LineID)
	require.NoError(t, err)
	require.Empty(t, found)
}

func row(t *testing.T, db *bun.DB, id string) (state string) {
	t.Helper()
	require.NoError(t, db.NewRaw("SELECT state::text FROM purchases WHERE id = ?", id).Scan(ctx, &state))
	return state
}

func TestTopUp_Number_IsSealed(t *testing.T) {
	db, s := storetest.Database(t)
	p := bought(t, s)
	p.Kind, p.International = contract.TransferInternational, &contract.TopUpTransfer{Operator: "Airtel India", Mobile: "+919876543210"}
	require.NoError(t, open(s, p))
	require.Contains(t, row(t, db, p.ID), "Airtel India")
	require.NotContains(t, row(t, db, p.ID), "9876543210")
	stored, err := s.Purchases.OfUser(ctx, p.UserID, p.ID)
	require.NoError(t, err)
	require.Equal(t, p, stored)
	require.Equal(t, "+919876543210", p.International.Mobile, "the caller's purchase stays as it is")
}

func TestGame_CodeAndContact_AreSealed(t *testing.T) {
	db, s := storetest.Database(t)
	p := bought(t, s)
	p.Kind, p.Game = contract.PurchaseGame, &contract.GameBought{Email: "gamer@selfcare.example", Mobile: "0550000001", Code: "WXYZ-9876"}
	require.NoError(t, open(s, p))
	for _, secret := range []string{"WXYZ-9876", "gamer@selfcare", "0550000001"} {
		require.NotContains(t, row(t, db, p.ID), secret)
	}
	later := another(p)
	later.CreatedAt = at.Add(time.Second)
	require.NoError(t, open(s, later))
	found, total, err := s.Purchases.Games(ctx, p.UserID, 2, 1)
	require.NoError(t, err)
	require.Equal(t, 2, total)
	require.Equal(t, []contract.Purchase{p}, found, "the older one")
	found, total, err = s.Purchases.Games(ctx, p.UserID, 10_000, 10)
	require.NoError(t, err)
	require.Equal(t, []any{0, 2}, []any{len(found), total})
}

func TestPurchases_ManyRows_UsesIndexes(t *testing.T) {
	db, s := storetest.Measured(t)
	storetest.Fill(t, db, `
		INSERT INTO purchases (id, number, kind, stage, failure_code, user_id, payer_line, line_id, total, seq, state, created_at)
		SELECT gen_random_uuid(), 'PU' || n, 'balance', CASE n % 100 WHEN 0 THEN 'failed' ELSE 'completed' END, CASE n WHEN 100 THEN 'network_refused' ELSE '' END,
		       gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), 100, 1, '{}', now() - n * interval '1 second' FROM generate_series(1, 20000) AS n`)
	support := func(f purchase.Filter) func() error {
		f.Page = 1
		return func() error { return storetest.TakeError(s.Purchases.ForSupport(ctx, f)) }
	}
	storetest.RequireIndexed(t, db, map[string]func() error{
		"number":              support(purchase.Filter{Number: "PU777"}),
		"held":                support(purchase.Filter{Stage: contract.PurchaseHeld}),
		"held for a reason":   support(purchase.Filter{Stage: contract.PurchaseHeld, FailureCode: contract.FailNetworkRefused}),
		"completed":           support(purchase.Filter{Stage: contract.PurchaseCompleted}),
		"failed for a reason": support(purchase.Filter{Stage: contract.PurchaseFailed, FailureCode: contract.FailNetworkRefused}),
		"scheduled": func() error {
			return storetest.TakeError(s.Purchases.ListScheduled(ctx, storetest.NewID(), storetest.NewID()))
		},
		"games": func() error { return storetest.TakeLastError(s.Purchases.Games(ctx, storetest.NewID(), 1, 10)) },
	})
}
