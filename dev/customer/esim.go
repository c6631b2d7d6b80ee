package customer

import (
	"context"
	"net/http"

	"selfcare/api/gen"
)

// WantsESIM makes the next order one of an eSIM for a phone of this model.
func (c *Customer) WantsESIM(model string) {
	c.wants = map[string]any{"kind": "esim", "numberSource": "new", "device": map[string]string{"model": model}}
}

// AwaitActivationCode waits until the eSIM can be installed, or is already in service: a phone that installs it at
// once may be faster than the poll.
func (c *Customer) AwaitActivationCode(ctx context.Context) error {
	return c.Await(ctx, func(o gen.Order) bool { return o.Profile != nil && o.Profile.Lpa != nil || o.Stage == "active" })
}

// ReissueProfile requests another activation code.
func (c *Customer) ReissueProfile(ctx context.Context) error {
	return c.step(ctx, http.MethodPost, "profile/reissue", map[string]any{})
}
