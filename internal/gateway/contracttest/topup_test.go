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
)

func topUps(t *testing.T, s stand) *topup.HTTP {
	t.Helper()
	adapter, err := topup.NewHTTP(topup.Config{URL: s.url + "/topup", APIKey: s.keys.TopUp, APISecret: s.keys.TopUpSecret}, nil, quiet())
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
	adapter := topUps(t, newStand(t))
	operator, err := adapter.Operator(t.Context(), "+919876543210")
	require.NoError(t, err)
	require.Equal(t, topup.Operator{ID: "2151", Name: "Airtel India"}, operator)
	products, err := adapter.Products(t.Context(), operator.ID)
	require.NoError(t, err)
	require.Len(t, products, 3)
	require.Equal(t, contract.TopUpProduct{
		ID: rupees, ServiceID: "1", Kind: contract.AirTime, Gets: contract.ForeignAmount{Amount: "100.00", Currency: "INR"}, Cost: 455,
	}, products[0])
	for name, mobile := range map[string]string{
		"a country that is not served": "+819012345678", "a number that is not": "+919876547701", "one of several operators": "+919876547702",
	} {
		_, err := adapter.Operator(t.Context(), mobile)
		require.ErrorIs(t, err, gateway.ErrNotFound, name)
	}
	_, err = adapter.Operator(t.Context(), "+919876547703")
	require.ErrorIs(t, err, gateway.ErrRetry)
}

func TestTopUp_Key_SendsOnce(t *testing.T) {
	s := newStand(t)
	adapter, before := topUps(t, s), s.paidIn(t)
	order := topup.Order{Key: "p-1", Mobile: "+919876543210", ProductID: rupees}
	sent, err := adapter.Send(t.Context(), order)
	require.NoError(t, err)
	require.Equal(t, topup.Done, sent.Status)
	require.True(t, sent.RecipientTold)
	_, err = adapter.Send(t.Context(), order)
	requireRefusal(t, topup.CodeKeyUsed, err)
	found, err := adapter.Find(t.Context(), "p-1")
	require.NoError(t, err)
	require.Equal(t, sent, found)
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
	for digits, reason := range map[string]string{"7711": topup.CodeRecipient, "7712": "operator_currently_unavailable"} {
		before := s.paidIn(t)
		sent, err := send(digits)
		require.NoError(t, err)
		require.Equal(t, []string{string(topup.Refused), reason}, []string{string(sent.Status), sent.Reason})
		require.False(t, sent.RecipientTold)
		require.Equal(t, before, s.paidIn(t), "what is refused is not taken")
	}
	for digits, code := range map[string]string{"7713": topup.CodeProductGone, "7718": topup.CodeNoFunds} {
		_, err := send(digits)
		requireRefusal(t, code, err)
		_, err = adapter.Find(t.Context(), "p-"+digits)
		require.ErrorIs(t, err, gateway.ErrNotFound, "its key can be used again")
	}
	sent, err := send("7719")
	require.NoError(t, err)
	require.Equal(t, topup.Done, sent.Status)
	require.False(t, sent.RecipientTold)
}

func TestTopUp_UnderWay_ComesToAnEnd(t *testing.T) {
	for digits, want := range map[string]topup.Status{"7716": topup.Done, "7717": topup.Refused} {
		s := newStand(t)
		adapter, before := topUps(t, s), s.paidIn(t)
		sent, err := adapter.Send(t.Context(), topup.Order{Key: "p-1", Mobile: "+91987654" + digits, ProductID: rupees})
		require.NoError(t, err)
		require.Equal(t, topup.Pending, sent.Status)
		s.post(t, "/control/clock", "", map[string]any{"advanceMs": 20_000}, nil)
		require.Eventually(t, func() bool {
			found, err := adapter.Find(t.Context(), "p-1")
			return err == nil && found.Status == want
		}, time.Minute, 5*time.Millisecond)
		require.Equal(t, want == topup.Done, before != s.paidIn(t), "a refused top-up is not charged")
	}
}

func TestTopUp_NoAnswer_UnknownAndSentOnce(t *testing.T) {
	s := newStand(t)
	adapter, before := topUps(t, s), s.paidIn(t)
	ctx := s.untilHeld(t, simulated.Name, simulated.OperationSend)
	_, err := adapter.Send(ctx, topup.Order{Key: "p-1", Mobile: "+919876547714", ProductID: rupees})
	require.ErrorIs(t, err, gateway.ErrUnknown)
	found, err := adapter.Find(t.Context(), "p-1")
	require.NoError(t, err)
	require.Equal(t, topup.Done, found.Status)
	require.EqualValues(t, 455, before-s.paidIn(t))
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
	wrong, err := topup.NewHTTP(topup.Config{URL: s.url + "/topup", APIKey: s.keys.TopUp, APISecret: "wrong"}, nil, quiet())
	require.NoError(t, err)
	_, err = wrong.Operator(t.Context(), "+919876543210")
	requireRefusal(t, "unauthorised", err)
}
