package customer

import (
	"context"
	"net/http"

	"selfcare/api/gen"
)

// StartFor begins an order about an existing line.
func (c *Customer) StartFor(ctx context.Context, kind string) error {
	in := map[string]string{"kind": kind, "numberSource": "existing"}
	if kind == string(gen.StartOrderKindMultisim) {
		in["simType"] = "physical"
	}
	var started struct {
		OrderSessionID string    `json:"orderSessionId"`
		Order          gen.Order `json:"order"`
	}
	if err := c.Call(ctx, http.MethodPost, "/orders", in, &started); err != nil {
		return err
	}
	c.Session, c.Order = started.OrderSessionID, started.Order
	return nil
}

// Replacement is the reason for another SIM, and the phone for an eSIM.
type Replacement struct {
	Reason      gen.ReplacementReason
	DeviceModel string
}

// LostSIM replaces a lost card with another card.
func LostSIM() Replacement { return Replacement{Reason: gen.Lost} }

// ToESIM replaces a card with an eSIM for a phone of this model.
func ToESIM(model string) Replacement {
	return Replacement{Reason: gen.ToEsim, DeviceModel: model}
}

// RequestReplacement names the number that needs another SIM, and the reason.
func (c *Customer) RequestReplacement(ctx context.Context, msisdn, code string, wanted Replacement) error {
	in := map[string]any{"msisdn": msisdn, "idNumber": c.who.IDNumber, "reason": wanted.Reason, "otp": code}
	if wanted.DeviceModel != "" {
		in["device"] = map[string]string{"model": wanted.DeviceModel}
	}
	return c.step(ctx, http.MethodPut, "replacement", in)
}

// NameExtraSIM names a further SIM.
func (c *Customer) NameExtraSIM(ctx context.Context, name string) error {
	return c.step(ctx, http.MethodPut, "multisim", map[string]string{"name": name})
}

// SIMs lists the SIMs of the main line.
func (c *Customer) SIMs(ctx context.Context) ([]gen.LineSim, error) {
	var info struct{ Data gen.SimInfo }
	err := c.callVersion(ctx, http.MethodGet, "/users/current/sim/info", "v3", nil, &info)
	return info.Data.Sims, err
}

// MakePrimary makes a SIM of the main line the primary one.
func (c *Customer) MakePrimary(ctx context.Context, simID, code string) error {
	return c.callVersion(ctx, http.MethodPost, "/users/current/multisim/switchprimary", "v3", map[string]string{"sim_id": simID, "otp": code}, nil)
}

// DeactivateSIM deactivates a further SIM of the main line.
func (c *Customer) DeactivateSIM(ctx context.Context, simID, code string) error {
	return c.callVersion(ctx, http.MethodPost, "/users/current/deactivate-sim", "v3", map[string]string{"sim_id": simID, "otp": code}, nil)
}
