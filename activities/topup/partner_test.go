package topup_test

import (
	"encoding/json"
	"errors"
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.temporal.io/sdk/temporal"

	topupacts "selfcare/activities/topup"
	"selfcare/dev/testkit/fixture"
	"selfcare/dev/testkit/partners"
	"selfcare/internal/contract"
	"selfcare/internal/gateway/topup/dtone"
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
	gateway, err := dtone.New(dtone.Config{
		URL: p.URL + "/v1", APIKey: p.Keys.TopUp, APISecret: p.Keys.TopUpSecret, Timeout: partners.Patience,
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

// sends tries a top-up until its outcome is known, as the workflow does.
func (o otherSide) sends(order contract.TopUpOrder) (sent contract.TopUpSent, err error) {
	o.t.Helper()
	require.Eventually(o.t, func() bool {
		sent, err = o.SendTopUp(ctx, order)
		var answer *temporal.ApplicationError
		return err == nil || errors.As(err, &answer) && answer.NonRetryable()
	}, time.Minute, 5*time.Millisecond)
	return sent, err
}

func TestPartner_LostAnswer_IsOneTopUp(t *testing.T) {
	o := newOtherSide(t)
	sent, err := o.sends(toNumber("7714"))
	require.NoError(t, err, "the answer never came, and was asked for")
	again, err := o.sends(toNumber("7714"))
	require.NoError(t, err)
	require.Equal(t, sent, again)
	require.EqualValues(t, 455, o.taken())
	found, err := o.FindTopUp(ctx, toNumber("7714"))
	require.NoError(t, err)
	require.Equal(t, &sent, found.Sent, "it cannot be called off any more")
}

func TestPartner_PageOrRedirect_SendsOnce(t *testing.T) {
	o := newOtherSide(t)
	_, err := o.sends(toNumber("7722"))
	require.NoError(t, err, "a page with status 200 hid the answer")
	require.EqualValues(t, 455, o.taken())
	o.Script("send", "moved")
	_, err = o.SendTopUp(ctx, toNumber("1111"))
	fixture.RequireRetry(t, err)
	_, err = o.sends(toNumber("1111"))
	require.NoError(t, err)
	require.EqualValues(t, 2*455, o.taken())
}

func TestPartner_TakenBack_IsTold(t *testing.T) {
	o := newOtherSide(t)
	sent, err := o.sends(toNumber("1111"))
	require.NoError(t, err)
	o.Control(http.MethodPost, "transactions/"+sent.Reference+"/become", `{"status":"reversed"}`)
	found, err := o.FindTopUp(ctx, toNumber("1111"))
	require.NoError(t, err)
	require.Equal(t, contract.TopUpFound{Reversed: true}, found)
	_, err = o.SendTopUp(ctx, toNumber("1111"))
	fixture.RequireRefusal(t, err, contract.FailInternationalReversed)
	require.Zero(t, o.taken())
}

func TestPartner_LostRequest_SentAgain(t *testing.T) {
	o := newOtherSide(t)
	o.Script("send", "timeout")
	_, err := o.SendTopUp(ctx, toNumber("1111"))
	fixture.RequireRetry(t, err)
	require.Zero(t, o.taken())
	_, err = o.sends(toNumber("1111"))
	require.NoError(t, err)
	require.EqualValues(t, 455, o.taken())
}

func TestPartner_EachRefusal_TakesNothing(t *testing.T) {
	o := newOtherSide(t)
	for digits, want := range map[string]contract.Code{
		"7711": contract.FailInternationalUnserved, "7712": contract.FailInternationalRefused, "7713": contract.FailInternationalProduct,
		"7718": contract.FailTopUpFunds, "7721": contract.FailInternationalCancelled,
	} {
		_, err := o.sends(toNumber(digits))
		fixture.RequireRefusal(t, err, want)
		found, err := o.FindTopUp(ctx, toNumber(digits))
		require.NoError(t, err)
		require.Equal(t, contract.TopUpFound{}, found)
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
