package server_test

import (
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/api/gen"
	"selfcare/internal/contract"
	"selfcare/internal/contract/texts"
	"selfcare/internal/domain/calendar"
)

func TestOperatorsAreShownInTheCallersLanguageWithoutUs(t *testing.T) {
	r := newRig(t)
	_, err := r.db.NewRaw(`INSERT INTO operators (key, name_en, name_ar, ours, position) VALUES
		('stc', 'STC', 'إس تي سي', false, 0), ('selfcare', 'Selfcare', 'سيلف كير', true, 1)`).Exec(t.Context())
	require.NoError(t, err)
	got := decoded[gen.ListOperators200JSONResponse](t, r.call(http.MethodGet, "/api/lookup/operators", ""))
	require.Equal(t, []gen.Operator{{Key: "stc", Name: "STC"}}, got.Items)
	got = decoded[gen.ListOperators200JSONResponse](t, r.call(http.MethodGet, "/api/lookup/operators", "", header{"Accept-Language": "ar"}))
	require.Equal(t, "إس تي سي", got.Items[0].Name)
}

func TestPortWindowsAreWorkingDaysFromTomorrow(t *testing.T) {
	now := time.Date(2027, 3, 7, 20, 59, 0, 0, time.UTC) // a Sunday, a minute before midnight in Riyadh
	r := newRig(t, standingAt(now))
	_, err := r.db.NewRaw("INSERT INTO holidays (day, name_en, name_ar) SELECT date '2027-03-07' + n, 'Feast', 'عيد' FROM generate_series(0, 6) AS n").Exec(t.Context())
	require.NoError(t, err)
	got := decoded[gen.ListPortWindows200JSONResponse](t, r.call(http.MethodGet, "/api/lookup/port-windows", ""))
	require.Equal(t, 3, got.WorkingDays)
	require.False(t, got.AroundTheClock)
	require.NotEmpty(t, got.Items)
	require.Equal(t, "2027-03-14", got.Items[0].Date, "the first day after the holidays")
	for _, window := range got.Items {
		require.Equal(t, 8*time.Hour, window.Until.Sub(window.From))
		require.NotContains(t, []time.Weekday{time.Friday, time.Saturday}, window.From.Weekday())
	}
}

func TestListPortWindows_AroundTheClock_OffersWorkingDaysOnly(t *testing.T) {
	r := newRig(t)
	_, err := r.db.NewRaw(`INSERT INTO settings (key, value) VALUES ('portAroundTheClock', 'true')`).Exec(t.Context())
	require.NoError(t, err)
	got := decoded[gen.ListPortWindows200JSONResponse](t, r.call(http.MethodGet, "/api/lookup/port-windows", ""))
	require.True(t, got.AroundTheClock)
	require.NotEmpty(t, got.Items)
	for _, window := range got.Items {
		require.NotContains(t, []time.Weekday{time.Friday, time.Saturday}, window.From.In(calendar.Riyadh).Weekday(), "the clearing house refuses it")
	}
}

func TestPlansForANumberBroughtAlong(t *testing.T) {
	r := newRig(t)
	r.exec("INSERT INTO plan_categories (key, name_en, name_ar, position) VALUES ('all', 'All', 'الكل', 0)")
	r.exec(`INSERT INTO plans (id, external_id, name_en, name_ar, price, subscription_type, category, validity_days, position, takes_ported) VALUES
		('hawakom-90', 'HAWAKOM-90', 'Hawakom 90', 'هواكم 90', 9000, 'prepaid', 'all', 30, 0, true),
		('basic-25', 'BASIC-25', 'Basic 25', 'الأساسية 25', 2500, 'prepaid', 'all', 30, 1, false)`)
	got := decoded[gen.ListMnpPlans200JSONResponse](t, r.call(http.MethodGet, "/api/lookup/mnp-plans", ""))
	require.Len(t, got.Items, 1)
	require.Equal(t, "hawakom-90", got.Items[0].Id)
}

func TestAPortIsAskedForAsEarlyAsPossibleWhereNothingElseIsSaid(t *testing.T) {
	r := newRig(t)
	o := r.start()
	for body, window := range map[string]string{
		`{"operator":"stc","msisdn":"0551234567","acceptTerms":true}`:                       contract.WindowEarliest,
		`{"operator":"stc","msisdn":"0551234567","acceptTerms":true,"window":"2027-03-08"}`: "2027-03-08",
	} {
		got := r.call(http.MethodPut, "/api/orders/"+o.id+"/port", body, withSession(o.session), freshKey())
		require.Equal(t, http.StatusOK, got.StatusCode, string(got.body))
		updates := r.flow.sentUpdates()
		require.Equal(t, contract.UpdateRequestPort, updates[len(updates)-1].name)
		require.Equal(t, contract.PortRequest{Operator: "stc", MSISDN: "0551234567", AcceptTerms: true, Window: window}, updates[len(updates)-1].arg)
	}
	got := r.call(http.MethodPut, "/api/orders/"+o.id+"/port/correction", `{"msisdn":"0557654321"}`, withSession(o.session), freshKey())
	require.Equal(t, http.StatusOK, got.StatusCode, string(got.body))
	updates := r.flow.sentUpdates()
	require.Equal(t, contract.PortCorrection{MSISDN: "0557654321"}, updates[len(updates)-1].arg)
}

func TestARejectedPortSaysWhatHelps(t *testing.T) {
	r := newRig(t)
	o := r.start()
	by := time.Date(2027, 3, 8, 13, 0, 0, 0, time.UTC)
	tests := map[contract.Code][]gen.OrderPortRejectionEditable{
		contract.PortNotOfOperator:   {"operator", "msisdn"},
		contract.PortScheduleInvalid: {"window"},
		contract.PortUnpaidDues:      {},
	}
	for reason, editable := range tests {
		r.put(o, func(full *contract.Order) {
			full.NumberSource, full.Stage = contract.NumberPortIn, contract.StagePlaced
			full.Port = &contract.Port{
				Operator: "stc", OperatorEn: "STC", OperatorAr: "إس تي سي", MSISDN: "0551234567", Window: contract.WindowEarliest,
				Status: contract.PortRejected, Rejection: reason, Tries: 1, ExpectedAt: by, Hints: []contract.Code{contract.HintCredit},
			}
		})
		view := decoded[gen.Order](t, r.get(o, ""))
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

func TestAnotherTimeForTheSwitchIsPassedOnToThePort(t *testing.T) {
	r := newRig(t)
	o := r.start()
	choose := func(window string) answer {
		return r.call(http.MethodPut, "/api/orders/"+o.id+"/port/window", `{"window":"`+window+`"}`, withSession(o.session), freshKey())
	}
	opens := time.Date(2027, 3, 11, 5, 0, 0, 0, time.UTC)
	for status, open := range map[contract.PortStatus]bool{
		contract.PortSubmitted: false, contract.PortRejected: false, contract.PortCutOver: false, contract.PortCompleted: false,
		contract.PortApproved: true, contract.PortScheduled: true,
	} {
		r.put(o, func(full *contract.Order) {
			full.NumberSource, full.Stage = contract.NumberPortIn, contract.StageDelivered
			full.Port = &contract.Port{Operator: "stc", MSISDN: "0551234567", Window: contract.WindowEarliest, Status: status, Tries: 1}
		})
		require.Equal(t, open, *decoded[gen.Order](t, r.get(o, "")).Port.WindowOpen, status)
	}
	r.flow.decide = func(full contract.Order, update string, arg any) (contract.Order, error) {
		require.Equal(t, contract.UpdateChoosePortWindow, update)
		moved := *full.Port
		moved.Status, moved.Window, moved.CutOverAt = contract.PortScheduled, arg.(contract.PortWindowChoice).Window, opens
		full.Port = &moved
		return full, nil
	}
	got := choose("2027-03-11")
	require.Equal(t, http.StatusOK, got.StatusCode, string(got.body))
	view := decoded[gen.Order](t, got)
	require.Equal(t, "2027-03-11", view.Port.Window)
	require.Equal(t, opens, *view.Port.CutOverAt)

	for _, code := range []contract.Code{contract.FailPortWindowShut, contract.FailPortWindow} {
		r.flow.decide = func(full contract.Order, _ string, _ any) (contract.Order, error) { return full, contract.Refuse(code) }
		requireRefused(t, choose("2027-03-12"), code)
	}
	requireRefused(t, choose("tomorrow"), contract.FailValidation)
}
