package topup_test

import (
	"encoding/json"
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	topupacts "selfcare/activities/topup"
	"selfcare/dev/testkit/fixture"
	"selfcare/dev/testkit/partners"
	"selfcare/internal/contract"
	"selfcare/internal/gateway/topup"
)

// otherSide is the activities with the simulated partner.
type otherSide struct {
	*topupacts.Activities
	partners.Partner
	t *testing.T
}

func newOtherSide(t *testing.T) otherSide {
	t.Helper()
	p := partners.Start(t, "topup")
	gateway, err := topup.NewHTTP(topup.Config{
		URL: p.URL, APIKey: p.Keys.TopUp, APISecret: p.Keys.TopUpSecret, Timeout: partners.Patience,
	}, nil, p.Log)
	require.NoError(t, err)
	return otherSide{topupacts.New(gateway), p, t}
}

// taken is the sum that the partner took from our account.
func (o otherSide) taken() int64 {
	o.t.Helper()
	var answer struct{ Halalas int64 }
	require.NoError(o.t, json.Unmarshal(o.Control(http.MethodGet, "balance", ""), &answer))
	return 1_000_000 - answer.Halalas
}

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
	o.Script("send", "timeout")
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
	o.Control(http.MethodPost, "products/21511/withdraw", "")
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
