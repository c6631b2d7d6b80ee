package simulator_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// settlementFile is today's file, line by line.
func (w *stand) settlementFile() []string {
	w.t.Helper()
	today := time.Now().In(time.FixedZone("Asia/Riyadh", 3*60*60)).Format(time.DateOnly)
	answer := w.call(http.MethodGet, "/payment/settlements/"+today, secret(""), nil)
	require.Equal(w.t, http.StatusOK, answer.status, answer.raw)
	return strings.Split(strings.TrimSpace(answer.raw), "\n")
}

func TestPayment_MisstatedFile_HasTheErrors(t *testing.T) {
	w := newStand(t)
	today := time.Now().In(time.FixedZone("Asia/Riyadh", 3*60*60))
	w.charge("pay-1", "approve")
	right := w.settlementFile()
	require.Len(t, right, 3)
	require.Contains(t, right[1], ",payment,115.00,2.15,0.32,")
	for as, want := range map[string]string{
		"other-amount": ",payment,125.00,", "other-fee": ",payment,115.00,2.65,", "other-date": "," + today.AddDate(0, 0, -3).Format(time.DateOnly) + "T",
	} {
		require.Equal(t, http.StatusNoContent, w.call(http.MethodPost, "/control/payment/charges/pay-1/misstate", nil, map[string]any{"as": as}).status)
		require.Contains(t, w.settlementFile()[1], want)
	}
	for _, told := range []struct {
		as    string
		lines int
	}{{"missing", 2}, {"duplicate", 4}, {"", 3}} { // the last one is right again
		require.Equal(t, http.StatusNoContent, w.call(http.MethodPost, "/control/payment/charges/pay-1/misstate", nil, map[string]any{"as": told.as}).status)
		require.Len(t, w.settlementFile(), told.lines, told.as)
	}
	day := "/control/payment/settlements/" + today.Format(time.DateOnly) + "/misstate"
	for _, as := range []string{"extra", "unknown-line", "broken-trailer"} {
		require.Equal(t, http.StatusNoContent, w.call(http.MethodPost, day, nil, map[string]any{"as": as}).status)
	}
	wrong := w.settlementFile()
	require.Len(t, wrong, 5)
	require.Contains(t, wrong[4], ",4,", "it counts one too many")
	require.Equal(t, http.StatusNoContent, w.call(http.MethodPost, day, nil, map[string]any{"as": ""}).status)
	require.Equal(t, right, w.settlementFile())

	require.Equal(t, http.StatusNotFound, w.call(http.MethodPost, "/control/payment/charges/nobody/misstate", nil, map[string]any{"as": "missing"}).status)
	require.Equal(t, http.StatusUnprocessableEntity, w.call(http.MethodPost, day, nil, map[string]any{"as": "missing"}).status)
	require.Equal(t, http.StatusBadRequest, w.call(http.MethodGet, "/payment/settlements/yesterday", secret(""), nil).status)
	require.Equal(t, http.StatusUnauthorized, w.call(http.MethodGet, "/payment/settlements/"+today.Format(time.DateOnly), nil, nil).status)
}
