package customer

import (
	"context"
	"net/http"

	"selfcare/api/gen"
)

// MayTransfer returns the credit that the line can transfer.
func (c Buyer) MayTransfer(ctx context.Context) (gen.TransferOptions, error) {
	var answer struct{ Data gen.TransferOptions }
	err := c.Call(ctx, http.MethodGet, "/users/current/transfer/options", nil, &answer)
	return answer.Data, err
}

// AskForTransferCode requests the code of a credit transfer.
func (c Buyer) AskForTransferCode(ctx context.Context, to string, amount int64) error {
	in := gen.RequestTransferCodeJSONRequestBody{Kind: gen.RequestTransferCodeJSONBodyKindLocal, ToMobile: to, Amount: &amount}
	return c.Call(ctx, http.MethodPost, "/users/current/transfer/code", in, nil)
}

// ReceiveTransferCode is AskForTransferCode, and reads the code on the phone.
func (c Buyer) ReceiveTransferCode(ctx context.Context, to string, amount int64) (string, error) {
	return c.Phone.next(ctx, *c.Order.Msisdn, func() error { return c.AskForTransferCode(ctx, to, amount) })
}

// TransferCredit transfers an amount in halalas to another line, with its code, and waits for the result.
func (c Buyer) TransferCredit(ctx context.Context, to string, amount int64, code string) (gen.Purchase, error) {
	in := gen.TransferBalanceJSONRequestBody{Amount: amount, ToMobile: to, Otp: code}
	return c.pursue(ctx, "/users/transfer-balance-new", in)
}

// Transfers lists the latest transfers of the line, sent and received.
func (c Buyer) Transfers(ctx context.Context) ([]gen.Transfer, error) {
	var answer struct{ Data gen.TransferOverview }
	err := c.Call(ctx, http.MethodGet, "/users/current/transfer/overview", nil, &answer)
	return answer.Data.Latest, err
}
