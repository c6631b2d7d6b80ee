package customer

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"net/http"

	"selfcare/api/gen"
)

// AnyNumberWithDues is like AnyForeignNumber, of a customer with an unpaid bill.
func AnyNumberWithDues() string { return fmt.Sprintf("055%03d6001", rand.IntN(1000)) }

// AnyForeignNumber is a made-up number of another operator. Its last four digits avoid those with a meaning for the
// clearing house's simulator (docs/simulators.md).
func AnyForeignNumber() string {
	return fmt.Sprintf("055%03d%04d", rand.IntN(1000), 7000+rand.IntN(3000))
}

// WantsPort makes the next order, of the kind already wanted, bring a number from another operator.
func (c *Customer) WantsPort() {
	c.wants = maps.Clone(c.wants)
	c.wants["numberSource"] = "port-in"
}

// BringNumber answers the step that brings a number along.
func (c *Customer) BringNumber(ctx context.Context, operator, msisdn string) error {
	return c.step(ctx, http.MethodPut, "port", map[string]any{"operator": operator, "msisdn": msisdn, "acceptTerms": true})
}

// CorrectPort asks the old operator again.
func (c *Customer) CorrectPort(ctx context.Context, correction gen.PortCorrection) error {
	return c.step(ctx, http.MethodPut, "port/correction", correction)
}
