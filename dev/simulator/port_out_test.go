package simulator_test

import (
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/dev/simulator/person"
)

// asks plays another operator that asks for one of the product's numbers, and returns the reference.
func (w *stand) asks(msisdn string, more map[string]any) string {
	w.t.Helper()
	wish := map[string]any{"recipient": "stc", "msisdn": msisdn, "idNumber": person.ID(1, 0)}
	for name, value := range more {
		wish[name] = value
	}
	require.Equal(w.t, http.StatusNoContent, w.call(http.MethodPost, "/control/portability/port-outs", nil, wish).status)
	found := w.items("portability/port-outs?msisdn=" + msisdn)
	require.NotEmpty(w.t, found)
	reference, _ := found[0]["reference"].(string)
	return reference
}

func (w *stand) leaves(reference, command string, body any) reply {
	w.t.Helper()
	return w.call(http.MethodPost, "/portability/v1/port-outs/"+reference+"/"+command, clearing, body)
}

func (w *stand) leavingIs(reference string) any {
	return w.call(http.MethodGet, "/portability/v1/port-outs/"+reference, clearing, nil).body["status"]
}

var accepted = map[string]any{"answer": "ACCEPTED", "leavingCosts": 5000}

func TestPortOut_Number_GoesToTheOther(t *testing.T) {
	w := newStand(t)
	reference := w.asks("0570000001", nil)
	require.Len(t, w.events("port-out.asked", 1), 1)
	for range 2 {
		require.Equal(t, "ACCEPTED", w.leaves(reference, "answer", accepted).body["status"])
	}
	require.Equal(t, http.StatusConflict, w.leaves(reference, "release", nil).status, "the cut-over has not begun")
	w.pass(4 * time.Minute)
	require.Eventually(t, func() bool { return w.leavingIs(reference) == "CUT_OVER" }, soon, tick)
	require.Equal(t, http.StatusConflict, w.leaves(reference, "stop", nil).status)
	for range 2 {
		require.Equal(t, http.StatusOK, w.leaves(reference, "release", nil).status)
	}
	w.pass(10 * time.Second)
	require.Eventually(t, func() bool { return w.leavingIs(reference) == "COMPLETED" }, soon, tick)
	require.Len(t, w.events("port-out.completed", 1), 1)
}

func TestPortOut_EachEnd_IsReported(t *testing.T) {
	w := newStand(t)
	doubled := w.asks("0570000001", map[string]any{"doubled": true})
	require.Len(t, w.events("port-out.asked", 2), 2)
	w.leaves(doubled, "answer", accepted)
	for range 2 {
		require.Equal(t, "STOPPED", w.leaves(doubled, "stop", nil).body["status"])
	}

	withdrawn := w.asks("0570000002", nil)
	move := func(reference, to string) int {
		return w.call(http.MethodPost, "/control/portability/port-outs/"+reference+"/move", nil, map[string]any{"status": to}).status
	}
	require.Equal(t, http.StatusNoContent, move(withdrawn, "WITHDRAWN"))
	require.Equal(t, http.StatusConflict, move(withdrawn, "CUT_OVER"))
	require.Equal(t, http.StatusUnprocessableEntity, move(withdrawn, "EATEN"))
	require.Equal(t, http.StatusNotFound, move("PO99999999", "WITHDRAWN"))
	require.Equal(t, http.StatusConflict, w.leaves(withdrawn, "answer", accepted).status)

	failing := w.asks("0570000003", map[string]any{"failing": true})
	require.Equal(t, http.StatusBadRequest, w.leaves(failing, "answer", map[string]any{"answer": "REJECTED", "reason": "MOOD"}).status)
	w.leaves(failing, "answer", accepted)
	require.Equal(t, http.StatusNoContent, move(failing, "CUT_OVER"))
	w.leaves(failing, "release", nil)
	w.pass(10 * time.Second)
	require.Eventually(t, func() bool { return w.leavingIs(failing) == "ROLLED_BACK" }, soon, tick)

	silent := w.asks("0570000004", nil)
	w.pass(3 * time.Minute)
	require.Eventually(t, func() bool { return w.leavingIs(silent) == "EXPIRED" }, soon, tick)
	require.Equal(t, http.StatusConflict, w.leaves(silent, "answer", accepted).status)
	require.Equal(t, http.StatusUnprocessableEntity, w.call(http.MethodPost, "/control/portability/port-outs", nil, map[string]any{"recipient": "nobody"}).status)
}
