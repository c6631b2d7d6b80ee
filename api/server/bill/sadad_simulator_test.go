package bill_test

import (
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/api/gen"
	"selfcare/api/servertest"
	"selfcare/dev/simulator"
)

// bankSide is the SADAD simulator connected to a rig.
type bankSide struct {
	*servertest.Rig
	control string
}

func withBanks(r *servertest.Rig) *bankSide {
	r.T.Helper()
	cfg := simulator.Defaults()
	cfg.Log, cfg.StateDir, cfg.CallbackBase = nil, r.T.TempDir(), r.Listen()+"/api/webhooks"
	cfg.Secrets.SADAD = r.Options.WebhookSecrets["sadad"]
	sim, err := simulator.New(cfg)
	require.NoError(r.T, err)
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- sim.Run(ctx) }()
	web := httptest.NewServer(sim.Handler())
	r.T.Cleanup(func() {
		web.Close()
		cancel()
		require.NoError(r.T, <-ended)
		require.NoError(r.T, sim.Close())
	})
	return &bankSide{r, web.URL + "/control/"}
}

func (b *bankSide) does(command, body string) {
	b.T.Helper()
	require.Equal(b.T, http.StatusNoContent, b.Send(http.MethodPost, b.control+command, body).StatusCode)
}

// bankCall is a call-back as the simulator lists it.
type bankCall struct {
	Type       string
	State      string
	LastStatus int
	LastAnswer json.RawMessage
}

// answered waits until the simulator has sent n call-backs of a type and returns the last one's outcome.
func (b *bankSide) answered(kind string, n int) (last bankCall) {
	b.T.Helper()
	require.Eventually(b.T, func() bool {
		var list struct{ Items []bankCall }
		if json.NewDecoder(b.Send(http.MethodGet, b.control+"callbacks?system=sadad", "").Body).Decode(&list) != nil {
			return false
		}
		done := 0
		for _, c := range list.Items { // the newest first
			if c.Type != kind || c.State == "waiting" {
				continue
			}
			if done++; done == 1 {
				last = c
			}
		}
		return done == n
	}, time.Minute, 20*time.Millisecond)
	return last
}

// The simulator and the product use the same format: a bank asks, the payer pays a part, then the rest, and a repeat counts once.
func TestSADAD_Simulator_KeepsOurContract(t *testing.T) {
	r := servertest.New(t)
	bill, token := r.Bill()
	b := withBanks(r)
	named := `{"reference":"` + bill.Reference + `"`
	b.does("sadad/enquiries", named+`}`)
	asked := b.answered("bill.enquired", 1)
	var said gen.BillEnquiry
	require.NoError(t, json.Unmarshal(asked.LastAnswer, &said))
	require.Equal(t, bill.Left, said.Left)

	b.does("sadad/payments", named+`,"amount":1150,"doubled":true,"paymentId":"bank-part"}`)
	require.Equal(t, http.StatusNoContent, b.answered("bill.paid", 1).LastStatus)
	require.Equal(t, int64(20_000), r.Bills(token).Left)
	b.does("sadad/payments", named+`,"amount":500,"forged":true}`)
	require.Equal(t, http.StatusUnauthorized, b.answered("bill.paid", 2).LastStatus)
	require.Equal(t, int64(20_000), r.Bills(token).Left)

	b.does("sadad/enquiries", named+`}`)
	b.answered("bill.enquired", 2)
	b.does("sadad/payments", named+`}`)
	require.Equal(t, "delivered", b.answered("bill.paid", 3).State)
	require.Equal(t, gen.InvoiceStatusPaid, r.Bills(token).Invoices.Items[0].Status)
	b.does("sadad/payments/bank-part/repeat", `{}`)
	require.Equal(t, http.StatusNoContent, b.answered("bill.paid", 4).LastStatus)
	require.Empty(t, sadadPayments(r, r.SignedIn("support@selfcare.example", "support"), ""), "no call-back was sent twice")
	b.does("sadad/enquiries", `{"reference":"2026000000017"}`)
	require.Equal(t, http.StatusNotFound, b.answered("bill.enquired", 3).LastStatus)
}
