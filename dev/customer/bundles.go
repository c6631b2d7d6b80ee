package customer

import (
	"context"
	"net/http"

	"selfcare/api/gen"
)

// Shopper is a buyer who adds something to a line.
type Shopper struct{ Buyer }

// BuyBundles buys bundles from the balance, for the line or as a gift for another number, and waits for the result.
func (c Shopper) BuyBundles(ctx context.Context, gift string, ids ...string) (gen.Purchase, error) {
	in := map[string]any{"bundles": chosen(ids), "pay": map[string]string{"way": string(gen.PaymentMethodBalance)}}
	if gift != "" {
		in["gift"] = gift
	}
	var answer struct{ Data gen.Purchase }
	if err := c.callVersion(ctx, http.MethodPost, "/purchase/bundle", "v3", in, &answer); err != nil {
		return answer.Data, err
	}
	return c.Follow(ctx, answer.Data)
}

func chosen(ids []string) []map[string]string {
	all := make([]map[string]string, len(ids))
	for i, id := range ids {
		all[i] = map[string]string{"id": id}
	}
	return all
}

// Bundles lists those on sale of a category, in the order of the shop.
func (c Shopper) Bundles(ctx context.Context, category string) ([]gen.Bundle, error) {
	var answer gen.BundlePage
	err := c.Call(ctx, http.MethodGet, "/bundles?category="+category, nil, &answer)
	return answer.Items, err
}

// Allowances returns the line's allowances of each type, from the dashboard.
func (c Shopper) Allowances(ctx context.Context) (map[string]int64, error) {
	var answer gen.GetDashboardAnswer
	if err := c.Call(ctx, http.MethodGet, "/dashboard", nil, &answer); err != nil {
		return nil, err
	}
	left := map[string]int64{}
	for _, bucket := range answer.Data.Consumption {
		if bucket.Total != nil {
			left[bucket.Type] += *bucket.Total - bucket.Used
		}
	}
	return left, nil
}

// BuyLater buys a bundle from the balance for a later day, and returns it as it waits.
func (c Shopper) BuyLater(ctx context.Context, id, day string) (gen.Purchase, error) {
	in := map[string]any{
		"bundles": chosen([]string{id}), "pay": map[string]string{"way": string(gen.PaymentMethodBalance)},
		"options": map[string]any{"activateLater": true, "effectiveDate": day},
	}
	var answer struct{ Data gen.Purchase }
	err := c.callVersion(ctx, http.MethodPost, "/purchase/bundle", "v3", in, &answer)
	return answer.Data, err
}

// MoveActivation moves a scheduled purchase to another day.
func (c Shopper) MoveActivation(ctx context.Context, id, day string) (gen.Purchase, error) {
	var answer struct{ Data gen.Purchase }
	err := c.Call(ctx, http.MethodPut, "/purchases/"+id+"/activation", map[string]string{"effectiveDate": day}, &answer)
	return answer.Data, err
}

// CancelActivation cancels a scheduled purchase, and waits for its refund.
func (c Shopper) CancelActivation(ctx context.Context, id string) (gen.Purchase, error) {
	var answer struct{ Data gen.Purchase }
	if err := c.Call(ctx, http.MethodDelete, "/purchases/"+id+"/activation", nil, &answer); err != nil {
		return answer.Data, err
	}
	return c.Follow(ctx, answer.Data)
}
