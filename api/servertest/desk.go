package servertest

import (
	"context"
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/api/gen"
	"selfcare/api/server"
	"selfcare/internal/contract"
	"selfcare/internal/domain/order"
	"selfcare/internal/flow"
)

// FakeAttempts answers with the values that the test sets.
type FakeAttempts struct {
	Standing flow.Standing
	Tried    []flow.Attempt
}

func (f *FakeAttempts) Of(context.Context, string) (flow.Standing, []flow.Attempt) {
	return f.Standing, f.Tried
}

type CaseList struct {
	Items  []gen.SupportCase
	Counts []gen.CaseCount
	Next   string
}

type CaseDetail struct{ Data gen.CaseDetail }

// Desk is a rig with an agent, whose workflows resolve orders as the real ones do.
type Desk struct {
	*Rig
	Attempts *FakeAttempts
	Agent    Header
}

func NewDesk(t *testing.T, changes ...func(*server.Options)) *Desk {
	t.Helper()
	return DeskOn(t, New, changes...)
}

func DeskOn(t *testing.T, newRig func(testing.TB, ...func(*server.Options)) *Rig, changes ...func(*server.Options)) *Desk {
	t.Helper()
	attempts := &FakeAttempts{Standing: flow.StandingRunning}
	d := &Desk{Attempts: attempts, Rig: newRig(t, append(changes, func(o *server.Options) { o.Attempts = attempts })...)}
	d.Flow.Decide = func(o contract.Order, update string, arg any) (contract.Order, error) {
		decision, is := arg.(contract.Resolution)
		if !is {
			return o, nil
		}
		if err := order.ValidateResolution(o, decision); err != nil {
			return o, err
		}
		return order.Resumed(o, decision), nil
	}
	d.Agent = Bearer(d.SignedIn("agent@selfcare.example", "support"))
	return d
}

func (d *Desk) Cases(query string, headers ...Header) CaseList {
	d.T.Helper()
	got := d.Call(http.MethodGet, "/api/support/cases"+query, "", append([]Header{d.Agent}, headers...)...)
	require.Equal(d.T, http.StatusOK, got.StatusCode, string(got.Body))
	return Decoded[CaseList](d.T, got)
}

func (d *Desk) Detail(kind, id string, headers ...Header) gen.CaseDetail {
	d.T.Helper()
	got := d.Call(http.MethodGet, "/api/support/cases/"+kind+"/"+id, "", append([]Header{d.Agent}, headers...)...)
	require.Equal(d.T, http.StatusOK, got.StatusCode, string(got.Body))
	return Decoded[CaseDetail](d.T, got).Data
}
