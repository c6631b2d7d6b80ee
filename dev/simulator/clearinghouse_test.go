package simulator_test

import (
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/dev/simulator/person"
)

var clearing = headers{"X-Operator-Key": "sim-portability-key"}

func (w *stand) submits(portID, msisdn string) reply {
	w.t.Helper()
	return w.call(http.MethodPut, "/portability/v1/ports/"+portID, clearing, map[string]any{
		"donor": "stc", "recipient": "selfcare", "msisdn": msisdn, "idNumber": person.ID(1, 0),
	})
}

func (w *stand) portIs(portID string) any {
	return w.call(http.MethodGet, "/portability/v1/ports/"+portID, clearing, nil).body["status"]
}

func TestClearingHouse_DonorAnswers_ComeInOrder(t *testing.T) {
	w := newStand(t)
	require.Equal(t, http.StatusCreated, w.submits("p-1", "0501234567").status)
	require.Equal(t, http.StatusOK, w.submits("p-1", "0501234567").status)
	w.pass(6 * time.Second)
	require.Eventually(t, func() bool { return w.portIs("p-1") == "APPROVED" }, soon, tick)
	for _, step := range []string{"release", "rollback", "release", "routing"} {
		require.Equal(t, http.StatusOK, w.call(http.MethodPost, "/portability/v1/ports/p-1/"+step, clearing, nil).status, step)
	}
	sequence := []any{"APPROVED", "DONOR_RELEASED", "ROLLED_BACK", "DONOR_RELEASED", "COMPLETED"}
	require.Equal(t, sequence, statuses(w.events("port.updated", len(sequence))))
}

func TestClearingHouse_PortReports_StayInOrder(t *testing.T) {
	w := newStand(t)
	w.submits("p-1", "0501234567")
	w.pass(6 * time.Second)
	w.events("port.updated", 1)
	said := []any{"APPROVED"}
	for range 100 {
		w.call(http.MethodPost, "/portability/v1/ports/p-1/release", clearing, nil)
		w.call(http.MethodPost, "/portability/v1/ports/p-1/rollback", clearing, nil)
		said = append(said, "DONOR_RELEASED", "ROLLED_BACK")
	}
	require.Equal(t, said, statuses(w.events("port.updated", len(said))))
}

func TestClearingHouse_Donor_IsPlayedByHand(t *testing.T) {
	w := newStand(t)
	w.submits("p-1", "0501236006")
	w.pass(time.Hour)
	require.Equal(t, "DONOR_VALIDATION", w.portIs("p-1"), "it stays silent")
	answer := func(portID, with string) int {
		return w.call(http.MethodPost, "/control/portability/ports/"+portID+"/answer", nil, map[string]any{"status": with}).status
	}
	require.Equal(t, http.StatusUnprocessableEntity, answer("p-1", "MAYBE"))
	require.Equal(t, http.StatusNotFound, answer("p-2", "APPROVED"))
	require.Equal(t, http.StatusNoContent, answer("p-1", "UNPAID_DUES"))
	require.Equal(t, "REJECTED", w.portIs("p-1"))
	require.Equal(t, http.StatusConflict, answer("p-1", "APPROVED"))
	require.Contains(t, w.call(http.MethodGet, "/console/portability", nil, nil).raw, "UNPAID_DUES")
	require.Len(t, w.items("portability/ports?portId=p-1"), 1)
	require.Equal(t, http.StatusUnauthorized, w.call(http.MethodGet, "/portability/v1/ports/p-1", nil, nil).status)
}
