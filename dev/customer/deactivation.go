package customer

import (
	"context"
	"net/http"

	"selfcare/api/gen"
)

// Leaver is a signed-in customer who gives up a line.
type Leaver struct{ *Customer }

// Line returns the preview of the line's end, or its progress.
func (c Leaver) Line(ctx context.Context) (gen.LineToEnd, error) {
	var answer struct{ Data gen.LineToEnd }
	err := c.Call(ctx, http.MethodGet, "/users/current/deactivation", nil, &answer)
	return answer.Data, err
}

// Prove proves the line by its ID and a code.
func (c Leaver) Prove(ctx context.Context, msisdn string) error {
	code, err := c.ReceiveCode(ctx, msisdn, gen.OtpSourceDeactivateNumber)
	if err != nil {
		return err
	}
	in := map[string]any{"otp": map[string]any{"mobile_number": msisdn, "source": gen.OtpSourceDeactivateNumber, "otp": code}}
	if err := c.Call(ctx, http.MethodPost, "/auth/otp/validate", in, nil); err != nil {
		return err
	}
	return c.ShowID(ctx, msisdn, gen.OtpSourceDeactivateNumber)
}

// Deactivate gives the line up for a reason, with a second code.
func (c Leaver) Deactivate(ctx context.Context, msisdn, reason string) (gen.Deactivation, error) {
	var answer struct{ Data gen.Deactivation }
	code, err := c.ReceiveCode(ctx, msisdn, gen.OtpSourceConfirmDeactivation)
	if err != nil {
		return answer.Data, err
	}
	err = c.Call(ctx, http.MethodPost, "/users/current/deactivate-number", map[string]string{"reasonKey": reason, "otp": code}, &answer)
	return answer.Data, err
}

// Keep takes the deactivation back.
func (c Leaver) Keep(ctx context.Context) (gen.Deactivation, error) {
	var answer struct{ Data gen.Deactivation }
	err := c.Call(ctx, http.MethodPost, "/users/current/deactivation/undo", nil, &answer)
	return answer.Data, err
}
