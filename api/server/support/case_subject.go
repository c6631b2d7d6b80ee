package support

import (
	"context"
	"errors"
	"fmt"
	"strconv"

	"github.com/google/uuid"

	"selfcare/api/server/middleware"
	"selfcare/internal/contract"
	"selfcare/internal/domain/bill"
	"selfcare/internal/domain/order"
	"selfcare/internal/domain/settlement"
	"selfcare/internal/domain/supportcase"
	storeerrors "selfcare/internal/store/errors"
	"selfcare/internal/store/refund"
	"selfcare/internal/store/sweep"
)

// subject is the present record behind a case.
type subject struct {
	supportcase.Case
	seen         string   // identifies this state
	processes    []string // ids in Temporal
	order        *contract.Order
	holder       string // user id of the order's customer
	purchase     *contract.Purchase
	portOut      *contract.PortOut
	deactivation *contract.Deactivation
	plan         *contract.PlanSubscription
	request      *refund.Request
	waits        bool // a decision about it needs a second person
	difference   *settlement.Item
	bank         *bill.BankPayment
	numberReturn *contract.NumberReturn
	ticket       *contract.Ticket
	payment      *contract.Payment
	paidFor      string // id of the order or purchase of the payment
}

// findSubject finds the record behind a case. Orders, purchases and the like are found even if they are no case.
func (s *CaseHandlers) findSubject(ctx context.Context, kind supportcase.Kind, id string) (*subject, error) {
	if _, err := uuid.Parse(id); err != nil && kind != supportcase.PortOut && kind != supportcase.Payment {
		return nil, contract.Refuse(contract.FailCaseUnknown)
	}
	found, is, err := s.Cases.Get(ctx, kind, id)
	if err != nil {
		return nil, fmt.Errorf("read case: %w", err)
	}
	of := &subject{Case: found}
	if !is {
		of.Case = supportcase.Case{Kind: kind, ID: id, Reference: id, Over: true}
		if of.Claim, err = s.Cases.ClaimOf(ctx, kind, id, s.Now()); err != nil {
			return nil, fmt.Errorf("read claim: %w", err)
		}
	}
	of.seen = "s" + strconv.FormatInt(found.Since.UnixMilli(), 36)
	switch err := s.load(ctx, of, is); {
	case errors.Is(err, storeerrors.ErrNotFound):
		return nil, contract.Refuse(contract.FailCaseUnknown)
	case err != nil:
		return nil, fmt.Errorf("read case: %w", err)
	}
	return of, nil
}

func (s *CaseHandlers) load(ctx context.Context, of *subject, is bool) error {
	switch of.Kind {
	case supportcase.Order, supportcase.Refund:
		return s.loadOrder(ctx, of, is)
	case supportcase.Purchase:
		return s.loadPurchase(ctx, of, is)
	case supportcase.Subscription:
		return s.loadPlan(ctx, of, is)
	case supportcase.PortOut:
		return s.loadPortOut(ctx, of, is)
	case supportcase.Deactivation:
		return s.loadDeactivation(ctx, of, is)
	case supportcase.Settlement:
		return s.loadDifference(ctx, of)
	case supportcase.BankPayment:
		return s.loadBank(ctx, of)
	case supportcase.NumberReturn:
		return s.loadNumberReturn(ctx, of)
	case supportcase.Ticket:
		return loadTicket(ctx, s.Tickets, of, is)
	case supportcase.Payment:
		return s.loadPayment(ctx, of, is)
	case supportcase.Bill:
		return s.loadBill(ctx, of, is)
	case supportcase.LostProcess:
		of.processes = sweep.WorkflowsOf(of.Variety, of.Reference)
	case supportcase.EInvoice:
		of.processes = []string{contract.EInvoiceDeliveryWorkflowID(0)}
	}
	if !is { // no other record shows that it exists
		return storeerrors.ErrNotFound
	}
	return nil
}

func (s *CaseHandlers) loadOrder(ctx context.Context, of *subject, is bool) error {
	record, err := s.Orders.Get(ctx, of.ID)
	if err != nil {
		return err
	}
	o := record.Order
	of.order, of.holder, of.seen = &o, record.Subject, "o"+strconv.FormatInt(o.Seq, 10)
	if !is {
		of.Reference, of.Variety, of.Stage, of.Over = o.Number, varietyOf(o), string(o.Stage), o.Stage.Closed()
		of.MSISDN, of.Since, of.Paid = order.MSISDN(o), record.UpdatedAt, order.PaidPayment(o) != nil
	}
	if of.LineID, err = s.lineOf(ctx, o); err != nil {
		return err
	}
	if of.Kind == supportcase.Refund {
		of.processes = []string{contract.RefundWorkflowID(o.Number)}
		return s.loadRequest(ctx, of)
	}
	of.processes = []string{contract.OrderWorkflowID(o.Number)}
	if o.Port != nil && o.Port.Tries > 0 {
		of.processes = append(of.processes, contract.PortInWorkflowID(o.Number))
	}
	return nil
}

// varietyOf marks orders that bring a number along.
func varietyOf(o contract.Order) string {
	if o.NumberSource == contract.NumberPortIn {
		return string(o.Kind) + "-port-in"
	}
	return string(o.Kind)
}

// lineOf returns the line of an order, existing or new.
func (s *CaseHandlers) lineOf(ctx context.Context, o contract.Order) (string, error) {
	if o.Line != nil {
		return o.Line.ID, nil
	}
	lineID, err := s.Lines.OfOrder(ctx, o.ID)
	if errors.Is(err, storeerrors.ErrNotFound) {
		return "", nil
	}
	return lineID, err
}

// loadRequest finds the refund that waits for a second person, if there is one. A refund neither requested nor begun
// is not found.
func (s *CaseHandlers) loadRequest(ctx context.Context, of *subject) error {
	asked, err := s.Requests.AliveOf(ctx, contract.PayoutRefund, of.ID)
	switch {
	case err == nil && asked.State == contract.RefundPending && s.Now().Before(asked.ExpiresAt):
		of.request = &asked
		of.seen += ".r" + strconv.FormatInt(asked.RequestedAt.UnixMilli(), 36)
	case err != nil && !errors.Is(err, storeerrors.ErrNotFound):
		return err
	case of.order.Refund == nil && err != nil:
		return storeerrors.ErrNotFound
	}
	if of.order.Refund != nil && !of.Held && !of.Late {
		of.Stage, of.Over = "refunding", of.order.Refund.Done()
	}
	return nil
}

func (s *CaseHandlers) loadPurchase(ctx context.Context, of *subject, is bool) error {
	p, err := s.Purchases.Get(ctx, of.ID)
	if err != nil {
		return err
	}
	of.purchase, of.seen, of.processes = &p, "p"+strconv.FormatInt(p.Seq, 10), []string{contract.PurchaseWorkflowID(p.Number)}
	if is {
		return nil
	}
	of.Reference, of.Variety, of.Stage, of.LineID, of.Since, of.Over = p.Number, string(p.Kind), string(p.Stage), p.LineID, p.CreatedAt, p.Stage.Closed()
	of.MSISDN, err = s.Lines.MSISDN(ctx, p.LineID)
	return err
}

func (s *CaseHandlers) loadPlan(ctx context.Context, of *subject, is bool) error {
	plan, err := s.Plans.Get(ctx, of.ID)
	if err != nil {
		return err
	}
	of.plan = &plan
	of.seen, of.processes = "l"+strconv.FormatInt(plan.Seq, 10), []string{contract.PlanSubscriptionWorkflowID(of.ID)}
	of.LineID, of.Over = of.ID, plan.Stage == contract.SubscriptionEnded
	if is {
		return nil
	}
	of.Stage, of.Since = string(plan.Stage), plan.From
	of.MSISDN, err = s.Lines.MSISDN(ctx, of.ID)
	return err
}

func (s *CaseHandlers) loadPortOut(ctx context.Context, of *subject, is bool) error {
	p, err := s.PortOuts.Get(ctx, of.ID)
	if err != nil {
		return err
	}
	of.portOut, of.seen, of.processes = &p, "n"+strconv.FormatInt(p.Seq, 10), []string{contract.PortOutWorkflowID(p.Reference)}
	if is || p.LineID == "" {
		return nil
	}
	of.Stage, of.LineID, of.Since, of.Over = string(p.Stage), p.LineID, p.AskedAt, p.Stage.Stays() || p.Stage == contract.PortOutLeft
	of.MSISDN, err = s.Lines.MSISDN(ctx, p.LineID)
	return err
}

func (s *CaseHandlers) loadDeactivation(ctx context.Context, of *subject, is bool) error {
	d, known, err := s.Deactivations.Get(ctx, of.ID)
	if err != nil || !known {
		return errors.Join(err, unless(known))
	}
	of.deactivation, of.seen, of.processes = &d, "d"+strconv.FormatInt(d.Seq, 10), []string{contract.DeactivationWorkflowID(d.LineID)}
	if is {
		return nil
	}
	of.Stage, of.LineID, of.Since, of.Over = string(d.Stage), d.LineID, d.RequestedAt, d.Stage.Over()
	of.MSISDN, err = s.Lines.MSISDN(ctx, d.LineID)
	return err
}

func (s *CaseHandlers) loadDifference(ctx context.Context, of *subject) error {
	item, known, err := s.Settlements.Item(ctx, of.ID)
	if err != nil || !known {
		return errors.Join(err, unless(known))
	}
	of.difference, of.seen, of.Reference, of.Stage = &item, "i"+string(item.State), item.Day, string(item.State)
	of.Variety = string(item.Type)
	of.processes = []string{contract.DayReconciliationWorkflowID(item.Day)}
	return s.loadApproval(ctx, contract.PayoutSettlement, of)
}

// loadApproval finds the request that waits for a second person.
func (s *CaseHandlers) loadApproval(ctx context.Context, way contract.PayoutKind, of *subject) error {
	asked, err := s.Requests.AliveOf(ctx, way, of.ID)
	switch {
	case errors.Is(err, storeerrors.ErrNotFound):
		return nil
	case err != nil:
		return err
	default:
		of.waits = asked.State == contract.RefundPending && s.Now().Before(asked.ExpiresAt)
		return nil
	}
}

func (s *CaseHandlers) loadBank(ctx context.Context, of *subject) error {
	p, known, err := s.Banks.Get(ctx, of.ID)
	if err != nil || !known {
		return errors.Join(err, unless(known))
	}
	of.bank, of.seen, of.Reference, of.Stage = &p, "b"+string(p.State), p.Reference, string(p.State)
	of.processes = []string{contract.SADADPaymentWorkflowID(p.ID)}
	return s.loadApproval(ctx, contract.PayoutBankReturn, of)
}

func (s *CaseHandlers) loadNumberReturn(ctx context.Context, of *subject) error {
	r, known, err := s.Returns.Get(ctx, of.ID)
	if err != nil || !known {
		return errors.Join(err, unless(known))
	}
	of.numberReturn, of.Reference, of.Stage, of.LineID, of.MSISDN = &r, r.ID, string(r.State), r.LineID, r.MSISDN
	of.seen, of.Over = "t"+string(r.State)+"."+strconv.Itoa(r.Tries), r.State == contract.ReturnDone
	of.processes = []string{contract.NumberReturnsWorkflowID}
	return nil
}

func unless(known bool) error {
	if known {
		return nil
	}
	return storeerrors.ErrNotFound
}

// audited is the id of a case in the audit log; empty if it has none.
func (of *subject) audited() string {
	if of.portOut != nil {
		return of.portOut.ID
	}
	if _, err := uuid.Parse(of.ID); err != nil {
		return ""
	}
	return of.ID
}

// noteRead audits whose order a person is about to see; the call itself is audited before, like each that shows
// personal data.
func (s *CaseHandlers) noteRead(ctx context.Context, of *subject) error {
	if of.order == nil {
		return nil
	}
	if err := s.Entries.WriteReads(ctx, middleware.RequestOf(ctx).User.ID, []string{of.ID}); err != nil {
		return fmt.Errorf("audit a read of support: %w", err)
	}
	return nil
}
