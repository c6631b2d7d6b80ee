package servertest

import (
	"context"
	"net/http"
	"time"

	"github.com/stretchr/testify/require"

	lineacts "selfcare/activities/line"
	"selfcare/api/gen"
	"selfcare/internal/contract"
)

const (
	StartReplacement = `{"kind":"sim-replacement","numberSource":"existing"}`
	StartMultiSIM    = `{"kind":"multisim","numberSource":"existing","simType":"physical"}`
)

// FakeLines plays the short workflows of lines.
type FakeLines struct {
	Switched, Deactivated []contract.SIMChangeInput
	Err                   error
	Books                 *lineacts.Activities
	Told                  []contract.FeatureOrder // orders to the network
	Begun                 contract.SettingChange  // the change without an answer of the network
}

// ChangeSetting does the first part of the workflow; networkSays does the rest.
func (p *FakeLines) ChangeSetting(ctx context.Context, in contract.SettingChange) (contract.SettingChange, error) {
	begun, err := p.Books.BeginSetting(ctx, contract.SettingChangeAt{At: contract.At{Now: time.Now()}, Change: in})
	if err != nil {
		return in, AsRefusal(err)
	}
	p.Told, p.Begun = append(p.Told, begun.Order), begun.Change
	return begun.Change, nil
}

func (p *FakeLines) SwitchPrimary(_ context.Context, in contract.SIMChangeInput) error {
	p.Switched = append(p.Switched, in)
	return p.Err
}

func (p *FakeLines) DeactivateSIM(_ context.Context, in contract.SIMChangeInput) error {
	p.Deactivated = append(p.Deactivated, in)
	return p.Err
}

func (r *Rig) StartOf(body string, headers ...Header) Started {
	r.T.Helper()
	got := r.Call(http.MethodPost, "/api/orders", body, append(headers, FreshKey())...)
	require.Equal(r.T, http.StatusCreated, got.StatusCode, string(got.Body))
	answer := Decoded[struct {
		OrderSessionID string    `json:"orderSessionId"`
		Order          gen.Order `json:"order"`
	}](r.T, got)
	return Started{answer.Order.Id, answer.OrderSessionID}
}

func (r *Rig) LineID(msisdn string) string {
	r.T.Helper()
	found, err := r.Store.Lines.ByNumber(r.T.Context(), msisdn)
	require.NoError(r.T, err)
	return found.ID
}

func (r *Rig) Exec(statement string, args ...any) {
	r.T.Helper()
	_, err := r.DB.NewRaw(statement, args...).Exec(r.T.Context())
	require.NoError(r.T, err)
}
