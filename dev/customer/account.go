package customer

import (
	"context"
	"fmt"
	"net/http"
	"strings"

	"github.com/google/uuid"

	"selfcare/api/gen"
)

const accountPassword = "Acacia-2026"

// OpenDevice opens a session for a device without a sign-in.
func (c *Customer) OpenDevice(ctx context.Context) error {
	return c.entered(ctx, "/auth/device", map[string]string{"device_id": uuid.NewString()})
}

// entered makes a call that answers a token, and uses the token from then on.
func (c *Customer) entered(ctx context.Context, path string, in any) error {
	var answer struct {
		Data struct {
			AuthToken string `json:"auth_token"`
		} `json:"data"`
	}
	if err := c.Call(ctx, http.MethodPost, path, in, &answer); err != nil {
		return err
	}
	c.Token = answer.Data.AuthToken
	return nil
}

// ShowID proves the ID of a number for a source.
func (c *Customer) ShowID(ctx context.Context, msisdn string, source gen.OtpSource) error {
	in := map[string]any{"mobile_number": msisdn, "id_number": c.who.IDNumber, "source": source}
	return c.callVersion(ctx, http.MethodPost, "/auth/validate_id", "v3", in, nil)
}

// ReceiveCode requests a one-time code and reads it on the phone.
func (c *Customer) ReceiveCode(ctx context.Context, msisdn string, source gen.OtpSource) (string, error) {
	return c.Phone.next(ctx, msisdn, func() error {
		in := map[string]any{"otp": map[string]any{"mobile_number": msisdn, "source": source}}
		return c.callVersion(ctx, http.MethodPost, "/auth/otp", "v3", in, nil)
	})
}

// Register makes the number the main line of a new account, and signs in.
func (c *Customer) Register(ctx context.Context, msisdn string) error {
	if err := c.ShowID(ctx, msisdn, gen.OtpSourceRegister); err != nil {
		return err
	}
	code, err := c.ReceiveCode(ctx, msisdn, gen.OtpSourceRegister)
	if err != nil {
		return err
	}
	in := map[string]any{"otp": map[string]any{"mobile_number": msisdn, "source": gen.OtpSourceRegister, "otp": code}}
	if err := c.Call(ctx, http.MethodPost, "/auth/otp/validate", in, nil); err != nil {
		return err
	}
	email := fmt.Sprintf("customer-%s@example.sa", strings.ToLower(uuid.NewString()[:8]))
	return c.entered(ctx, "/users", map[string]any{"user": map[string]string{
		"email": email, "password": accountPassword, "password_confirmation": accountPassword,
	}})
}
