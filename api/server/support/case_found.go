package support

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"

	"selfcare/api/gen"
	"selfcare/api/server/middleware"
	"selfcare/api/server/optional"
	"selfcare/api/server/present"
	"selfcare/internal/contract"
	"selfcare/internal/domain/notice"
	"selfcare/internal/domain/order"
	billstore "selfcare/internal/store/bill"
	paymentstore "selfcare/internal/store/payment"
)

type caseBills interface {
	Get(ctx context.Context, id string) (b billstore.Bill, known bool, err error)
}

type casePayments interface {
	Get(ctx context.Context, id string) (p contract.Payment, subject string, err error)
	FindPaidFor(ctx context.Context, paymentID string) (paymentstore.PaidFor, error)
}

type caseStatements interface {
	OfPayments(ctx context.Context, now time.Time, paymentIDs ...string) (map[string]paymentstore.NamedStatement, error)
}

// loadBill finds a bill, open or settled. A period whose billing failed has no bill yet.
func (s *CaseHandlers) loadBill(ctx context.Context, of *subject, is bool) error {
	b, known, err := s.Bills.Get(ctx, of.ID)
	if err != nil || !known {
		if is {
			return err
		}
		return errors.Join(err, unless(known))
	}
	of.seen += ".l" + strconv.FormatInt(int64(b.Left), 36)
	if !is {
		of.Reference, of.Stage, of.LineID, of.Since, of.Over = b.Number, "open", b.LineID, b.IssuedAt, b.Left == 0
		if of.Over {
			of.Stage = "settled"
		}
		if of.MSISDN, err = s.Lines.MSISDN(ctx, b.LineID); err != nil {
			return err
		}
	}
	return s.loadApproval(ctx, contract.PayoutCreditNote, of)
}

// loadPayment finds one attempt to pay, with the process of its order or purchase.
func (s *CaseHandlers) loadPayment(ctx context.Context, of *subject, is bool) error {
	paid, subjectID, err := s.Payments.Get(ctx, of.ID)
	if err != nil {
		return err
	}
	whole, err := s.Payments.FindPaidFor(ctx, of.ID)
	if err != nil {
		return err
	}
	of.payment, of.paidFor, of.processes = &paid, subjectID, []string{contract.LatePaymentWorkflowID(of.ID), whole.WorkflowID()}
	if !is {
		of.Reference, of.Stage, of.Since = cmp.Or(whole.OrderNumber, whole.PurchaseNumber, of.ID), string(paid.Status), paid.At
		of.Over = paid.Status != contract.PaymentPending && paid.Status != contract.PaymentProcessing
	}
	return nil
}

// addBought adds the items of a purchase, with the number partly hidden.
func (s *CaseHandlers) addBought(ctx context.Context, shown *gen.CaseDetail, of *subject) error {
	shown.AwaitsApproval = optional.True(of.waits)
	if of.purchase == nil {
		return nil
	}
	msisdn, err := s.Lines.MSISDN(ctx, of.purchase.LineID)
	if err != nil {
		return fmt.Errorf("read line of purchase: %w", err)
	}
	view := present.In(middleware.RequestOf(ctx).Language).Purchase(*of.purchase, notice.Masked(msisdn), s.Now())
	if view.Payment != nil {
		view.Payment.ChallengeUrl = nil // it opens the customer's page at the bank
	}
	shown.Purchase = &view
	return nil
}

// addStatements adds the statements of support about payments with an unknown outcome.
func (s *CaseHandlers) addStatements(ctx context.Context, shown *gen.CaseDetail, of *subject) error {
	ids := make([]string, len(shown.Payments))
	for i, p := range shown.Payments {
		ids[i] = p.Id
	}
	known, err := s.Statements.OfPayments(ctx, s.Now(), ids...)
	if err != nil {
		return err
	}
	for i := range shown.Payments {
		p := &shown.Payments[i]
		payment := contract.Payment{Status: contract.PaymentStatus(p.Status), At: p.At}
		var said *contract.PaymentStatement
		if named, is := known[p.Id]; is {
			said, p.Statement = &named.PaymentStatement, new(statementView(ctx, named.PaymentStatement, named.Name))
		}
		p.Stateable = optional.True(order.MayState(payment, said, s.Now()))
	}
	return nil
}
