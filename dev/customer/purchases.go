package customer

import (
	"context"
	"fmt"
	"net/http"
	"time"

	"selfcare/api/gen"
)

// Buyer is a signed-in customer who buys something outside an order.
type Buyer struct{ *Customer }

// purchasePoll is how often a customer polls a purchase that is under way.
const purchasePoll = 200 * time.Millisecond

// Buy starts a purchase, passes the bank's page if there is one, and waits for its end.
func (c Buyer) Buy(ctx context.Context, in gen.StartPurchase) (gen.Purchase, error) {
	return c.pursue(ctx, "/purchases", in)
}

// KeepCard saves a card in the account.
func (c Buyer) KeepCard(ctx context.Context, card string) (gen.Purchase, error) {
	token, err := c.cards.Token(ctx, card)
	if err != nil {
		return gen.Purchase{}, err
	}
	return c.pursue(ctx, "/users/current/cards", map[string]string{"cardToken": token})
}

func (c Buyer) pursue(ctx context.Context, path string, in any) (gen.Purchase, error) {
	var answer struct{ Data gen.Purchase }
	if err := c.Call(ctx, http.MethodPost, path, in, &answer); err != nil {
		return answer.Data, err
	}
	return c.Follow(ctx, answer.Data)
}

// Follow passes the bank's page if there is one, and waits for the end of a purchase. A held one is retried by the agent, if
// there is one.
func (c Buyer) Follow(ctx context.Context, begun gen.Purchase) (gen.Purchase, error) {
	answer := struct{ Data gen.Purchase }{begun}
	passed := false
	for !over(answer.Data) {
		if p := answer.Data.Payment; !passed && p != nil && p.ChallengeUrl != nil {
			passed = true
			if err := c.cards.PassChallenge(ctx, *p.ChallengeUrl); err != nil {
				return answer.Data, err
			}
		}
		if answer.Data.Status == gen.PurchaseStatusHeld && c.Agent != nil {
			if err := c.Agent.RetryHeld(ctx, string(gen.CaseKindPurchase), answer.Data.Id); err != nil {
				return answer.Data, err
			}
		}
		select {
		case <-ctx.Done():
			return answer.Data, fmt.Errorf("purchase %s is still %s: %w", answer.Data.Number, answer.Data.Status, ctx.Err())
		case <-time.After(purchasePoll):
		}
		if err := c.Call(ctx, http.MethodGet, "/purchases/"+answer.Data.Id, nil, &answer); err != nil {
			return answer.Data, err
		}
	}
	return answer.Data, nil
}

func over(p gen.Purchase) bool {
	return p.Status == gen.PurchaseStatusCompleted || p.Status == gen.PurchaseStatusFailed
}

// Recharge recharges the balance by an amount in halalas, with a typed card.
func (c Buyer) Recharge(ctx context.Context, amount int64, card string) (gen.Purchase, error) {
	token, err := c.cards.Token(ctx, card)
	if err != nil {
		return gen.Purchase{}, err
	}
	in := gen.StartPurchase{Kind: gen.StartPurchaseKindRecharge, Amount: &amount}
	in.Pay.Way, in.Pay.CardToken = gen.PaymentMethodCard, &token
	return c.Buy(ctx, in)
}

// RechargeWith recharges the balance with a saved card.
func (c Buyer) RechargeWith(ctx context.Context, amount int64, cardID string) (gen.Purchase, error) {
	in := gen.StartPurchase{Kind: gen.StartPurchaseKindRecharge, Amount: &amount}
	in.Pay.Way, in.Pay.CardId = gen.PaymentMethodSavedCard, &cardID
	return c.Buy(ctx, in)
}

// BuyData buys a data pack from the balance.
func (c Buyer) BuyData(ctx context.Context, packID string) (gen.Purchase, error) {
	in := gen.StartPurchase{Kind: gen.StartPurchaseKindDataRecharge, DataPackId: &packID}
	in.Pay.Way = gen.PaymentMethodBalance
	return c.Buy(ctx, in)
}

// UseVoucher recharges with a voucher.
func (c Buyer) UseVoucher(ctx context.Context, code string) (gen.Purchase, error) {
	in := gen.StartPurchase{Kind: gen.StartPurchaseKindVoucher, Voucher: &code}
	in.Pay.Way = gen.PaymentMethodVoucher
	return c.Buy(ctx, in)
}

// SavedCards lists the saved cards.
func (c Buyer) SavedCards(ctx context.Context) ([]gen.SavedCard, error) {
	var answer struct{ Data []gen.SavedCard }
	err := c.Call(ctx, http.MethodGet, "/users/current/cards", nil, &answer)
	return answer.Data, err
}

// Balance is that of the main line, in halalas.
func (c Buyer) Balance(ctx context.Context) (int64, error) {
	var answer struct{ Data gen.Dashboard }
	err := c.Call(ctx, http.MethodGet, "/dashboard", nil, &answer)
	return answer.Data.Balance.Amount, err
}
