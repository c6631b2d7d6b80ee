package customer

import (
	"context"
	"net/http"

	"selfcare/api/gen"
)

// Bills returns the open amount of a postpaid line, and its bills.
func (c Buyer) Bills(ctx context.Context) (gen.PostpaidOverview, error) {
	var answer struct{ Data gen.PostpaidOverview }
	err := c.Call(ctx, http.MethodGet, "/postpaid/overview", nil, &answer)
	return answer.Data, err
}

// Bill returns a bill with its services and payments.
func (c Buyer) Bill(ctx context.Context, id string) (gen.InvoiceDetail, error) {
	var answer struct{ Data gen.InvoiceDetail }
	err := c.Call(ctx, http.MethodGet, "/postpaid/invoices/"+id, nil, &answer)
	return answer.Data, err
}

// PayBill pays a part of a bill, in halalas, by a typed card; zero pays the open amount.
func (c Buyer) PayBill(ctx context.Context, id string, part int64, card string) (gen.Purchase, error) {
	token, err := c.cards.Token(ctx, card)
	if err != nil {
		return gen.Purchase{}, err
	}
	in := gen.PayInvoice{Pay: gen.PurchasePay{Way: gen.PaymentMethodCard, CardToken: &token}}
	if part > 0 {
		in.Amount = &part
	}
	return c.pursue(ctx, "/postpaid/invoices/"+id+"/payments", in)
}
