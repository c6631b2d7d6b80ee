// Package purchases takes payments outside orders: recharges, vouchers, cards.
package purchases

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"

	"selfcare/api/gen"
	"selfcare/api/server/middleware"
	"selfcare/internal/contract"
	"selfcare/internal/domain/purchase"
	"selfcare/internal/domain/ratelimit"
	"selfcare/internal/domain/typed"
	"selfcare/internal/spending"
	storeerrors "selfcare/internal/store/errors"
	"selfcare/internal/store/line"
	"selfcare/internal/store/plan"
)

// PurchaseHandlers take payments outside orders.
type PurchaseHandlers struct {
	*middleware.Core
	Cards     cardKeeper
	Flow      starter
	Games     gameShelf
	Switches  SwitchBeginner
	Lines     lineReader
	Purchases purchaseReader
	Recharges rechargeReader
	Credit    creditReader
	Vouchers  voucherHasher
	Sold      catalogue
	Stamped   stamped
	Promos    promoTerms
	Payments  paymentReferences
	PublicURL string
}

type creditReader interface {
	Standing(ctx context.Context, lineID, kind string, now time.Time) (spending.Standing, error)
}

type catalogue interface {
	PlanNames(ctx context.Context, ids ...string) (map[string]plan.Name, error)
}

// SwitchBeginner reaches the workflows of plans.
type SwitchBeginner interface {
	BeginSwitch(
		ctx context.Context, s contract.PlanSubscription, in contract.PurchaseInput, number func(try int) string, key string,
	) (contract.Purchase, error)
}

type starter interface {
	Start(ctx context.Context, in contract.PurchaseInput, number func(try int) string, key string, pay contract.OpenPurchase) (contract.Purchase, error)
	MoveActivation(ctx context.Context, number, key string, in contract.ActivationMove) (contract.Purchase, error)
	CancelActivation(ctx context.Context, number, key string) (contract.Purchase, error)
	EnterWalletCode(ctx context.Context, workflowID, key string, in contract.WalletCode) error
}

type purchaseReader interface {
	Games(ctx context.Context, userID string, page, size int) ([]contract.Purchase, int, error)
	OfUser(ctx context.Context, userID, id string) (contract.Purchase, error)
}

type lineReader interface {
	ByNumber(ctx context.Context, msisdn string) (line.Line, error)
	Get(ctx context.Context, id string) (line.Line, error)
	MSISDN(ctx context.Context, id string) (string, error)
	Usage(ctx context.Context, lineID string) (line.Usage, error)
}

type voucherHasher interface {
	Hash(code string) []byte
}

// StartPurchase buys something for the chosen line, or for a friend's line.
func (s *PurchaseHandlers) StartPurchase(ctx context.Context, req gen.StartPurchaseRequestObject) (gen.StartPurchaseResponseObject, error) {
	draft, pay, err := s.draftOf(ctx, *req.Body)
	if err != nil {
		return nil, err
	}
	view, err := s.start(ctx, draft, pay)
	if err != nil {
		return nil, err
	}
	if draft.Kind == contract.PurchaseVoucher {
		s.ForgiveFailures(ctx, ratelimit.VoucherGuess, nil)
	}
	return gen.StartPurchase201JSONResponse{Data: view}, nil
}

// StartSwitch buys a switch after its plan, price and code were checked, and answers with its progress. The plan's
// running workflow opens a switch that no provider charges.
func (s *PurchaseHandlers) StartSwitch(ctx context.Context, now contract.PlanSubscription, draft contract.Purchase, pay gen.PurchasePay) (contract.Purchase, error) {
	if err := purchase.ValidateWay(draft.Kind, draft.Way); err != nil {
		return draft, err
	}
	if err := purchase.ValidateBilled(draft.Kind, draft.Way, middleware.RequestOf(ctx).Line.Type); err != nil {
		return draft, err
	}
	with, err := payOf(ctx, pay)
	if err != nil {
		return draft, err
	}
	if err := s.Permit(ctx, ratelimit.PurchaseStart, nil); err != nil {
		return draft, err
	}
	in, with, err := s.beginPurchase(ctx, draft, with)
	if err != nil {
		return draft, err
	}
	key, number := middleware.RequestOf(ctx).Key, s.numbers(ctx)
	if purchase.Charges(draft.Way) {
		return s.Flow.Start(ctx, in, number, key, with)
	}
	return s.Switches.BeginSwitch(ctx, now, in, number, key)
}

// StartBill begins the payment of a bill, by a signed-in customer or by its link; the draft names the payer.
func (s *PurchaseHandlers) StartBill(ctx context.Context, draft contract.Purchase, in gen.PurchasePay) (contract.Purchase, error) {
	if err := purchase.ValidateWay(draft.Kind, draft.Way); err != nil {
		return draft, err
	}
	pay, err := payOf(ctx, in)
	if err != nil {
		return draft, err
	}
	door := ratelimit.PurchaseStart
	if draft.UserID == contract.GuestUserID {
		door = ratelimit.BillPayment
	}
	if err := s.Permit(ctx, door, nil); err != nil {
		return draft, err
	}
	begun, pay, err := s.beginPurchase(ctx, draft, pay)
	if err != nil {
		return draft, err
	}
	return s.Flow.Start(ctx, begun, s.numbers(ctx), middleware.RequestOf(ctx).Key, pay)
}

// StartTransfer sends something to another line or to a number abroad, after every check.
func (s *PurchaseHandlers) StartTransfer(ctx context.Context, draft contract.Purchase) (gen.Purchase, error) {
	if err := s.Permit(ctx, ratelimit.PurchaseStart, nil); err != nil {
		return gen.Purchase{}, err
	}
	return s.start(ctx, draft, contract.OpenPurchase{})
}

// FindRepeated returns the purchase that this very request has begun before its answer got lost; nil if there is none.
func (s *PurchaseHandlers) FindRepeated(ctx context.Context) (*gen.Purchase, error) {
	current := middleware.RequestOf(ctx)
	p, err := s.Purchases.OfUser(ctx, current.User.ID, s.Derive.ID("purchase", current.Subject, current.Key))
	if errors.Is(err, storeerrors.ErrNotFound) {
		return nil, nil //nolint:nilnil // having none is an answer, too
	}
	if err != nil {
		return nil, fmt.Errorf("read purchase: %w", err)
	}
	shown, err := s.view(ctx, p)
	return &shown, err
}

// start begins a checked purchase, and shows its progress.
func (s *PurchaseHandlers) start(ctx context.Context, p contract.Purchase, pay contract.OpenPurchase) (gen.Purchase, error) {
	in, pay, err := s.beginPurchase(ctx, p, pay)
	if err != nil {
		return gen.Purchase{}, err
	}
	started, err := s.Flow.Start(ctx, in, s.numbers(ctx), middleware.RequestOf(ctx).Key, pay)
	if err != nil {
		return gen.Purchase{}, err
	}
	return s.view(ctx, started)
}

// beginPurchase makes a new purchase, under ids that a repeat of the request derives again.
func (s *PurchaseHandlers) beginPurchase(ctx context.Context, p contract.Purchase, pay contract.OpenPurchase) (contract.PurchaseInput, contract.OpenPurchase, error) {
	settings, err := s.Settings(ctx)
	if err != nil {
		return contract.PurchaseInput{}, pay, err
	}
	current := middleware.RequestOf(ctx)
	p.ID = s.Derive.ID("purchase", current.Subject, current.Key)
	if p.UserID == "" {
		p.UserID, p.PayerLineID = current.User.ID, current.Line.LineID
	}
	p.Language = current.Language
	p.Stage, p.CreatedAt = contract.PurchasePaying, s.Now().UTC().Truncate(time.Millisecond)
	if purchase.Charges(p.Way) {
		p.Payment = &contract.Payment{
			ID: s.Derive.ID("payment", p.ID, current.Key), Status: contract.PaymentProcessing, Amount: p.Total, At: p.CreatedAt,
		}
		if pay.Kept != nil {
			p.Payment.CardID = pay.Kept.CardID
		}
		pay.ReturnURL = s.PublicURL + "/" + current.Language + "/" + pageOf(p) + "/" + p.ID
	}
	return contract.PurchaseInput{Purchase: p, PaymentTTL: settings.PaymentTTL}, pay, nil
}

// pageOf is the page for the payer's return from the bank: payers by a bill link have no session.
func pageOf(p contract.Purchase) string {
	if p.UserID == contract.GuestUserID {
		return "pay-invoice"
	}
	return "purchase"
}

// numbers draws a number that a repeat of the request draws again.
func (s *PurchaseHandlers) numbers(ctx context.Context) func(try int) string {
	current := middleware.RequestOf(ctx)
	return func(try int) string {
		mac := s.Derive.MAC("purchase number", current.Subject, current.Key, strconv.Itoa(try))
		return typed.PurchaseNumber.Write(mac)
	}
}

// GetPurchase shows the state of a purchase.
func (s *PurchaseHandlers) GetPurchase(ctx context.Context, req gen.GetPurchaseRequestObject) (gen.GetPurchaseResponseObject, error) {
	p, err := s.findOwn(ctx, req.Id)
	if err != nil {
		return nil, err
	}
	view, err := s.view(ctx, p)
	return gen.GetPurchase200JSONResponse{Data: view}, err
}

// findOwn finds a purchase of the caller; another customer's purchase answers like an unknown one.
func (s *PurchaseHandlers) findOwn(ctx context.Context, id string) (contract.Purchase, error) {
	p, err := s.Purchases.OfUser(ctx, middleware.RequestOf(ctx).User.ID, id)
	if errors.Is(err, storeerrors.ErrNotFound) {
		return p, contract.Refuse(contract.FailPurchaseUnknown)
	}
	if err != nil {
		return p, fmt.Errorf("read purchase: %w", err)
	}
	return p, nil
}
