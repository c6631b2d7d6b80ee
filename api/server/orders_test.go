package server_test

import (
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/api/gen"
	"selfcare/internal/contract"
)

func TestAStartedOrderIsShownToItsCustomer(t *testing.T) {
	r := newRig(t)
	o := r.start()

	got := r.get(o, "")
	require.Equal(t, http.StatusOK, got.StatusCode, string(got.body))
	view := decoded[gen.Order](t, got)
	require.Equal(t, o.id, view.Id)
	require.Regexp(t, `^SC[0-9]{8}$`, view.OrderNumber)
	require.Equal(t, gen.OrderStage(contract.StageWizard), view.Stage)
	require.Equal(t, string(contract.StepNumberSelection), view.Step)
	require.True(t, view.CanCancel)
	require.Len(t, view.Steps, 9)

	timeline := r.get(o, "/timeline")
	require.Equal(t, http.StatusOK, timeline.StatusCode)
}
