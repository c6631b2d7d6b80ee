package bill

import (
	"context"
	"errors"
	"fmt"

	"selfcare/api/gen"
	"selfcare/api/server/middleware"
	"selfcare/api/server/optional"
	"selfcare/api/server/present"
	"selfcare/internal/contract"
	"selfcare/internal/domain/notice"
	"selfcare/internal/domain/purchase"
	"selfcare/internal/domain/ratelimit"
	billstore "selfcare/internal/store/bill"
	storeerrors "selfcare/internal/store/errors"
)

// Purchases begins purchases outside orders.
type Purchases interface {
	StartBill(ctx context.Context, draft contract.Purchase, pay gen.PurchasePay) (contract.Purchase, error)
}

type purchaseReader interface {
	OfUser(ctx context.Context, userID, id string) (contract.Purchase, error)
}

// PayInvoice pays a bill of the chosen line.
func (s *BillHandlers) PayInvoice(ctx context.Context, req gen.PayInvoiceRequestObject) (gen.PayInvoiceResponseObject, error) {
	b, err := s.findOwn(ctx, req.Id)
	if err != nil {
		return nil, err
	}
	current := middleware.RequestOf(ctx)
	p, err := s.pay(ctx, b, contract.Purchase{UserID: current.User.ID, PayerLineID: b.LineID}, req.Body.Amount, req.Body.Pay)
	if err != nil {
		return nil, err
	}
	shown, err := s.payment(ctx, p, false)
	return gen.PayInvoice201JSONResponse{Data: shown}, err
}

// pay begins the payment of a bill, after every check that needs no write.
func (s *BillHandlers) pay(ctx context.Context, b billstore.Bill, p contract.Purchase, amount *int64, with gen.PurchasePay) (contract.Purchase, error) {
	total := b.Left
	if amount != nil {
		total = contract.Halalas(*amount)
	}
	if err := b.ValidatePayment(total); err != nil {
		return p, err
	}
	p.Kind, p.Way, p.LineID = contract.PurchaseInvoice, contract.PaymentMethod(with.Way), b.LineID
	p.Bill = &contract.BillPaid{InvoiceID: b.ID, Number: b.Number, Left: b.Left - total}
	return s.Bought.StartBill(ctx, purchase.Priced(p, total, purchase.Figures{}), with)
}

// payment shows a purchase that pays a bill; the holder of a link sees a part of the number.
func (s *BillHandlers) payment(ctx context.Context, p contract.Purchase, masked bool) (gen.Purchase, error) {
	msisdn, err := s.Lines.MSISDN(ctx, p.LineID)
	if err != nil {
		return gen.Purchase{}, fmt.Errorf("read line of purchase: %w", err)
	}
	if masked {
		msisdn = notice.Masked(msisdn)
	}
	return present.In(middleware.RequestOf(ctx).Language).Purchase(p, msisdn, s.Now()), nil
}

// openLinkedBill finds the bill of a link.
func (s *BillHandlers) openLinkedBill(ctx context.Context, token string) (billstore.Bill, error) {
	if err := s.Permit(ctx, ratelimit.BillLink, nil); err != nil {
		return billstore.Bill{}, err
	}
	to, err := s.Links.Find(ctx, token)
	switch {
	case errors.Is(err, storeerrors.ErrNotFound), err == nil && (to.InvoiceID == "" || to.Over(s.Now())):
		return billstore.Bill{}, contract.Refuse(contract.FailBillLink)
	case err != nil:
		return billstore.Bill{}, fmt.Errorf("find link: %w", err)
	}
	return s.findBill(ctx, to.InvoiceID)
}

// ShowBill shows a bill to the holder of its link.
func (s *BillHandlers) ShowBill(ctx context.Context, req gen.ShowBillRequestObject) (gen.ShowBillResponseObject, error) {
	b, err := s.openLinkedBill(ctx, req.Body.Token)
	if err != nil {
		return nil, err
	}
	msisdn, err := s.Lines.MSISDN(ctx, b.LineID)
	if err != nil {
		return nil, fmt.Errorf("read line: %w", err)
	}
	settings, err := s.Settings(ctx)
	if err != nil {
		return nil, err
	}
	next, err := s.nextStep(ctx, b, settings.Billing.Rules())
	shown := gen.LinkedBill{Invoice: invoiceView(b, s.Now()), Msisdn: notice.Masked(msisdn), Next: next}
	return gen.ShowBill200JSONResponse{Data: shown}, err
}

// PayBill pays a bill by its link.
func (s *BillHandlers) PayBill(ctx context.Context, req gen.PayBillRequestObject) (gen.PayBillResponseObject, error) {
	b, err := s.openLinkedBill(ctx, req.Body.Token)
	if err != nil {
		return nil, err
	}
	if contract.PaymentMethod(req.Body.Pay.Way) == contract.PaySavedCard || optional.Value(req.Body.Pay.KeepCard) {
		return nil, contract.RefuseField("pay.way", contract.FailPurchaseWay) // a link has no saved cards
	}
	p, err := s.pay(ctx, b, contract.Purchase{UserID: contract.GuestUserID, PayerLineID: b.LineID}, req.Body.Amount, req.Body.Pay)
	if err != nil {
		return nil, err
	}
	shown, err := s.payment(ctx, p, true)
	return gen.PayBill201JSONResponse{Data: shown}, err
}

// GetBillPayment shows the state of a payment to the holder of the bill's link.
func (s *BillHandlers) GetBillPayment(ctx context.Context, req gen.GetBillPaymentRequestObject) (gen.GetBillPaymentResponseObject, error) {
	b, err := s.openLinkedBill(ctx, req.Body.Token)
	if err != nil {
		return nil, err
	}
	p, err := s.Purchases.OfUser(ctx, contract.GuestUserID, req.Id)
	if errors.Is(err, storeerrors.ErrNotFound) || err == nil && (p.Bill == nil || p.Bill.InvoiceID != b.ID) {
		return nil, contract.Refuse(contract.FailPurchaseUnknown)
	}
	if err != nil {
		return nil, fmt.Errorf("read purchase: %w", err)
	}
	shown, err := s.payment(ctx, p, true)
	return gen.GetBillPayment200JSONResponse{Data: shown}, err
}
