package portability_test

import (
	"context"
	"log/slog"
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/internal/contract"
	"selfcare/internal/gateway"
	"selfcare/internal/gateway/gatewaytest"
	"selfcare/internal/gateway/portability"
)

const waiting = `{"portId":"o-1","reference":"NP00000001","status":"DONOR_VALIDATION","sequence":1}`

func adapterTo(t *testing.T, url string) *portability.HTTP {
	t.Helper()
	adapter, err := portability.NewHTTP(portability.Config{URL: url, APIKey: "key"}, nil, slog.New(slog.DiscardHandler))
	require.NoError(t, err)
	return adapter
}

func submission(window string) contract.PortSubmission {
	return contract.PortSubmission{PortID: "o-1", Operator: "stc", MSISDN: "0501234567", IDNumber: "1000000008", Window: window}
}

func TestCheck_Answer_GivesHints(t *testing.T) {
	tests := map[string]struct {
		answer string
		want   portability.Check
	}{
		"with hints":         {`{"portable":true,"notices":["PREPAID_CREDIT","CONTRACT","OPEN_DUES","MOON"]}`, portability.Check{Hints: []contract.Code{contract.HintCredit, contract.HintContract, contract.HintDues}}},
		"no hints":           {`{"portable":true}`, portability.Check{}},
		"cannot be moved":    {`{"portable":false,"reason":"RECENTLY_PORTED"}`, portability.Check{Reason: contract.PortRecently}},
		"for a new reason":   {`{"portable":false,"reason":"EATEN"}`, portability.Check{Reason: contract.PortRefused}},
		"without any reason": {`{"portable":false}`, portability.Check{Reason: contract.PortRefused}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			house := gatewaytest.Start(t, 200, tt.answer)
			got, err := adapterTo(t, house.URL).Check(t.Context(), "stc", "0501234567")
			require.NoError(t, err)
			require.Equal(t, tt.want, got)
			require.Equal(t, "POST /v1/checks", house.Latest().Line)
			require.Equal(t, "key", house.Latest().Header.Get("X-Operator-Key"))
			require.JSONEq(t, `{"donor":"stc","msisdn":"0501234567"}`, house.Latest().Body)
		})
	}
	_, err := adapterTo(t, gatewaytest.Start(t, 200, `{}`).URL).Check(t.Context(), "stc", "0501234567")
	require.ErrorIs(t, err, gateway.ErrRetry, "no answer is not a yes")
}

func TestSubmit_Format_IsTheClearingHouses(t *testing.T) {
	for window, date := range map[string]string{contract.WindowEarliest: "", "2027-03-08": `,"requestedDate":"2027-03-08"`} {
		house := gatewaytest.Start(t, 201, waiting)
		got, err := adapterTo(t, house.URL).Submit(t.Context(), submission(window))
		require.NoError(t, err)
		require.Equal(t, contract.PortState{Reference: "NP00000001", Status: contract.PortSubmitted, Sequence: 1, Window: contract.WindowEarliest}, got)
		require.Equal(t, "PUT /v1/ports/o-1", house.Latest().Line)
		require.JSONEq(t, `{"donor":"stc","recipient":"selfcare","msisdn":"0501234567","idNumber":"1000000008"`+date+`}`, house.Latest().Body)
	}
}

func TestSubmit_Answers_AreSorted(t *testing.T) {
	tests := map[string]struct {
		status  int
		answer  string
		wantErr error
	}{
		"submitted before":    {200, waiting, nil},
		"refused at once":     {409, `{"code":"port_in_progress"}`, gateway.ErrFinal},
		"an unknown state":    {200, `{"reference":"NP1","status":"EATEN"}`, gateway.ErrUnknown},
		"without a reference": {201, `{"status":"DONOR_VALIDATION"}`, gateway.ErrUnknown},
		"broken JSON":         {201, `{"status":`, gateway.ErrUnknown},
		"server error":        {500, ``, gateway.ErrUnknown},
		"out of service":      {503, ``, gateway.ErrRetry},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			_, err := adapterTo(t, gatewaytest.Start(t, tt.status, tt.answer).URL).Submit(t.Context(), submission(contract.WindowEarliest))
			require.ErrorIs(t, err, tt.wantErr)
		})
	}
}

func TestStatus_Rejection_HasItsReason(t *testing.T) {
	house := gatewaytest.Start(t, 200, `{"reference":"NP1","status":"REJECTED","reason":"UNPAID_DUES","sequence":2,"requestedDate":"2027-03-08"}`)
	adapter := adapterTo(t, house.URL)
	got, err := adapter.Status(t.Context(), "o-1")
	require.NoError(t, err)
	require.Equal(t, contract.PortState{Reference: "NP1", Status: contract.PortRejected, Reason: contract.PortUnpaidDues, Sequence: 2, Window: "2027-03-08"}, got)
	require.Equal(t, "GET /v1/ports/o-1", house.Latest().Line)

	house.Answer(404, `{"code":"not_found"}`)
	_, err = adapter.Status(t.Context(), "o-2")
	require.ErrorIs(t, err, gateway.ErrNotFound)
}

func TestCommands_State_MustMatch(t *testing.T) {
	type command struct {
		line string
		do   func(*portability.HTTP) func(context.Context, string) error
		done []string
		not  string
	}
	tests := map[string]command{
		"withdraw":  {"POST /v1/ports/o-1/withdrawal", func(h *portability.HTTP) func(context.Context, string) error { return h.Withdraw }, []string{"WITHDRAWN", "REJECTED"}, "APPROVED"},
		"release":   {"POST /v1/ports/o-1/release", func(h *portability.HTTP) func(context.Context, string) error { return h.Release }, []string{"DONOR_RELEASED", "COMPLETED"}, "APPROVED"},
		"broadcast": {"POST /v1/ports/o-1/routing", func(h *portability.HTTP) func(context.Context, string) error { return h.Broadcast }, []string{"COMPLETED"}, "DONOR_RELEASED"},
		"roll back": {"POST /v1/ports/o-1/rollback", func(h *portability.HTTP) func(context.Context, string) error { return h.RollBack }, []string{"ROLLED_BACK", "APPROVED"}, "DONOR_RELEASED"},
	}
	for _, window := range []string{contract.WindowEarliest, "2027-03-08"} {
		tests["reschedule to "+window] = command{"POST /v1/ports/o-1/schedule", func(h *portability.HTTP) func(context.Context, string) error {
			return func(ctx context.Context, portID string) error { return h.Reschedule(ctx, portID, window) }
		}, []string{"APPROVED", "ROLLED_BACK"}, "DONOR_RELEASED"}
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			house := gatewaytest.Start(t, 200, "")
			do := tt.do(adapterTo(t, house.URL))
			for _, status := range tt.done {
				house.Answer(200, `{"reference":"NP1","status":"`+status+`"}`)
				require.NoError(t, do(t.Context(), "o-1"), status)
			}
			require.Equal(t, tt.line, house.Latest().Line)
			house.Answer(200, `{"reference":"NP1","status":"`+tt.not+`"}`)
			require.ErrorIs(t, do(t.Context(), "o-1"), gateway.ErrUnknown)
			house.Answer(409, `{"code":"too_late"}`)
			var refusal *gateway.Refusal
			require.ErrorAs(t, do(t.Context(), "o-1"), &refusal)
			require.Equal(t, "too_late", refusal.Code)
		})
	}
}

func TestReschedule_Day_NamedOrEarliest(t *testing.T) {
	for window, body := range map[string]string{contract.WindowEarliest: `{}`, "2027-03-08": `{"requestedDate":"2027-03-08"}`} {
		house := gatewaytest.Start(t, 200, `{"reference":"NP1","status":"APPROVED"}`)
		require.NoError(t, adapterTo(t, house.URL).Reschedule(t.Context(), "o-1", window))
		require.JSONEq(t, body, house.Latest().Body)
	}
}
