package portability_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/internal/contract"
	"selfcare/internal/gateway"
	"selfcare/internal/gateway/gatewaytest"
	"selfcare/internal/gateway/portability"
)

func TestPortOut_Format_IsTheirs(t *testing.T) {
	yes := contract.PortOutAnswer{Reference: "PO1", Accepted: true, Commitment: 5000}
	no := contract.PortOutAnswer{Reference: "PO1", Reason: contract.PortOutDues}
	tests := map[string]struct {
		do         func(context.Context, *portability.HTTP) (contract.PortOutStatus, error)
		line, body string
	}{
		"yes": {
			func(ctx context.Context, h *portability.HTTP) (contract.PortOutStatus, error) {
				return h.Answer(ctx, yes)
			},
			"POST /v1/port-outs/PO1/answer", `{"answer":"ACCEPTED","leavingCosts":5000}`,
		},
		"no": {
			func(ctx context.Context, h *portability.HTTP) (contract.PortOutStatus, error) {
				return h.Answer(ctx, no)
			},
			"POST /v1/port-outs/PO1/answer", `{"answer":"REJECTED","reason":"UNPAID_DUES"}`,
		},
		"stop": {
			func(ctx context.Context, h *portability.HTTP) (contract.PortOutStatus, error) {
				return h.Stop(ctx, "PO1")
			},
			"POST /v1/port-outs/PO1/stop", "",
		},
		"let go": {
			func(ctx context.Context, h *portability.HTTP) (contract.PortOutStatus, error) {
				return h.LetGo(ctx, "PO1")
			},
			"POST /v1/port-outs/PO1/release", "",
		},
		"ask": {
			func(ctx context.Context, h *portability.HTTP) (contract.PortOutStatus, error) {
				return h.OutStatus(ctx, "PO1")
			},
			"GET /v1/port-outs/PO1", "",
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			house := gatewaytest.Start(t, 200, `{"reference":"PO1","status":"CUT_OVER"}`)
			said, err := tt.do(t.Context(), adapterTo(t, house.URL))
			require.NoError(t, err)
			require.Equal(t, contract.ClearingCutOver, said)
			require.Equal(t, tt.line, house.Latest().Line)
			if tt.body != "" {
				require.JSONEq(t, tt.body, house.Latest().Body)
			}
			_, err = tt.do(t.Context(), adapterTo(t, gatewaytest.Start(t, 200, `{"status":"EATEN"}`).URL))
			require.Error(t, err, "an unknown state is no answer")
			_, err = tt.do(t.Context(), adapterTo(t, gatewaytest.Start(t, 409, `{"code":"too_late","message":"m"}`).URL))
			require.ErrorIs(t, err, gateway.ErrFinal)
		})
	}
}
