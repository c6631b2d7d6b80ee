package servertest

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/stretchr/testify/require"
	"go.temporal.io/sdk/temporal"

	billacts "selfcare/activities/bill"
	"selfcare/api/gen"
	"selfcare/internal/contract"
	"selfcare/internal/domain/calendar"
)

// FakeBills plays the workflows of bills on the real tables and answers at once.
type FakeBills struct {
	books   *billacts.Activities
	Failing bool
}

func (f *FakeBills) Credit(ctx context.Context, in contract.InvoiceCredit) (string, error) {
	number, err := f.books.CreditInvoice(ctx, contract.InvoiceCreditAt{At: contract.At{Now: time.Now()}, Credit: in})
	var refused *temporal.ApplicationError
	if errors.As(err, &refused) {
		return "", contract.Refuse(contract.Code(refused.Type()))
	}
	return number, err
}

func (f *FakeBills) TakePayment(ctx context.Context, id string) error {
	if f.Failing {
		return errors.New("the workflow engine is away")
	}
	return f.books.TakeSADADPayment(ctx, contract.SADADPaymentAt{At: contract.At{Now: time.Now()}, ID: id})
}

// Bill adds a bill and returns it with a session of its owner.
func (r *Rig) Bill() (gen.Invoice, string) {
	r.T.Helper()
	r.Customer(BilledLine, "postpaid")
	r.AddBill()
	token := r.SignIn(BilledLine)
	return r.Bills(token).Invoices.Items[0], token
}

func SadadNotice(payment, reference string, amount int64) string {
	return fmt.Sprintf(`{"paymentId":%q,"reference":%q,"amount":%d,"paidAt":"2026-11-25T10:00:00.123456789+03:00"}`, payment, reference, amount)
}

const BilledLine = "0570000002"

// AddBill adds a postpaid line with one bill: a plan and a call outside the plan.
func (r *Rig) AddBill() {
	r.T.Helper()
	r.Exec("INSERT INTO plan_categories (key, name_en, name_ar, position) VALUES ('postpaid', 'Postpaid', 'مفوتر', 0)")
	r.Exec(`INSERT INTO plans (id, external_id, name_en, name_ar, price, subscription_type, category, validity_days, cycle_months, takes_ported, position, items)
		VALUES ('postpaid-200', 'P-200', 'Postpaid 200', 'مفوتر 200', 20000, 'postpaid', 'postpaid', 30, 1, false, 0, '[]')`)
	r.BillCycle(2)
}

// BillCycle bills the postpaid line for a cycle of its plan and a call outside the plan.
func (r *Rig) BillCycle(cycle int) {
	r.T.Helper()
	since := time.Date(2026, 10, 15, 10, 0, 0, 0, calendar.Riyadh)
	until := time.Date(2026, 11, 15, 0, 0, 0, 0, calendar.Riyadh)
	r.Exec("UPDATE lines SET plan_id = 'postpaid-200', activated_at = ? WHERE msisdn = ?", since, BilledLine)
	r.Exec(`INSERT INTO subscription_charges (line_id, cycle, item, plan_id, amount, vat, paid_by, cycle_from, cycle_until, charged_at)
		SELECT id, ?3, 'plan', 'postpaid-200', 20000, 2609, 'invoice', ?0, ?1, now() FROM lines WHERE msisdn = ?2`, since, until, BilledLine, cycle)
	r.Exec(`INSERT INTO usage_charges (event_id, line_id, type, unit, amount, charged, used_at)
		SELECT 'bill-e1', id, 'int_min', 'minute', 3, 1150, ?0 FROM lines WHERE msisdn = ?1`, until.Add(-time.Hour), BilledLine)
	done, err := billacts.New(r.Store).BillLines(r.T.Context(), contract.BillingBatch{At: contract.At{Now: time.Now()}, Cohort: 15, Period: "2026-11"})
	require.NoError(r.T, err)
	require.Equal(r.T, 1, done.Issued)
}

func (r *Rig) Bills(token string) gen.PostpaidOverview {
	r.T.Helper()
	return Decoded[struct{ Data gen.PostpaidOverview }](r.T, r.MustGet("/postpaid/overview", token)).Data
}
