package contracttest

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/dev/simulator/engine"
	simulated "selfcare/dev/simulator/topup"
	"selfcare/internal/contract"
	"selfcare/internal/gateway"
	"selfcare/internal/gateway/topup"
	"selfcare/internal/gateway/topup/dtone"
)

func topUps(t *testing.T, s stand) *dtone.Gateway {
	t.Helper()
	adapter, err := dtone.New(dtone.Config{URL: s.url + "/topup/v1", APIKey: s.keys.TopUp, APISecret: s.keys.TopUpSecret}, nil, quiet())
	require.NoError(t, err)
	return adapter
}

// paidIn returns the balance of our account there, in halalas.
func (s stand) paidIn(t *testing.T) int64 {
	t.Helper()
	answer := httptest.NewRecorder()
	s.systems.ServeHTTP(answer, httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/control/topup/balance", http.NoBody))
	var said struct{ Halalas int64 }
	require.NoError(t, json.Unmarshal(answer.Body.Bytes(), &said))
	return said.Halalas
}

// rupees is the id of the first product of India.
const rupees = "21511"

func TestTopUp_Number_GivesOperatorAndProducts(t *testing.T) {
	s := newStand(t)
	adapter := topUps(t, s)
	operator, err := adapter.Operator(t.Context(), "+919876543210")
	require.NoError(t, err)
	require.Equal(t, topup.Operator{ID: "2151", Name: "Airtel India"}, operator)
	products, err := adapter.Products(t.Context(), operator.ID)
	require.NoError(t, err)
	require.Len(t, products, 3)
	require.Equal(t, contract.TopUpProduct{
		ID: rupees, ServiceID: "1", Kind: contract.AirTime, Gets: contract.ForeignAmount{Amount: "100.00", Currency: "INR"}, Cost: 455,
	}, products[0])
	s.post(t, "/control/topup/scenarios", "", map[string]any{"operation": simulated.OperationProducts, "outcome": "small-pages", "times": -1}, nil)
	paged, err := adapter.Products(t.Context(), operator.ID)
	require.NoError(t, err)
	require.Equal(t, products, paged, "all pages are read")
	for name, mobile := range map[string]string{
		"a country that is not served": "+819012345678", "a number that is not": "+919876547701", "one of several operators": "+919876547702",
	} {
		_, err := adapter.Operator(t.Context(), mobile)
		require.ErrorIs(t, err, gateway.ErrNotFound, name)
	}
	_, err = adapter.Operator(t.Context(), "+919876547703")
	require.ErrorIs(t, err, gateway.ErrRetry)
}

// becomes waits until a transaction has a status, and returns it.
func becomes(t *testing.T, adapter *dtone.Gateway, key string, want topup.Status) (found topup.Transaction) {
	t.Helper()
	require.Eventually(t, func() bool {
		var err error
		found, err = adapter.Find(t.Context(), key)
		return err == nil && found.Status == want
	}, time.Minute, 5*time.Millisecond)
	return found
}

func TestTopUp_Key_SendsOnce(t *testing.T) {
	s := newStand(t)
	adapter, before := topUps(t, s), s.paidIn(t)
	order := topup.Order{Key: "p-1", Mobile: "+919876543210", ProductID: rupees}
	sent, err := adapter.Send(t.Context(), order)
	require.NoError(t, err)
	require.Equal(t, topup.Pending, sent.Status, "it does not wait for the foreign operator")
	_, err = adapter.Send(t.Context(), order)
	requireRefusal(t, topup.CodeKeyUsed, err)
	found := becomes(t, adapter, "p-1", topup.Done)
	require.Equal(t, sent.Reference, found.Reference)
	require.False(t, found.RecipientTold, "DT One says nothing about it")
	require.EqualValues(t, 455, before-s.paidIn(t), "it was taken once")
	_, err = adapter.Find(t.Context(), "p-2")
	require.ErrorIs(t, err, gateway.ErrNotFound)
}

func TestTopUp_EachMagicNumber_HasItsOutcome(t *testing.T) {
	s := newStand(t)
	adapter := topUps(t, s)
	send := func(digits string) (topup.Transaction, error) {
		return adapter.Send(t.Context(), topup.Order{Key: "p-" + digits, Mobile: "+91987654" + digits, ProductID: rupees})
	}
	for digits, want := range map[string]topup.Transaction{
		"7711": {Status: topup.Refused, Reason: topup.CodeRecipient},
		"7712": {Status: topup.Refused, Reason: "operator_currently_unavailable"},
		"7721": {Status: topup.Cancelled},
	} {
		before := s.paidIn(t)
		sent, err := send(digits)
		require.NoError(t, err)
		want.Reference = sent.Reference
		require.Equal(t, want, becomes(t, adapter, "p-"+digits, want.Status))
		require.Equal(t, before, s.paidIn(t), "what is refused is not taken")
		_, err = send(digits)
		requireRefusal(t, topup.CodeKeyUsed, err)
	}
	for digits, code := range map[string]string{"7713": topup.CodeProductGone, "7718": topup.CodeNoFunds} {
		_, err := send(digits)
		requireRefusal(t, code, err)
		_, err = adapter.Find(t.Context(), "p-"+digits)
		require.ErrorIs(t, err, gateway.ErrNotFound, "its key can be used again")
	}
	_, err := send("7719")
	require.NoError(t, err)
	require.True(t, becomes(t, adapter, "p-7719", topup.Done).RecipientTold, "the other reading")
}

func TestTopUp_UnderWay_ComesToAnEnd(t *testing.T) {
	for digits, want := range map[string]topup.Status{"7716": topup.Done, "7717": topup.Refused} {
		s := newStand(t)
		adapter, before := topUps(t, s), s.paidIn(t)
		sent, err := adapter.Send(t.Context(), topup.Order{Key: "p-1", Mobile: "+91987654" + digits, ProductID: rupees})
		require.NoError(t, err)
		require.Equal(t, topup.Pending, sent.Status)
		s.post(t, "/control/clock", "", map[string]any{"advanceMs": 20_000}, nil)
		becomes(t, adapter, "p-1", want)
		require.Equal(t, want == topup.Done, before != s.paidIn(t), "a refused top-up is not charged")
	}
}

func TestTopUp_Reversed_IsGivenBack(t *testing.T) {
	s := newStand(t)
	adapter, before := topUps(t, s), s.paidIn(t)
	_, err := adapter.Send(t.Context(), topup.Order{Key: "p-1", Mobile: "+919876547720", ProductID: rupees})
	require.NoError(t, err)
	becomes(t, adapter, "p-1", topup.Done)
	require.EqualValues(t, 455, before-s.paidIn(t))
	s.post(t, "/control/clock", "", map[string]any{"advanceMs": 60_000}, nil)
	becomes(t, adapter, "p-1", topup.Reversed)
	require.Equal(t, before, s.paidIn(t))

	_, err = adapter.Send(t.Context(), topup.Order{Key: "p-2", Mobile: "+919876543210", ProductID: rupees})
	require.NoError(t, err)
	done := becomes(t, adapter, "p-2", topup.Done)
	s.post(t, "/control/topup/transactions/"+done.Reference+"/become", "", map[string]any{"status": "reversed"}, nil)
	becomes(t, adapter, "p-2", topup.Reversed)
	require.Equal(t, before, s.paidIn(t), "the console takes one back, too")
}

func TestTopUp_NoUsefulAnswer_UnknownAndSentOnce(t *testing.T) {
	s := newStand(t)
	adapter, before := topUps(t, s), s.paidIn(t)
	ctx := s.untilHeld(t, simulated.Name, simulated.OperationSend)
	_, err := adapter.Send(ctx, topup.Order{Key: "p-1", Mobile: "+919876547714", ProductID: rupees})
	require.ErrorIs(t, err, gateway.ErrUnknown)
	becomes(t, adapter, "p-1", topup.Done)
	require.EqualValues(t, 455, before-s.paidIn(t))

	_, err = adapter.Send(t.Context(), topup.Order{Key: "p-2", Mobile: "+919876547722", ProductID: rupees})
	require.ErrorIs(t, err, gateway.ErrUnknown, "a page with status 200")
	becomes(t, adapter, "p-2", topup.Done)
	_, err = adapter.Send(t.Context(), topup.Order{Key: "p-3", Mobile: "+919876547723", ProductID: rupees})
	require.ErrorIs(t, err, gateway.ErrUnknown, "301")
	_, err = adapter.Find(t.Context(), "p-3")
	require.ErrorIs(t, err, gateway.ErrNotFound)
	require.EqualValues(t, 2*455, before-s.paidIn(t))
}

func TestTopUp_ProductWithdrawn_IsGone(t *testing.T) {
	s := newStand(t)
	adapter := topUps(t, s)
	s.post(t, "/control/topup/products/"+rupees+"/withdraw", "", nil, nil)
	products, err := adapter.Products(t.Context(), "2151")
	require.NoError(t, err)
	require.Len(t, products, 2)
	order := topup.Order{Key: "p-1", Mobile: "+919876543210", ProductID: rupees}
	_, err = adapter.Send(t.Context(), order)
	requireRefusal(t, topup.CodeProductGone, err)
	s.post(t, "/control/topup/products/"+rupees+"/return", "", nil, nil)
	_, err = adapter.Send(t.Context(), order)
	require.NoError(t, err)
}

func TestTopUp_AccountEmpty_SendsNothing(t *testing.T) {
	s := newStand(t)
	adapter := topUps(t, s)
	s.post(t, "/control/topup/balance", "", map[string]any{"halalas": 454}, nil)
	order := topup.Order{Key: "p-1", Mobile: "+919876543210", ProductID: rupees}
	_, err := adapter.Send(t.Context(), order)
	requireRefusal(t, topup.CodeNoFunds, err)
	s.post(t, "/control/topup/balance", "", map[string]any{"halalas": 455}, nil)
	_, err = adapter.Send(t.Context(), order)
	require.NoError(t, err)
	require.Zero(t, s.paidIn(t))
}

func TestTopUp_Faults_AreSorted(t *testing.T) {
	s := newStand(t)
	adapter := topUps(t, s)
	s.script(t, simulated.Name, simulated.OperationLookup, engine.OutcomeBrokenJSON)
	_, err := adapter.Operator(t.Context(), "+919876543210")
	require.ErrorIs(t, err, gateway.ErrRetry)
	s.script(t, simulated.Name, simulated.OperationSend, engine.OutcomeBrokenJSON)
	_, err = adapter.Send(t.Context(), topup.Order{Key: "p-1", Mobile: "+919876543210", ProductID: rupees})
	require.ErrorIs(t, err, gateway.ErrUnknown)
	s.script(t, simulated.Name, simulated.OperationSend, engine.OutcomeRateLimited)
	_, err = adapter.Send(t.Context(), topup.Order{Key: "p-2", Mobile: "+919876543210", ProductID: rupees})
	require.ErrorIs(t, err, gateway.ErrRetry)
	wrong, err := dtone.New(dtone.Config{URL: s.url + "/topup/v1", APIKey: s.keys.TopUp, APISecret: "wrong"}, nil, quiet())
	require.NoError(t, err)
	_, err = wrong.Operator(t.Context(), "+919876543210")
	requireRefusal(t, "unauthorised", err)
}
