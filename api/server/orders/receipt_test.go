package orders_test

import (
	"encoding/base64"
	"net/http"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"selfcare/api/gen"
	"selfcare/api/servertest"
	"selfcare/dev/testkit/invoices"
	"selfcare/internal/contract"
	"selfcare/internal/contract/texts"
	"selfcare/internal/domain/einvoice"
	einvoicestore "selfcare/internal/store/einvoice"
)

func TestReceipt_PaidOrder_HasVATAndQRCode(t *testing.T) {
	r := servertest.New(t)
	o := r.Start()
	paidAt := time.Date(2026, 11, 20, 9, 5, 0, 0, time.UTC)
	payment := contract.Payment{ID: uuid.NewString(), Status: contract.PaymentPaid, Amount: 10500, Brand: "MADA", Last4: "0015", At: paidAt}
	declined := contract.Payment{ID: uuid.NewString(), Status: contract.PaymentDeclined, Amount: 10500, At: paidAt}
	servertest.RequireRefused(t, r.Get(o, "/receipt"), contract.FailNotPaid)

	r.Put(o, func(full *contract.Order) {
		full.Booking = &contract.Booking{MSISDN: "0570000123", Category: "bronze", Price: 0}
		full.Plan = &contract.Plan{ID: "hawakom-90", NameEn: "Hawakom 90", NameAr: "هواكم 90", Price: 9000, CycleDays: 30}
		full.Promo = &contract.Promo{Code: "SAVE10", Discount: 1000}
		full.Price = &contract.Price{Lines: []contract.PriceLine{
			{Key: contract.LineNumber},
			{Key: contract.LinePlan, Amount: 9000},
			{Key: contract.LineDelivery, Amount: 2500},
			{Key: contract.LinePromo, Amount: -1000},
		}, Total: 10500, VAT: 1370, PinnedAt: paidAt}
		full.Payments = []contract.Payment{declined, payment}
	})
	shown := servertest.Decoded[gen.Receipt](t, r.Get(o, "/receipt", servertest.Header{"Accept-Language": "ar"}))
	require.Equal(t, "شركة سلفكير للاتصالات", shown.Seller.Name)
	require.Equal(t, payment.ID, shown.Payment.Id)
	require.Len(t, shown.Lines, 3, "free items are left out")
	require.Equal(t, "هواكم 90", *shown.Lines[0].Detail)
	require.Equal(t, "SAVE10", *shown.Lines[2].Detail)
	require.EqualValues(t, 1370, shown.Vat)
	require.Equal(t, &gen.RecurringPrice{Amount: 9000, ValidityDays: 30}, shown.Recurring)
	tlv, err := base64.StdEncoding.DecodeString(shown.Zatca)
	require.NoError(t, err)
	require.Contains(t, string(tlv), "\x04\x06105.00\x05\x0513.70")

	r.Put(o, func(full *contract.Order) {
		full.Payments[1].Status = contract.PaymentRefunded
		full.Ended = &contract.Ended{Reason: contract.EndedReturned, At: paidAt, Refunded: 8000}
	})
	refunded := servertest.Decoded[gen.Receipt](t, r.Get(o, "/receipt"))
	require.EqualValues(t, 8000, refunded.Refunded)
	require.Equal(t, "Selfcare Mobile Company", refunded.Seller.Name)
	require.Equal(t, gen.N388, refunded.DocumentType)

	stranger := r.Call(http.MethodGet, "/api/orders/"+o.ID+"/receipt", "")
	servertest.RequireRefused(t, stranger, contract.FailOrderNotYours)
}

func TestReceipt_EInvoice_HasItsQRCode(t *testing.T) {
	r := servertest.New(t)
	o := r.Start()
	r.Put(o, func(full *contract.Order) {
		full.Stage = contract.StageCancelled
		full.Price = &contract.Price{Lines: []contract.PriceLine{{Key: contract.LinePlan, Amount: 10500}}, Total: 10500, VAT: 1370}
		full.Payments = []contract.Payment{{ID: uuid.NewString(), Status: contract.PaymentRefunded, Amount: 10500, At: invoices.Now}}
		full.Ended = &contract.Ended{Reason: contract.EndedByCustomer, At: invoices.Now, Refunded: 10500}
	})
	invoice := r.StampReceipt(einvoicestore.Order, o.ID, einvoice.Invoice)
	require.Equal(t, invoice, servertest.Decoded[gen.Receipt](t, r.Get(o, "/receipt")).Zatca)
	require.NotEqual(t, invoice, servertest.Decoded[gen.Receipt](t, r.Get(o, "/credit-note")).Zatca)
	note := r.StampReceipt(einvoicestore.Order, o.ID, einvoice.CreditNote)
	require.Equal(t, note, servertest.Decoded[gen.Receipt](t, r.Get(o, "/credit-note")).Zatca)
}

func TestReceipt_Refund_HasACreditNote(t *testing.T) {
	paidAt := time.Date(2026, 11, 20, 9, 5, 0, 0, time.UTC)
	backAt := paidAt.Add(48 * time.Hour)
	tests := map[string]struct {
		back   func(*contract.Order)
		total  int64
		vat    int64
		lines  []gen.ReceiptLinesKey
		code   string
		reason contract.Code
	}{
		"all of it, when the customer cancelled": {
			func(full *contract.Order) {
				full.Stage = contract.StageCancelled
				full.Ended = &contract.Ended{Reason: contract.EndedByCustomer, At: backAt, Refunded: 10500}
			}, 10500, 1370, []gen.ReceiptLinesKey{"plan", "delivery", "promo"}, "\x04\x06105.00\x05\x0513.70", contract.EndedByCustomer,
		},
		"all but the delivery, when the parcel came back": {
			func(full *contract.Order) {
				full.Stage = contract.StageCancelled
				full.Ended = &contract.Ended{Reason: contract.EndedReturned, At: backAt, Refunded: 8000}
			}, 8000, 1043, []gen.ReceiptLinesKey{"plan", "promo"}, "\x04\x0580.00\x05\x0510.43", contract.EndedReturned,
		},
		"all of a completed order, by support": {
			func(full *contract.Order) {
				full.Stage = contract.StageActive
				full.Refund = &contract.Refund{Amount: 10500, DoneAt: backAt}
			}, 10500, 1370, []gen.ReceiptLinesKey{"plan", "delivery", "promo"}, "\x04\x06105.00\x05\x0513.70", "refund.reason",
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			r := servertest.New(t)
			o := r.Start()
			r.Put(o, func(full *contract.Order) {
				full.Plan = &contract.Plan{ID: "hawakom-90", NameEn: "Hawakom 90", NameAr: "هواكم 90"}
				full.Price = &contract.Price{Lines: []contract.PriceLine{
					{Key: contract.LineNumber},
					{Key: contract.LinePlan, Amount: 9000},
					{Key: contract.LineDelivery, Amount: 2500},
					{Key: contract.LinePromo, Amount: -1000},
				}, Total: 10500, VAT: 1370, PinnedAt: paidAt}
				full.Payments = []contract.Payment{{ID: uuid.NewString(), Status: contract.PaymentPaid, Amount: 10500, Brand: "MADA", Last4: "0015", At: paidAt}}
			})
			servertest.RequireRefused(t, r.Get(o, "/credit-note"), contract.FailNotRefunded)
			r.Put(o, func(full *contract.Order) {
				full.Payments[0].Status = contract.PaymentRefunded
				tt.back(full)
			})
			note := servertest.Decoded[gen.Receipt](t, r.Get(o, "/credit-note"))
			require.Equal(t, gen.N381, note.DocumentType)
			require.Equal(t, note.OrderNumber+"-CN", note.Number)
			require.Equal(t, note.OrderNumber, note.RefersTo.Number)
			require.Equal(t, paidAt, note.RefersTo.IssuedAt)
			require.Equal(t, texts.Text("en", tt.reason, nil), note.RefersTo.Reason)
			require.Equal(t, backAt, note.IssuedAt)
			require.Equal(t, []int64{tt.total, tt.vat}, []int64{note.Total, note.Vat})
			var keys []gen.ReceiptLinesKey
			var sum int64
			for _, line := range note.Lines {
				keys = append(keys, line.Key)
				sum += line.Amount
			}
			require.Equal(t, tt.lines, keys)
			require.Equal(t, tt.total, sum, "the lines add up")
			tlv, err := base64.StdEncoding.DecodeString(note.Zatca)
			require.NoError(t, err)
			require.Contains(t, string(tlv), backAt.Format(time.RFC3339))
			require.Contains(t, string(tlv), tt.code)
		})
	}
}
