package topup_test

import (
	"encoding/json"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	topupacts "selfcare/activities/topup"
	"selfcare/dev/simulator"
	"selfcare/dev/testkit/fixture"
	"selfcare/internal/contract"
	"selfcare/internal/gateway/topup"
)

// otherSide has the activities on the simulated partner, and its control API.
type otherSide struct {
	*topupacts.Activities
	t   *testing.T
	sim *simulator.Simulator
}

// patience is short, so that a test does not wait ten seconds for an answer that never comes.
const patience = 500 * time.Millisecond

func newOtherSide(t *testing.T) otherSide {
	t.Helper()
	cfg := simulator.Defaults()
	cfg.Log = slog.New(slog.DiscardHandler)
	sim, err := simulator.New(cfg)
	require.NoError(t, err)
	server := httptest.NewServer(sim.Handler())
	t.Cleanup(func() {
		sim.Release()
		server.Close()
		require.NoError(t, sim.Close())
	})
	gateway, err := topup.NewHTTP(topup.Config{
		URL: server.URL + "/topup", APIKey: cfg.Keys.TopUp, APISecret: cfg.Keys.TopUpSecret, Timeout: patience,
	}, nil, cfg.Log)
	require.NoError(t, err)
	return otherSide{topupacts.New(gateway), t, sim}
}

func (o otherSide) control(method, path, body string) (answer struct{ Halalas int64 }) {
	o.t.Helper()
	said := httptest.NewRecorder()
	o.sim.Handler().ServeHTTP(said, httptest.NewRequestWithContext(o.t.Context(), method, "/control/topup/"+path, strings.NewReader(body)))
	require.Less(o.t, said.Code, 300, said.Body.String())
	if said.Body.Len() > 0 {
		require.NoError(o.t, json.Unmarshal(said.Body.Bytes(), &answer))
	}
	return answer
}

// taken is the sum that the partner took from our account.
func (o otherSide) taken() int64 { return 1_000_000 - o.control(http.MethodGet, "balance", "").Halalas }

func toNumber(digits string) contract.TopUpOrder {
	return contract.TopUpOrder{PurchaseID: "p-" + digits, Mobile: "+91987654" + digits, ProductID: "21511"}
}

func TestPartner_LostAnswer_IsOneTopUp(t *testing.T) {
	o := newOtherSide(t)
	sent, err := o.SendTopUp(ctx, toNumber("7714"))
	require.NoError(t, err, "the answer never came, and was asked for")
	require.True(t, sent.Told)
	again, err := o.SendTopUp(ctx, toNumber("7714"))
	require.NoError(t, err)
	require.Equal(t, sent, again)
	require.EqualValues(t, 455, o.taken())
	found, err := o.FindTopUp(ctx, toNumber("7714"))
	require.NoError(t, err)
	require.Equal(t, &sent, found.Sent, "it cannot be called off any more")
}

func TestPartner_LostRequest_SentAgain(t *testing.T) {
	o := newOtherSide(t)
	o.control(http.MethodPost, "scenarios", `{"operation":"send","outcome":"timeout"}`)
	_, err := o.SendTopUp(ctx, toNumber("1111"))
	fixture.RequireRetry(t, err)
	require.Zero(t, o.taken())
	_, err = o.SendTopUp(ctx, toNumber("1111"))
	require.NoError(t, err)
	require.EqualValues(t, 455, o.taken())
}

func TestPartner_EachRefusal_TakesNothing(t *testing.T) {
	o := newOtherSide(t)
	for digits, want := range map[string]contract.Code{
		"7711": contract.FailInternationalUnserved, "7712": contract.FailInternationalRefused, "7713": contract.FailInternationalProduct,
		"7718": contract.FailTopUpFunds,
	} {
		_, err := o.SendTopUp(ctx, toNumber(digits))
		fixture.RequireRefusal(t, err, want)
		found, err := o.FindTopUp(ctx, toNumber(digits))
		require.NoError(t, err)
		require.Nil(t, found.Sent)
	}
	o.control(http.MethodPost, "products/21511/withdraw", "")
	_, err := o.SendTopUp(ctx, toNumber("1111"))
	fixture.RequireRefusal(t, err, contract.FailInternationalProduct)
	require.Zero(t, o.taken())
}

func TestPartner_PendingTopUp_SentOnce(t *testing.T) {
	o := newOtherSide(t)
	for range 2 {
		_, err := o.SendTopUp(ctx, toNumber("7716"))
		fixture.RequireRetry(t, err)
	}
	_, err := o.FindTopUp(ctx, toNumber("7716"))
	fixture.RequireRetry(t, err)
	require.EqualValues(t, 455, o.taken())
}
