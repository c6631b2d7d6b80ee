package orders_test

import (
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/api/gen"
	"selfcare/api/servertest"
	"selfcare/internal/contract"
	"selfcare/internal/contract/texts"
)

func TestPort_NoTimeGiven_IsTheEarliest(t *testing.T) {
	r := servertest.New(t)
	o := r.Start()
	for body, window := range map[string]string{
		`{"operator":"stc","msisdn":"0551234567","acceptTerms":true}`:                       contract.WindowEarliest,
		`{"operator":"stc","msisdn":"0551234567","acceptTerms":true,"window":"2027-03-08"}`: "2027-03-08",
	} {
		got := r.Call(http.MethodPut, "/api/orders/"+o.ID+"/port", body, servertest.WithSession(o.Session), servertest.FreshKey())
		require.Equal(t, http.StatusOK, got.StatusCode, string(got.Body))
		updates := r.Flow.SentUpdates()
		require.Equal(t, contract.UpdateRequestPort, updates[len(updates)-1].Name)
		require.Equal(t, contract.PortRequest{Operator: "stc", MSISDN: "0551234567", AcceptTerms: true, Window: window}, updates[len(updates)-1].Arg)
	}
	got := r.Call(http.MethodPut, "/api/orders/"+o.ID+"/port/correction", `{"msisdn":"0557654321"}`, servertest.WithSession(o.Session), servertest.FreshKey())
	require.Equal(t, http.StatusOK, got.StatusCode, string(got.Body))
	updates := r.Flow.SentUpdates()
	require.Equal(t, contract.PortCorrection{MSISDN: "0557654321"}, updates[len(updates)-1].Arg)
}

func TestPort_Rejected_SaysWhatHelps(t *testing.T) {
	r := servertest.New(t)
	o := r.Start()
	by := time.Date(2027, 3, 8, 13, 0, 0, 0, time.UTC)
	tests := map[contract.Code][]gen.OrderPortRejectionEditable{
		contract.PortNotOfOperator:   {"operator", "msisdn"},
		contract.PortScheduleInvalid: {"window"},
		contract.PortUnpaidDues:      {},
	}
	for reason, editable := range tests {
		r.Put(o, func(full *contract.Order) {
			full.NumberSource, full.Stage = contract.NumberPortIn, contract.StagePlaced
			full.Port = &contract.Port{
				Operator: "stc", OperatorEn: "STC", OperatorAr: "إس تي سي", MSISDN: "0551234567", Window: contract.WindowEarliest,
				Status: contract.PortRejected, Rejection: reason, Tries: 1, ExpectedAt: by, Hints: []contract.Code{contract.HintCredit},
			}
		})
		view := servertest.Decoded[gen.Order](t, r.Get(o, ""))
		require.Equal(t, "STC", view.Port.OperatorName)
		require.Equal(t, "0551234567", *view.Msisdn)
		require.Equal(t, 2, view.Port.TriesLeft)
		require.Equal(t, by, *view.Port.ExpectedAt)
		require.Nil(t, view.Port.CutOverAt)
		require.Equal(t, string(reason), view.Port.Rejection.Code)
		require.Equal(t, texts.Text("en", reason, nil), view.Port.Rejection.Message)
		require.Equal(t, editable, view.Port.Rejection.Editable)
		require.Equal(t, texts.Text("en", contract.HintCredit, nil), (*view.Port.Hints)[0].Message)
		require.True(t, view.CanCancel)
		require.Equal(t, gen.OrderProgressHeadlinePortRefused, view.Progress.Headline)
		require.Equal(t, gen.MilestoneKeyDonorAgrees, *view.Progress.Current)
		donor := view.Progress.Milestones[1]
		require.Equal(t, gen.MilestoneStateFailed, donor.State)
		require.Equal(t, gen.MilestoneActorCustomer, *donor.Actor)
		require.Equal(t, by, *donor.Until)
	}
}

func TestPort_DonorAsked_HasTimeToAnswer(t *testing.T) {
	r := servertest.New(t)
	o := r.Start()
	by := time.Date(2027, 3, 8, 13, 0, 0, 0, time.UTC)
	donor := func(status contract.PortStatus) any {
		r.Put(o, func(full *contract.Order) {
			full.NumberSource, full.Stage = contract.NumberPortIn, contract.StagePlaced
			full.Port = &contract.Port{Operator: "stc", OperatorEn: "STC", OperatorAr: "إس تي سي", MSISDN: "0551234567", Status: status, ExpectedAt: by}
		})
		return servertest.Decoded[gen.Order](t, r.Get(o, "")).Progress.Milestones[1]
	}
	milestone := func(state gen.MilestoneState, actor gen.MilestoneActor, until *time.Time) any {
		return struct {
			Actor *gen.MilestoneActor `json:"actor,omitempty"`
			Key   gen.MilestoneKey    `json:"key"`
			State gen.MilestoneState  `json:"state"`
			Until *time.Time          `json:"until,omitempty"`
		}{&actor, gen.MilestoneKeyDonorAgrees, state, until}
	}
	require.Equal(t, milestone(gen.MilestoneStateRunning, gen.MilestoneActorUs, nil), donor(contract.PortDraft),
		"the promised time is not the donor's")
	require.Equal(t, milestone(gen.MilestoneStateWaiting, gen.MilestoneActorDonor, &by), donor(contract.PortSubmitted))
}

func TestPort_NewTime_ReachesWorkflow(t *testing.T) {
	r := servertest.New(t)
	o := r.Start()
	choose := func(window string) servertest.Answer {
		return r.Call(http.MethodPut, "/api/orders/"+o.ID+"/port/window", `{"window":"`+window+`"}`, servertest.WithSession(o.Session), servertest.FreshKey())
	}
	opens := time.Date(2027, 3, 11, 5, 0, 0, 0, time.UTC)
	for status, open := range map[contract.PortStatus]bool{
		contract.PortSubmitted: false, contract.PortRejected: false, contract.PortCutOver: false, contract.PortCompleted: false,
		contract.PortApproved: true, contract.PortScheduled: true,
	} {
		r.Put(o, func(full *contract.Order) {
			full.NumberSource, full.Stage = contract.NumberPortIn, contract.StageDelivered
			full.Port = &contract.Port{Operator: "stc", MSISDN: "0551234567", Window: contract.WindowEarliest, Status: status, Tries: 1}
		})
		require.Equal(t, open, *servertest.Decoded[gen.Order](t, r.Get(o, "")).Port.WindowOpen, status)
	}
	r.Flow.Decide = func(full contract.Order, update string, arg any) (contract.Order, error) {
		require.Equal(t, contract.UpdateChoosePortWindow, update)
		moved := *full.Port
		moved.Status, moved.Window, moved.CutOverAt = contract.PortScheduled, arg.(contract.PortWindowChoice).Window, opens
		full.Port = &moved
		return full, nil
	}
	got := choose("2027-03-11")
	require.Equal(t, http.StatusOK, got.StatusCode, string(got.Body))
	view := servertest.Decoded[gen.Order](t, got)
	require.Equal(t, "2027-03-11", view.Port.Window)
	require.Equal(t, opens, *view.Port.CutOverAt)

	for _, code := range []contract.Code{contract.FailPortWindowShut, contract.FailPortWindow} {
		r.Flow.Decide = func(full contract.Order, _ string, _ any) (contract.Order, error) { return full, contract.Refuse(code) }
		servertest.RequireRefused(t, choose("2027-03-12"), code)
	}
	servertest.RequireRefused(t, choose("tomorrow"), contract.FailValidation)
}
