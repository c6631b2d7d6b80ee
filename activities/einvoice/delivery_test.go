package einvoice_test

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.temporal.io/sdk/testsuite"

	einvoiceacts "selfcare/activities/einvoice"
	"selfcare/dev/testkit/fixture"
	"selfcare/dev/testkit/invoices"
	"selfcare/internal/contract"
	"selfcare/internal/domain/einvoice"
	"selfcare/internal/domain/einvoice/stamp"
	"selfcare/internal/gateway"
	"selfcare/internal/gateway/zatca"
	einvoicestore "selfcare/internal/store/einvoice"
)

var ctx = context.Background()

const (
	device  = "device-1"
	tooLong = time.Minute
	tick    = 200 * time.Millisecond
)

// platform is the tax authority: it records what it gets and gives the answers of the test.
type platform struct {
	mu    sync.Mutex
	given []zatca.Submission
	fails []error // the next answers; nil accepts

	callers  []zatca.Credentials
	onReport func() // called with each report, if set
}

func (p *platform) Report(_ context.Context, c zatca.Credentials, s zatca.Submission) (zatca.Verdict, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.given, p.callers = append(p.given, s), append(p.callers, c)
	if p.onReport != nil {
		p.onReport()
	}
	if len(p.fails) == 0 {
		return zatca.Verdict{Warnings: []string{"BR-KSA-09"}}, nil
	}
	err := p.fails[0]
	p.fails = p.fails[1:]
	return zatca.Verdict{}, err
}

func (p *platform) Clear(context.Context, zatca.Credentials, zatca.Submission) (zatca.Verdict, error) {
	return zatca.Verdict{}, errors.New("nothing for a business is issued here")
}

type office struct {
	*fixture.Shop
	*platform
}

func newOffice(t *testing.T) *office {
	t.Helper()
	o := &office{fixture.NewShop(t), &platform{}}
	_, err := o.Store.EInvoiceDevices.Save(ctx, einvoicestore.Device{Name: device, Credentials: invoices.Credentials(t, invoices.Key, invoices.Certificate)})
	require.NoError(t, err)
	return o
}

// works runs one turn of the issuer.
func (o *office) works() {
	o.T.Helper()
	stopped := make(chan struct{})
	close(stopped)
	o.worksUntil(stopped)
}

// worksUntil runs the issuer until its worker stops.
func (o *office) worksUntil(stopped chan struct{}) {
	o.T.Helper()
	var suite testsuite.WorkflowTestSuite
	env := suite.NewTestActivityEnvironment()
	env.SetWorkerStopChannel(stopped)
	a := einvoiceacts.New(o.Store, o.platform, device)
	env.RegisterActivity(a)
	_, err := env.ExecuteActivity(a.DeliverEInvoices, 0)
	require.NoError(o.T, err)
}

// later makes the next try due.
func (o *office) later() {
	o.T.Helper()
	o.Exec("UPDATE einvoices SET next_at = now()")
}

type row struct {
	Subject, Kind, Status, Failure string
	ICV                            int64    `bun:"icv"`
	Rules                          []string `bun:",array"`
	Attempts                       int
}

func (o *office) rows() []row {
	o.T.Helper()
	var rows []row
	require.NoError(o.T, o.DB.NewRaw(`
		SELECT subject, kind, status, coalesce(failure, '') AS failure, coalesce(icv, 0) AS icv, rules, attempts FROM einvoices ORDER BY seq`).Scan(ctx, &rows))
	return rows
}

// read returns a document as the authority got it.
func (o *office) read(n int) einvoice.Document {
	o.T.Helper()
	doc, _, err := stamp.Read(o.given[n].XML)
	require.NoError(o.T, err)
	return doc
}

func TestDeliverEInvoices_PaidOrder_IsReported(t *testing.T) {
	o := newOffice(t)
	paid := o.Paid(fixture.NumberA)
	require.Equal(t, []row{{Subject: "order", Kind: "388", Status: "due", Rules: []string{}}}, o.rows())

	o.works()
	o.works()

	require.Equal(t, []row{{Subject: "order", Kind: "388", Status: "reported", ICV: 1, Rules: []string{"BR-KSA-09"}, Attempts: 1}}, o.rows())
	require.Len(t, o.given, 1)
	doc := o.read(0)
	require.Equal(t, paid.Number, doc.Number)
	require.Equal(t, einvoice.Place{Counter: 1, Previous: einvoice.FirstHash}, doc.Place)
	require.Equal(t, paid.Price.Total, doc.Totals().Gross)
	require.Equal(t, paid.Price.VAT, doc.Totals().VAT)
	require.Nil(t, doc.Buyer)
	require.True(t, fixture.Now.Equal(doc.IssuedAt))
	code, err := o.Store.EInvoices.Code(ctx, einvoicestore.Order, paid.ID, einvoice.Invoice)
	require.NoError(t, err)
	require.Contains(t, string(o.given[0].XML), ">"+code+"<")
	none, err := o.Store.EInvoices.Code(ctx, einvoicestore.Order, paid.ID, einvoice.CreditNote)
	require.NoError(t, err)
	require.Empty(t, none)
}

func TestDeliverEInvoices_Each_NamesTheLast(t *testing.T) {
	o := newOffice(t)
	o.Paid(fixture.NumberA)
	o.Paid(fixture.NumberB)
	o.works()
	require.Len(t, o.given, 2)
	require.Equal(t, einvoice.Place{Counter: 2, Previous: o.given[0].Hash}, o.read(1).Place)
}

func TestDeliverEInvoices_Cancelled_CreditNote(t *testing.T) {
	o := newOffice(t)
	paid := o.Paid(fixture.NumberA)
	back := o.Once(o.Orders.RecordRefund(ctx, paid, contract.PaymentMoved{At: fixture.At(fixture.Now), Payment: *refunded(paid)}))
	closing := o.Once(o.Orders.BeginCancel(ctx, back, contract.OrderEnding{At: fixture.At(fixture.Now)}))
	o.Once(o.Orders.CloseOrder(ctx, closing, contract.OrderEnding{At: fixture.At(fixture.Now), Reason: contract.EndedByCustomer, Refunded: paid.Price.Total}))

	o.works()

	require.Len(t, o.given, 2)
	note := o.read(1)
	require.Equal(t, einvoice.CreditNote, note.Kind)
	require.Equal(t, paid.Number, note.Refers)
	require.Equal(t, paid.Number+"-CN", note.Number)
	require.NotEmpty(t, note.Reason)
	require.Equal(t, o.read(0).Totals(), note.Totals())
}

func refunded(o contract.Order) *contract.Payment {
	p := o.Payments[0]
	return &p
}

func TestDeliverEInvoices_Rejected_DoesNotBlock(t *testing.T) {
	o := newOffice(t)
	o.fails = []error{&zatca.Rejection{Rules: []string{"BR-KSA-98"}}}
	o.Paid(fixture.NumberA)
	o.Paid(fixture.NumberB)
	o.works()
	require.Equal(t, []row{
		{Subject: "order", Kind: "388", Status: "rejected", Failure: "refused", ICV: 1, Rules: []string{"BR-KSA-98"}, Attempts: 1},
		{Subject: "order", Kind: "388", Status: "reported", ICV: 2, Rules: []string{"BR-KSA-09"}, Attempts: 1},
	}, o.rows())
}

func TestDeliverEInvoices_NoAnswer_SendsTheSame(t *testing.T) {
	for name, lost := range map[string]error{"unknown": gateway.ErrUnknown, "not taken": gateway.ErrRetry} {
		t.Run(name, func(t *testing.T) {
			o := newOffice(t)
			o.fails = []error{fmt.Errorf("report: %w", lost)}
			o.Paid(fixture.NumberA)
			o.works()
			require.Equal(t, "pending no_answer", o.rows()[0].Status+" "+o.rows()[0].Failure)
			o.works()
			require.Len(t, o.given, 1, "not before its time")
			o.later()
			o.works()
			require.Len(t, o.given, 2)
			require.Equal(t, o.given[0], o.given[1])
			require.Equal(t, "reported", o.rows()[0].Status)
		})
	}
}

func TestDeliverEInvoices_RuleBroken_HeldThenMade(t *testing.T) {
	o := newOffice(t)
	o.Exec(`INSERT INTO settings (key, value) VALUES ('sellerNameAr', to_jsonb(repeat('ش', 100)))`)
	o.Paid(fixture.NumberA)
	o.works()
	require.Equal(t, []row{{Subject: "order", Kind: "388", Status: "held", Failure: "rules", Rules: []string{"BR-CL-KSA-14"}, Attempts: 1}}, o.rows())
	trouble, err := o.Store.EInvoices.Trouble(ctx)
	require.NoError(t, err)
	require.Equal(t, einvoicestore.Trouble{Held: 1}, trouble)

	o.Set("sellerNameAr", `"شركة"`)
	o.works()
	require.Equal(t, "held", o.rows()[0].Status, "not before its time")
	o.later()
	require.Eventually(t, func() bool {
		o.later()
		o.works()
		return o.rows()[0].Status == "reported"
	}, tooLong, tick, "figures are read anew after a second")
	require.EqualValues(t, 1, o.rows()[0].ICV)
}

func TestDeliverEInvoices_NoReceipt_IsHeld(t *testing.T) {
	o := newOffice(t)
	paid := o.Paid(fixture.NumberA)
	require.NoError(t, o.Store.EInvoices.Owe(ctx, einvoicestore.Receipt{Subject: einvoicestore.Order, SubjectID: paid.ID, Kind: einvoice.CreditNote, IssuedAt: fixture.Now}))
	o.works()
	require.Equal(t, "held receipt", o.rows()[1].Status+" "+o.rows()[1].Failure)
	require.Equal(t, "reported", o.rows()[0].Status)
}

// A worker that dies after it stamped an invoice leaves it to the next one, which sends the stamped document.
func TestDeliverEInvoices_WorkerDied_StampsOnce(t *testing.T) {
	o := newOffice(t)
	o.Paid(fixture.NumberA)
	o.fails = []error{fmt.Errorf("report: %w", gateway.ErrUnknown)}
	o.works()
	o.Exec("UPDATE einvoices SET attempts = 0, failure = NULL, next_at = now()")
	o.works()
	require.Equal(t, o.given[0].Hash, o.given[1].Hash)
	require.EqualValues(t, 1, o.rows()[0].ICV)
}

// An invoice that was altered in our database after its stamp is not submitted.
func TestDeliverEInvoices_Altered_IsNotSent(t *testing.T) {
	o := newOffice(t)
	o.Paid(fixture.NumberA)
	o.fails = []error{fmt.Errorf("report: %w", gateway.ErrRetry)}
	o.works()
	var id string
	require.NoError(t, o.DB.NewRaw("SELECT id FROM einvoices").Scan(ctx, &id))
	altered := o.Keys.Seal("einvoices/"+id, append(o.given[0].XML[:len(o.given[0].XML):len(o.given[0].XML)], ' ', 'x'))
	o.Exec("ALTER TABLE einvoices DISABLE TRIGGER einvoices_keep_stamped")
	o.Exec("UPDATE einvoices SET xml = ?, next_at = now()", altered)
	o.works()
	require.Len(t, o.given, 1)
	require.Equal(t, "pending altered", o.rows()[0].Status+" "+o.rows()[0].Failure)
}

func TestDeliverEInvoices_PlatformBack_SendsSoon(t *testing.T) {
	o := newOffice(t)
	o.Paid(fixture.NumberA)
	o.Paid(fixture.NumberB)
	for range 24 { // an outage longer than the longest pause
		o.fails = append(o.fails, fmt.Errorf("report: %w", gateway.ErrRetry))
	}
	for len(o.fails) > 0 {
		o.later()
		o.works()
	}
	o.Exec("UPDATE einvoices SET next_at = next_at - interval '10 seconds'")
	given := len(o.given)

	o.works()

	require.Len(t, o.given[given:], 2)
	for _, one := range o.rows() {
		require.Equal(t, "reported", one.Status)
	}
}

func TestDeliverEInvoices_BadReceipt_IsPutAside(t *testing.T) {
	o := newOffice(t)
	first := o.Paid(fixture.NumberA)
	o.Paid(fixture.NumberB)
	o.Exec("UPDATE orders SET personal = '\\x00' WHERE id = ?", first.ID)
	o.works()
	rows := o.rows()
	require.Equal(t, []string{"held", "receipt"}, []string{rows[0].Status, rows[0].Failure})
	require.Equal(t, []any{"reported", int64(1)}, []any{rows[1].Status, rows[1].ICV}, "those behind it go on")
}

func TestDeliverEInvoices_BadStamped_DoesNotBlock(t *testing.T) {
	o := newOffice(t)
	o.fails = []error{gateway.ErrRetry, gateway.ErrRetry}
	o.Paid(fixture.NumberA)
	o.Paid(fixture.NumberB)
	o.works()
	o.Exec("ALTER TABLE einvoices DISABLE TRIGGER einvoices_keep_stamped")
	o.Exec("UPDATE einvoices SET xml = '\\x00' WHERE icv = 1")
	o.later()
	o.works()
	rows := o.rows()
	require.Equal(t, []string{"pending", "altered"}, []string{rows[0].Status, rows[0].Failure})
	require.Equal(t, "reported", rows[1].Status)
}

// A renewed certificate stamps the next invoice without a restart, and the chain goes on.
func TestDeliverEInvoices_Renewed_IsUsedNext(t *testing.T) {
	o := newOffice(t)
	o.Paid(fixture.NumberA)
	stopped := make(chan struct{})
	o.onReport = func() {
		if len(o.given) == 2 {
			close(stopped)
			return
		}
		present, err := o.Store.EInvoiceDevices.Get(ctx, device)
		require.NoError(t, err)
		present.Credentials = invoices.Credentials(t, invoices.RenewedKey, invoices.RenewedCertificate)
		present.Credentials.Secret = "renewed"
		_, err = o.Store.EInvoiceDevices.Save(ctx, present)
		require.NoError(t, err)
		o.Paid(fixture.NumberB)
	}

	o.worksUntil(stopped)

	require.Equal(t, []string{"secret", "renewed"}, []string{o.callers[0].Secret, o.callers[1].Secret})
	require.Equal(t, einvoice.Place{Counter: 2, Previous: o.given[0].Hash}, o.read(1).Place)
	for n, want := range []string{invoices.Certificate, invoices.RenewedCertificate} {
		require.Contains(t, string(o.given[n].XML), ">"+want+"<")
	}
}

func TestDeliverEInvoices_NoCertificate_Waits(t *testing.T) {
	o := newOffice(t)
	o.Exec("DELETE FROM zatca_devices")
	o.Paid(fixture.NumberA)
	o.works()
	require.Equal(t, []row{{Subject: "order", Kind: "388", Status: "due", Rules: []string{}}}, o.rows())
	_, err := o.Store.EInvoiceDevices.Save(ctx, einvoicestore.Device{Name: device, Enrolment: &einvoicestore.Enrolment{Key: invoices.Key}})
	require.NoError(t, err)
	o.works()
	require.Empty(t, o.given, "an enrolment that is not over stamps nothing")
}
