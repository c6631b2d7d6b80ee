package servertest

import (
	"context"
	"errors"
	"fmt"
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

// FakePurchases plays the workflow of purchases on the real tables; the test sets the bank's answer.
type FakePurchases struct {
	db    purchaseFinder
	plans *store.Store
	Books *purchase.Activities
	Bank  contract.PaymentStatus
	Fails contract.Code // failure of the delivery

	mu       sync.Mutex
	Started  []contract.PurchaseInput
	PaidWith []contract.OpenPurchase
	Resolved []contract.Resolution

	Codes       []string // of wallets: workflow, payment, code
	CodeRefusal error
}

func (f *FakePurchases) Start(
	ctx context.Context, in contract.PurchaseInput, number func(int) string, _ string, pay contract.OpenPurchase,
) (contract.Purchase, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	in.Purchase.Number = number(0)
	at := contract.At{Now: in.Purchase.CreatedAt}
	p, err := f.Books.OpenPurchase(ctx, in.Purchase, contract.PurchaseOpening{At: at, Kept: pay.Kept})
	if err != nil {
		return p, AsRefusal(err)
	}
	f.Started, f.PaidWith = append(f.Started, in), append(f.PaidWith, pay)
	if p.Payment != nil {
		now := *p.Payment
		now.Status, now.Brand, now.Last4 = f.Bank, "MADA", "0015"
		if f.Bank == contract.PaymentChallenge {
			now.ChallengeURL = "https://bank.example/3ds"
		}
		if p, err = f.Books.RecordPurchasePayment(ctx, p, contract.PurchasePaid{At: at, Payment: now}); err != nil {
			return p, err
		}
	}
	if p.Stage != contract.PurchaseDelivering {
		return p, nil
	}
	if f.Fails != "" {
		return f.Books.HoldPurchase(ctx, p, contract.PurchaseHeldUp{At: at, FailureCode: f.Fails, Work: contract.WorkDeliver})
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
	return f.Books.DeliverPurchase(ctx, p, handed)
}

func (f *FakePurchases) Resolve(ctx context.Context, number, _ string, in contract.Resolution) (contract.Purchase, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.Resolved = append(f.Resolved, in)
	for _, begun := range f.Started {
		if begun.Purchase.Number != number {
			continue
		}
		held, err := f.Books.ResumePurchase(ctx, f.readNow(ctx, begun.Purchase), contract.PurchaseResumed{At: contract.At{Now: time.Now()}, Resolution: in})
		if err != nil {
			return held, err
		}
		return f.Books.DeliverPurchase(ctx, held, contract.PurchaseHandedOver{At: contract.At{Now: time.Now()}})
	}
	return contract.Purchase{}, contract.Refuse(contract.FailPurchaseClosed)
}

func (f *FakePurchases) MoveActivation(ctx context.Context, number, _ string, in contract.ActivationMove) (contract.Purchase, error) {
	return f.waits(ctx, number, func(p contract.Purchase, at contract.At) (contract.Purchase, error) {
		return f.Books.MoveActivation(ctx, p, contract.PurchaseMoved{At: at, EffectiveAt: in.EffectiveAt})
	})
}

func (f *FakePurchases) EnterWalletCode(_ context.Context, workflowID, _ string, in contract.WalletCode) error {
	f.Codes = append(f.Codes, workflowID+" "+in.PaymentID+" "+in.Code)
	return f.CodeRefusal
}

func (f *FakePurchases) CancelActivation(ctx context.Context, number, _ string) (contract.Purchase, error) {
	return f.waits(ctx, number, func(p contract.Purchase, at contract.At) (contract.Purchase, error) {
		return f.Books.BeginPurchaseRefund(ctx, p, contract.PurchaseEnding{At: at, Reason: contract.EndedByCustomer})
	})
}

// waits changes a scheduled purchase.
func (f *FakePurchases) waits(ctx context.Context, number string, do func(contract.Purchase, contract.At) (contract.Purchase, error)) (contract.Purchase, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, begun := range f.Started {
		if begun.Purchase.Number == number {
			p, err := do(f.readNow(ctx, begun.Purchase), contract.At{Now: time.Now()})
			return p, AsRefusal(err)
		}
	}
	return contract.Purchase{}, contract.Refuse(contract.FailPurchaseClosed)
}

func (f *FakePurchases) readNow(ctx context.Context, begun contract.Purchase) contract.Purchase {
	p, _ := f.db.Get(ctx, begun.ID)
	return p
}

// AsRefusal returns the refusal that the Temporal client makes of an activity's error.
func AsRefusal(err error) error {
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

// MustBuy sends a purchase and returns it.
func (r *Rig) MustBuy(token, body string, headers ...Header) gen.Purchase {
	r.T.Helper()
	got := r.Buy(token, body, headers...)
	require.Equal(r.T, http.StatusCreated, got.StatusCode, string(got.Body))
	return Decoded[struct{ Data gen.Purchase }](r.T, got).Data
}

func (r *Rig) Buy(token, body string, headers ...Header) Answer {
	r.T.Helper()
	return r.Call(http.MethodPost, "/api/purchases", body, append([]Header{Bearer(token), FreshKey()}, headers...)...)
}

// CreditBalance credits the balance of a line.
func (r *Rig) CreditBalance(msisdn string, balance contract.Halalas) {
	r.T.Helper()
	line := r.LineID(msisdn)
	require.NoError(r.T, r.Store.Ledger.Post(r.T.Context(), ledger.Posting{Key: uuid.NewString(), Subject: line, Kind: "opening", Entries: []ledger.Entry{
		{Account: ledger.LineAccount(line), Amount: -balance}, {Account: "opening", Amount: balance},
	}}))
}

// Voucher adds an unused voucher.
func (r *Rig) Voucher(code string, value contract.Halalas, until time.Time) {
	r.T.Helper()
	_, err := r.Store.Vouchers.Import(r.T.Context(), code, "test", domain.Voucher{Value: value, ExpiresAt: until})
	require.NoError(r.T, err)
}

// Pack puts a data pack on sale.
func (r *Rig) Pack(id string, price contract.Halalas) {
	r.T.Helper()
	r.Exec(`INSERT INTO data_packs (id, name_en, name_ar, megabytes, validity_days, price, position) VALUES (?, '1 GB', '1 جيجابايت', 1024, 7, ?, 1)`, id, int64(price))
}

const (
	Recharge50 = `{"kind":"recharge","amount":5000,"total":5750,"pay":{"way":"card","cardToken":"tok_0123456789abcdef"}}`
	GoodCode   = "VCHR20SAR00001"
)

func VoucherBody(code string) string {
	return fmt.Sprintf(`{"kind":"voucher","voucher":%q,"pay":{"way":"voucher"}}`, code)
}
