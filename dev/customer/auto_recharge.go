package customer

import (
	"context"
	"net/http"
	"strconv"

	"selfcare/api/gen"
)

const autoRechargePath = "/users/current/auto-recharge"

// AutoRecharge returns the auto-recharge of the line; nil if none is set up.
func (c Buyer) AutoRecharge(ctx context.Context) (*gen.AutoRecharge, error) {
	var answer struct{ Data gen.AutoRechargePlace }
	err := c.Call(ctx, http.MethodGet, autoRechargePath, nil, &answer)
	return answer.Data.AutoRecharge, err
}

// StartAutoRecharge sets up an auto-recharge.
func (c Buyer) StartAutoRecharge(ctx context.Context, in gen.StartAutoRecharge) (gen.AutoRecharge, error) {
	var answer struct{ Data gen.AutoRecharge }
	err := c.Call(ctx, http.MethodPost, autoRechargePath, in, &answer)
	return answer.Data, err
}

// ResumeAutoRecharge resumes a paused auto-recharge with another card.
func (c Buyer) ResumeAutoRecharge(ctx context.Context, cardID string) (gen.AutoRecharge, error) {
	var answer struct{ Data gen.AutoRecharge }
	err := c.Call(ctx, http.MethodPost, autoRechargePath+"/resume", map[string]string{"cardId": cardID}, &answer)
	return answer.Data, err
}

// EndAutoRecharge deletes the auto-recharge.
func (c Buyer) EndAutoRecharge(ctx context.Context) error {
	return c.Call(ctx, http.MethodDelete, autoRechargePath, nil, nil)
}

// BankRefuses makes the bank decline a sum, in halalas, a few times for payments without a present customer.
func (c Buyer) BankRefuses(ctx context.Context, total int64, times int) error {
	scenario := map[string]any{
		"operation": "charge", "outcome": "insufficient-funds", "times": times,
		"match": map[string]string{"source.3ds": "false", "amount": strconv.FormatInt(total, 10)},
	}
	return c.Phone.control(ctx, http.MethodPost, "payment/scenarios", scenario, nil)
}
