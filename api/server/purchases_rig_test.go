package server_test

import (
	"context"
	"errors"
	"net/http"
	"sync"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
	"go.temporal.io/sdk/temporal"

	"selfcare/activities/purchase"
	"selfcare/activities/subscription"
	"selfcare/api/gen"
	"selfcare/internal/contract"
	domain "selfcare/internal/domain/purchase"
	"selfcare/internal/ledger"
	"selfcare/internal/store"
)

type purchaseFinder interface {
	Get(ctx context.Context, id string) (contract.Purchase, error)
}

// fakePurchases plays the workflow of purchases on the real books: the bank answers as the test says.
type fakePurchases struct {
	db    purchaseFinder
	plans *store.Store
	books *purchase.Activities
	bank  contract.PaymentStatus
	fails contract.Code // the delivery

	mu       sync.Mutex
	started  []contract.PurchaseInput
	paidWith []contract.OpenPurchase
	resolved []contract.Resolution
}

func (f *fakePurchases) Start(
	ctx context.Context, in contract.PurchaseInput, number func(int) string, _ string, pay contract.OpenPurchase,
) (contract.Purchase, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	in.Purchase.Number = number(0)
	at := contract.At{Now: in.Purchase.CreatedAt}
	p, err := f.books.OpenPurchase(ctx, in.Purchase, contract.PurchaseOpening{At: at, Kept: pay.Kept})
	if err != nil {
		return p, asRefusal(err)
	}
	f.started, f.paidWith = append(f.started, in), append(f.paidWith, pay)
	if p.Payment != nil {
		now := *p.Payment
		now.Status, now.Brand, now.Last4 = f.bank, "MADA", "0015"
		if f.bank == contract.PaymentChallenge {
			now.ChallengeURL = "https://bank.example/3ds"
		}
		if p, err = f.books.RecordPurchasePayment(ctx, p, contract.PurchasePaid{At: at, Payment: now}); err != nil {
			return p, err
		}
	}
	if p.Stage != contract.PurchaseDelivering {
		return p, nil
	}
	if f.fails != "" {
		return f.books.HoldPurchase(ctx, p, contract.PurchaseHeldUp{At: at, FailureCode: f.fails, Work: contract.WorkDeliver})
	}
	if p.Switch != nil {
		s, err := f.plans.PlanSubscriptions.Get(ctx, p.LineID)
		if err == nil {
			_, err = subscription.New(f.plans).SwitchNow(ctx, s, contract.SwitchOrder{At: at, PurchaseID: p.ID, LineID: p.LineID, Way: p.Way, Switch: *p.Switch})
		}
		if err != nil {
			return p, err
		}
	}
	handed := contract.PurchaseHandedOver{At: at}
	if p.International != nil {
		handed.Sent = &contract.TopUpSent{Reference: "99", Told: true}
	}
	if p.Service != nil {
		handed.Begun = &contract.ContentBegun{Reference: "sub-1"}
	}
	if p.Game != nil {
		handed.Sold = &contract.GameSold{Reference: "go-1", Code: "WXYZ-9876"}
	}
	return f.books.DeliverPurchase(ctx, p, handed)
}

func (f *fakePurchases) Resolve(ctx context.Context, number, _ string, in contract.Resolution) (contract.Purchase, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.resolved = append(f.resolved, in)
	for _, begun := range f.started {
		if begun.Purchase.Number != number {
			continue
		}
		held, err := f.books.ResumePurchase(ctx, f.heldNow(ctx, begun.Purchase), contract.PurchaseResumed{At: contract.At{Now: time.Now()}, Resolution: in})
		if err != nil {
			return held, err
		}
		return f.books.DeliverPurchase(ctx, held, contract.PurchaseHandedOver{At: contract.At{Now: time.Now()}})
	}
	return contract.Purchase{}, contract.Refuse(contract.FailPurchaseClosed)
}

func (f *fakePurchases) MoveActivation(ctx context.Context, number, _ string, in contract.ActivationMove) (contract.Purchase, error) {
	return f.waits(ctx, number, func(p contract.Purchase, at contract.At) (contract.Purchase, error) {
		return f.books.MoveActivation(ctx, p, contract.PurchaseMoved{At: at, EffectiveAt: in.EffectiveAt})
	})
}

func (f *fakePurchases) CancelActivation(ctx context.Context, number, _ string) (contract.Purchase, error) {
	return f.waits(ctx, number, func(p contract.Purchase, at contract.At) (contract.Purchase, error) {
		return f.books.BeginPurchaseRefund(ctx, p, contract.PurchaseEnding{At: at, Reason: contract.EndedByCustomer})
	})
}

// waits does something with a purchase that waits for its day.
func (f *fakePurchases) waits(ctx context.Context, number string, do func(contract.Purchase, contract.At) (contract.Purchase, error)) (contract.Purchase, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, begun := range f.started {
		if begun.Purchase.Number == number {
			p, err := do(f.heldNow(ctx, begun.Purchase), contract.At{Now: time.Now()})
			return p, asRefusal(err)
		}
	}
	return contract.Purchase{}, contract.Refuse(contract.FailPurchaseClosed)
}

func (f *fakePurchases) heldNow(ctx context.Context, begun contract.Purchase) contract.Purchase {
	p, _ := f.db.Get(ctx, begun.ID)
	return p
}

// asRefusal is what the way to the workflows makes of an activity's no.
func asRefusal(err error) error {
	var no *temporal.ApplicationError
	if !errors.As(err, &no) {
		return err
	}
	answer := &contract.Refusal{Code: contract.Code(no.Type())}
	if no.HasDetails() && no.Details(&answer.Fields, &answer.Params) != nil {
		_ = no.Details(&answer.Fields)
	}
	return answer
}

// buys sends a purchase and answers with it.
func (r *rig) buys(token, body string, headers ...header) gen.Purchase {
	r.t.Helper()
	got := r.buy(token, body, headers...)
	require.Equal(r.t, http.StatusCreated, got.StatusCode, string(got.body))
	return decoded[struct{ Data gen.Purchase }](r.t, got).Data
}

func (r *rig) buy(token, body string, headers ...header) answer {
	r.t.Helper()
	return r.call(http.MethodPost, "/api/purchases", body, append([]header{bearer(token), freshKey()}, headers...)...)
}

// holds gives a line a balance.
func (r *rig) holds(msisdn string, balance contract.Halalas) {
	r.t.Helper()
	line := r.lineID(msisdn)
	require.NoError(r.t, r.store.Ledger.Post(r.t.Context(), ledger.Posting{Key: uuid.NewString(), Subject: line, Kind: "opening", Entries: []ledger.Entry{
		{Account: ledger.LineAccount(line), Amount: -balance}, {Account: "opening", Amount: balance},
	}}))
}

// voucher is a code that nobody has used.
func (r *rig) voucher(code string, value contract.Halalas, until time.Time) {
	r.t.Helper()
	_, err := r.store.Vouchers.Import(r.t.Context(), code, "test", domain.Voucher{Value: value, ExpiresAt: until})
	require.NoError(r.t, err)
}

// pack puts a data pack on sale.
func (r *rig) pack(id string, price contract.Halalas) {
	r.t.Helper()
	r.exec(`INSERT INTO data_packs (id, name_en, name_ar, megabytes, validity_days, price, position) VALUES (?, '1 GB', '1 جيجابايت', 1024, 7, ?, 1)`, id, int64(price))
}
