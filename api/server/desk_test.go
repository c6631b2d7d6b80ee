package server_test

import (
	"context"
	"net/http"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"selfcare/api/gen"
	"selfcare/api/server"
	"selfcare/internal/contract"
	"selfcare/internal/domain/order"
	"selfcare/internal/flow"
)

// fakeAttempts answers with what the test has put there.
type fakeAttempts struct {
	standing flow.Standing
	tried    []flow.Attempt
}

func (f *fakeAttempts) Of(context.Context, string) (flow.Standing, []flow.Attempt) {
	return f.standing, f.tried
}

type caseList struct {
	Items  []gen.SupportCase
	Counts []gen.CaseCount
	Next   string
}

type caseDetail struct{ Data gen.CaseDetail }

// desk is a rig with an agent, whose workflows resolve orders as the real ones do.
type desk struct {
	*rig
	attempts *fakeAttempts
	agent    header
}

func newDesk(t *testing.T, changes ...func(*server.Options)) *desk {
	t.Helper()
	return deskOn(t, newRig, changes...)
}

// newSeededDesk is a desk on a database with the development data.
func newSeededDesk(t *testing.T) *desk {
	t.Helper()
	return deskOn(t, newSeededRig)
}

func deskOn(t *testing.T, newRig func(testing.TB, ...func(*server.Options)) *rig, changes ...func(*server.Options)) *desk {
	t.Helper()
	attempts := &fakeAttempts{standing: flow.StandingRunning}
	d := &desk{attempts: attempts, rig: newRig(t, append(changes, func(o *server.Options) { o.Attempts = attempts })...)}
	d.flow.decide = func(o contract.Order, update string, arg any) (contract.Order, error) {
		decision, is := arg.(contract.Resolution)
		if !is {
			return o, nil
		}
		if err := order.ValidateResolution(o, decision); err != nil {
			return o, err
		}
		return order.Resumed(o, decision), nil
	}
	d.agent = bearer(d.signedIn("agent@selfcare.example", "support"))
	return d
}

// stuck is a paid order whose parcel the courier does not take.
func (d *desk) stuck(since time.Duration) started {
	d.t.Helper()
	o := d.start()
	d.put(o, func(full *contract.Order) {
		full.Stage = contract.StageHeld
		full.Held = &contract.Held{
			FailureCode: contract.FailCourierRefused, Work: contract.WorkShip, From: contract.StagePreparing, Since: time.Now().Add(-since).UTC(),
		}
		full.Booking = &contract.Booking{MSISDN: "0570000123", Category: "gold", Price: 50000}
		full.Person = &contract.Person{IDNumber: ownerID, Nationality: "SA", BirthDate: "1990-03-05"}
		full.Contact = &contract.Contact{FullName: "Noura", Email: "noura@selfcare.example", Mobile: "0551234567"}
		full.SIM = &contract.SIM{ICCID: "8996601000000000004", PUK1: "12345678"}
		full.Delivery = &contract.Delivery{Method: contract.DeliverHome, Address: &contract.Address{City: "riyadh", Area: "Olaya", Street: "King Fahd", BuildingNumber: "7421"}}
		full.Payments = []contract.Payment{{ID: uuid.NewString(), Status: contract.PaymentPaid, Amount: 10500, Brand: "MADA", Last4: "4242", At: time.Now()}}
	})
	return o
}

// decided is how many decisions reached an order.
func (d *desk) decided() (count int) {
	for _, update := range d.flow.sentUpdates() {
		if update.name == contract.UpdateResolve {
			count++
		}
	}
	return count
}

func (d *desk) cases(query string, headers ...header) caseList {
	d.t.Helper()
	got := d.call(http.MethodGet, "/api/support/cases"+query, "", append([]header{d.agent}, headers...)...)
	require.Equal(d.t, http.StatusOK, got.StatusCode, string(got.body))
	return decoded[caseList](d.t, got)
}

func (d *desk) detail(kind, id string, headers ...header) gen.CaseDetail {
	d.t.Helper()
	got := d.call(http.MethodGet, "/api/support/cases/"+kind+"/"+id, "", append([]header{d.agent}, headers...)...)
	require.Equal(d.t, http.StatusOK, got.StatusCode, string(got.body))
	return decoded[caseDetail](d.t, got).Data
}

func (d *desk) preview(kind, id, body string, headers ...header) gen.CasePreview {
	d.t.Helper()
	got := d.call(http.MethodPost, "/api/support/cases/"+kind+"/"+id+"/preview", body, append([]header{d.agent}, headers...)...)
	require.Equal(d.t, http.StatusOK, got.StatusCode, string(got.body))
	return decoded[struct{ Data gen.CasePreview }](d.t, got).Data
}

func (d *desk) resolve(as header, kind, id, action, seen string, more ...string) answer {
	d.t.Helper()
	body := `{"action":"` + action + `","note":"looked into it","seen":"` + seen + `"`
	for _, part := range more {
		body += "," + part
	}
	return d.call(http.MethodPost, "/api/support/cases/"+kind+"/"+id+"/resolution", body+"}", as, d.key())
}
