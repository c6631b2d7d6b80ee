package message_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	messageacts "selfcare/activities/message"
	"selfcare/dev/testkit/fixture"
	"selfcare/dev/testkit/pdftext"
	"selfcare/internal/contract"
	"selfcare/internal/domain/bill"
	"selfcare/internal/domain/calendar"
	"selfcare/internal/gateway/messages"
	"selfcare/internal/store"
	linestore "selfcare/internal/store/line"
	"selfcare/internal/store/outbox"
	"selfcare/internal/store/purchase"
	"selfcare/internal/store/storetest"
)

// lettersOf sends a notice twice, and returns its attachments by channel, which must be the same.
func lettersOf(t *testing.T, s *store.Store, in contract.Notice) map[string][]messages.Attachment {
	t.Helper()
	var sent [2]map[string][]messages.Attachment
	for i := range sent {
		out := &sender{}
		receipts := messageacts.WithReceipts(messageacts.NewReceipts(s))
		require.NoError(t, messageacts.New(out, noAccounts{}, nil, links, ours{}, receipts).NotifyCustomer(ctx, in))
		sent[i] = map[string][]messages.Attachment{}
		for _, m := range out.sent {
			sent[i][m.Channel] = m.Attachments
		}
	}
	require.Equal(t, sent[0], sent[1], "a repeat brings the same bytes")
	return sent[0]
}

// printed returns the text of the only attachment of a letter.
func printed(t *testing.T, attached []messages.Attachment, name string) string {
	t.Helper()
	require.Len(t, attached, 1)
	require.Equal(t, []string{name, "application/pdf"}, []string{attached[0].Name, attached[0].MediaType})
	require.Less(t, len(attached[0].Content), messages.LargestAttachments/4)
	var text []string
	for _, page := range pdftext.Lines(t, attached[0].Content) {
		text = append(text, page...)
	}
	return strings.Join(text, "\n")
}

func paidOrder(t *testing.T, s *store.Store) contract.Order {
	t.Helper()
	o := storetest.FullOrder()
	o.Contact.Verified = []contract.Channel{contract.ByEmail}
	o.Price = &contract.Price{
		Lines: []contract.PriceLine{{Key: contract.LinePlan, Amount: 9000}, {Key: contract.LineDelivery, Amount: 2500}}, Total: 11500, VAT: 1500, PinnedAt: o.CreatedAt,
	}
	o.Payments = []contract.Payment{{ID: uuid.NewString(), Status: contract.PaymentPaid, Amount: 11500, Brand: "MADA", Last4: "0015", At: o.CreatedAt}}
	return storetest.Opened(t, s, o)
}

func TestReceipt_PaidOrder_ComesWithLetter(t *testing.T) {
	_, s := storetest.Database(t)
	o := paidOrder(t, s)
	in := linked("order-placed", "en")
	in.Opens, in.Invoice = o.ID, true
	attached := lettersOf(t, s, in)
	require.Empty(t, attached[messages.SMS])
	said := printed(t, attached[messages.Email], "tax-invoice-"+o.Number+".pdf")
	for _, part := range []string{o.Number, "Hawakom 90", "115.00", "15.00", "mada", "0015", "300000000000003"} {
		require.Contains(t, said, part)
	}
	for _, secret := range []string{o.Person.IDNumber, o.Contact.Mobile, o.SIM.ICCID, o.SIM.PUK1, "Tahlia"} {
		require.NotContains(t, said, secret)
	}
	in.Language = "ar"
	require.Contains(t, printed(t, lettersOf(t, s, in)[messages.Email], "tax-invoice-"+o.Number+".pdf"), "هواكم 90")

	for name, spoil := range map[string]func(n *contract.Notice){
		"a later letter about it": func(n *contract.Notice) { n.Template = "order-dispatched" },
		"not paid yet":            func(n *contract.Notice) { n.Invoice = false },
	} {
		other := in
		spoil(&other)
		require.Empty(t, lettersOf(t, s, other)[messages.Email], name)
	}
}

func TestReceipt_UnprovedEmail_HasNone(t *testing.T) {
	_, s := storetest.Database(t)
	o := paidOrder(t, s)
	o.Contact.Verified = []contract.Channel{contract.ByMobile}
	o.Seq++
	require.NoError(t, s.Orders.Save(ctx, o))
	in := linked("order-placed", "en")
	in.Opens, in.Invoice, in.Email = o.ID, true, o.Contact.Email
	require.Empty(t, lettersOf(t, s, in)[messages.Email], "the address may belong to a stranger")
	in.Email = "confirmed@example.sa"
	require.Len(t, lettersOf(t, s, in)[messages.Email], 1, "the account has confirmed this address")
}

func TestReceipt_Recharge_ComesWithLetter(t *testing.T) {
	_, s := storetest.Database(t)
	at := time.Date(2026, 11, 20, 9, 30, 0, 0, time.UTC)
	line, err := s.Lines.Add(ctx, linestore.Line{MSISDN: "0570000001", Kind: linestore.Voice, Type: "prepaid", PlanID: "none", Person: contract.Person{IDNumber: "1000000008"}}, at)
	require.NoError(t, err)
	p := contract.Purchase{
		ID: uuid.NewString(), Number: "PU00000001", Kind: contract.PurchaseRecharge, Way: contract.PayCard, UserID: uuid.NewString(), LineID: line, PayerLineID: line,
		Amount: 5000, Total: 5750, VAT: 750, Stage: contract.PurchaseCompleted, CreatedAt: at, CompletedAt: at,
		Payment: &contract.Payment{ID: uuid.NewString(), Status: contract.PaymentPaid, Amount: 5750, Brand: "VISA", Last4: "4242", At: at},
	}
	require.NoError(t, s.Purchases.Open(ctx, p, purchase.Opening{}))
	in := notice()
	in.OrderID, in.Template, in.Invoice, in.Params = p.ID, "recharged", true, map[string]string{"amount": "50.00", "purchase": p.Number}
	said := printed(t, lettersOf(t, s, in)[messages.Email], "tax-invoice-PU00000001.pdf")
	for _, part := range []string{"57.50", "7.50", "4242"} {
		require.Contains(t, said, part)
	}
}

func TestReceipt_Bill_MasksTheNumber(t *testing.T) {
	db, s := storetest.Database(t)
	since := time.Date(2026, 10, 15, 0, 0, 0, 0, calendar.Riyadh)
	storetest.Exec(t, db, "INSERT INTO plan_categories (key, name_en, name_ar, position) VALUES ('postpaid', 'Postpaid', 'مفوتر', 0)")
	storetest.Exec(t, db, `INSERT INTO plans (id, external_id, name_en, name_ar, price, subscription_type, category, validity_days, cycle_months, position, items)
		VALUES ('postpaid-200', 'P-200', 'Postpaid 200', 'مفوتر 200', 20000, 'postpaid', 'postpaid', 30, 1, 0, '[]')`)
	line, err := s.Lines.Add(ctx, linestore.Line{MSISDN: "0570000001", Kind: linestore.Voice, Type: "postpaid", PlanID: "postpaid-200", Person: contract.Person{IDNumber: "1000000008"}}, since)
	require.NoError(t, err)
	until := since.AddDate(0, 1, 0)
	issued, owes := bill.Rated(bill.Invoice{
		ID: storetest.NewID(), LineID: line, Period: "2026-11", From: since, Until: until, IssuedAt: until.Add(time.Hour), DueAt: until.AddDate(0, 0, 15),
	}, []bill.Charge{{Item: "plan", PlanID: "postpaid-200", Quantity: 1, From: since, Until: until, Amount: 23000}}, 15)
	require.True(t, owes)
	require.NoError(t, s.InTx(ctx, func(q *store.Tx) error {
		issued, err = q.Invoices.Issue(ctx, issued, until, until.AddDate(0, 0, 3))
		return err
	}))

	in := notice()
	in.OrderID, in.Template, in.Bill, in.Opens = issued.ID, "bill-issued", issued.ID, ""
	said := printed(t, lettersOf(t, s, in)[messages.Email], "tax-invoice-"+issued.Number+".pdf")
	require.Contains(t, said, "Postpaid 200")
	require.Contains(t, said, "230.00")
	require.NotContains(t, said, "0570000001")
	in.Template = "bill-due"
	require.Empty(t, lettersOf(t, s, in)[messages.Email])
}

// broken makes no receipt, and counts the letters without one.
type broken struct{ missing int }

func (*broken) Of(context.Context, contract.Notice, string) ([]messages.Attachment, error) {
	return nil, errors.New("no font")
}

func (b *broken) ReceiptMissing() { b.missing++ }

func TestReceipt_CannotBeMade_LetterGoes(t *testing.T) {
	out, b := &sender{}, &broken{}
	in := linked("order-placed", "en")
	in.Invoice = true
	require.NoError(t, messageacts.New(out, noAccounts{}, nil, links, ours{}, messageacts.WithReceipts(b, b)).NotifyCustomer(ctx, in))
	require.Equal(t, []string{messages.SMS, messages.Email}, channels(out.sent))
	require.Contains(t, out.sent[1].Text, "/receipt", "the link leads to it")
	require.Equal(t, 1, b.missing)
}

// A receipt that bounces, and an SMS to a landline: the other text arrives, and the order and support learn which one did not.
func TestDeliverMessages_PaidOrderUnreached_OtherTextArrives(t *testing.T) {
	for unreached, reached := range map[string]string{messages.Email: messages.SMS, messages.SMS: messages.Email} {
		t.Run(unreached, func(t *testing.T) {
			s := newShop(t)
			o := paidOrder(t, s.Store)
			in := linked("order-placed", "en")
			in.OrderID, in.Opens, in.Invoice = o.ID, o.ID, true
			s.queues(in)
			out := &sender{failing: map[string]error{unreached: fixture.RefusedWith(messages.AddressInvalid)}}
			for range 2 {
				s.run(messageacts.New(out, noAccounts{}, s.Store.Outbox, links, s.Store.Proposals, messageacts.WithReceipts(messageacts.NewReceipts(s.Store))))
			}
			require.ElementsMatch(t, []string{unreached, reached}, channels(out.sent), "each text once")
			for _, text := range out.sent {
				require.Equal(t, text.Channel == messages.Email, len(text.Attachments) == 1, "the letter has the receipt")
			}
			all := s.messagesOf(o.ID)
			require.Len(t, all, 1)
			require.Equal(t, outbox.MessageSent, all[0].State)
			require.Equal(t, map[string]string{reached: outbox.MessageSent, unreached: outbox.MessageRefused}, all[0].Ways)
			ways, err := s.Store.Outbox.WaysUnreached(ctx, o.ID)
			require.NoError(t, err)
			require.Equal(t, []string{unreached}, ways)
		})
	}
}
