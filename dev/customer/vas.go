package customer

import (
	"context"
	"net/http"

	"selfcare/api/gen"
)

const (
	servicesPath = "/vas-services/"
	version3     = "v3"
)

// ServicePage is a page of value-added services.
func (c Shopper) ServicePage(ctx context.Context, slug string) (gen.VasPage, error) {
	var answer struct{ Data gen.VasPage }
	err := c.callVersion(ctx, http.MethodGet, servicesPath+"pages/"+slug, version3, nil, &answer)
	return answer.Data, err
}

// ReceiveServiceCode requests the code of a subscription, and reads it on the phone.
func (c Shopper) ReceiveServiceCode(ctx context.Context, id string) (string, error) {
	return c.Phone.next(ctx, *c.Order.Msisdn, func() error {
		return c.callVersion(ctx, http.MethodPost, servicesPath+"code", version3, gen.RequestVasCodeJSONRequestBody{Id: id}, nil)
	})
}

// Subscribe begins a service with its code, and waits for the result.
func (c Shopper) Subscribe(ctx context.Context, id, code string) (gen.Purchase, error) {
	var answer struct{ Data gen.Purchase }
	in := gen.SubscribeVasJSONRequestBody{Id: id, Otp: code}
	if err := c.callVersion(ctx, http.MethodPost, servicesPath+"subscribe", version3, in, &answer); err != nil {
		return answer.Data, err
	}
	return c.Follow(ctx, answer.Data)
}

// Services lists the services of the line.
func (c Shopper) Services(ctx context.Context) ([]gen.PurchasedVas, error) {
	var answer struct{ Data []gen.PurchasedVas }
	err := c.callVersion(ctx, http.MethodGet, servicesPath+"purchased?availability=web", version3, nil, &answer)
	return answer.Data, err
}

// Unsubscribe ends a service.
func (c Shopper) Unsubscribe(ctx context.Context, id string) error {
	return c.callVersion(ctx, http.MethodPost, servicesPath+"unsubscribe", version3, gen.UnsubscribeVasJSONRequestBody{Id: id}, nil)
}

// BuyGame buys a game code from the balance, for an e-mail and the line's own number, and waits for the result.
func (c Shopper) BuyGame(ctx context.Context, denomination, email string, acceptsNoRefund bool) (gen.Purchase, error) {
	return c.pursue(ctx, "/purchases", gen.StartPurchase{
		Kind: gen.StartPurchaseKindGame, Pay: gen.PurchasePay{Way: gen.PaymentMethodBalance},
		Game: &gen.GameWanted{DenominationId: denomination, Email: email, Mobile: *c.Order.Msisdn, AcceptsNoRefund: &acceptsNoRefund},
	})
}
