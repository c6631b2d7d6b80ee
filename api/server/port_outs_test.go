package server_test

import (
	"context"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/activities/portout"
	"selfcare/api/gen"
	"selfcare/internal/contract"
	"selfcare/internal/store"
)

// fakePortOuts answers at once, on the books of the workflow.
type fakePortOuts struct {
	books   *portout.Activities
	db      store.PortOuts
	asked   []contract.PortOutInput
	stopped contract.PortOutStage // what an objection leads to
	over    bool                  // the workflow has ended
}

func (f *fakePortOuts) StartPortOut(ctx context.Context, in contract.PortOutInput) error {
	f.asked = append(f.asked, in)
	return nil
}

// checks has the books decide about what was asked last.
func (f *fakePortOuts) checks(t *testing.T) contract.PortOut {
	t.Helper()
	in := f.asked[len(f.asked)-1]
	p, err := f.books.CheckPortOut(t.Context(), in.Port, contract.PortOutCheck{At: contract.At{Now: in.Port.AskedAt}, Asked: in.Asked})
	require.NoError(t, err)
	return p
}

func (f *fakePortOuts) Object(ctx context.Context, reference, _ string) (contract.PortOut, error) {
	if f.over {
		return contract.PortOut{}, contract.Refuse(contract.FailPortOutOver)
	}
	p, err := f.db.Get(ctx, reference)
	if err != nil {
		return p, err
	}
	if p, err = f.books.RecordObjection(ctx, p, contract.At{Now: time.Now()}); err != nil {
		return p, err
	}
	switch f.stopped {
	case contract.PortOutStopped:
		return f.books.EndPortOut(ctx, p, contract.PortOutEnded{At: contract.At{Now: time.Now()}, Stage: f.stopped})
	case contract.PortOutMoving:
		return f.books.BeginPortOut(ctx, p, contract.At{Now: time.Now()})
	default:
		return p, nil
	}
}

func (f *fakePortOuts) Resolve(ctx context.Context, reference, _ string, in contract.Resolution) (contract.PortOut, error) {
	p, err := f.db.Get(ctx, reference)
	if err != nil {
		return p, err
	}
	return f.books.ResumePortOut(ctx, p, contract.PortOutResumed{At: contract.At{Now: time.Now()}, Resolution: in})
}

const askReference = "PO00000007"

func askData(change ...string) string {
	now := time.Now().UTC()
	data := `{"reference":"` + askReference + `","recipient":"stc","msisdn":"0570000001","idNumber":"` + ownerID + `","answerBy":"` +
		now.Add(time.Hour).Format(time.RFC3339) + `","cutOverAt":"` + now.Add(48*time.Hour).Format(time.RFC3339) + `"}`
	return strings.NewReplacer(change...).Replace(data)
}

func (r *rig) portAsked() {
	r.t.Helper()
	r.exec("INSERT INTO operators (key, name_en, name_ar, ours, position) VALUES ('stc', 'STC', 'إس تي سي', false, 0) ON CONFLICT DO NOTHING")
	require.Equal(r.t, http.StatusNoContent, r.report("portability", callBack("evt_port_out_1", "port-out.asked", askData())).StatusCode)
}

func TestPortOut_TheClearingHouseAsksByASignedCallBack(t *testing.T) {
	r := newRig(t)
	r.portAsked()
	require.Len(t, r.portOuts.asked, 1)
	in := r.portOuts.asked[0]
	require.Equal(t, askReference, in.Port.Reference)
	require.Equal(t, contract.PortOutChecking, in.Port.Stage)
	require.Equal(t, ownerID, in.Asked.IDNumber)
	require.Equal(t, 72*time.Hour, in.Settings.ObjectionFor)
	require.Contains(t, in.Asked.Statements["en"], "https://selfcare.example/en/")
	require.NotEmpty(t, in.Asked.Secret)

	r.portAsked()
	require.Len(t, r.portOuts.asked, 1, "a call-back that was taken is not passed on again")
	unsigned := r.call(http.MethodPost, "/api/webhooks/portability", callBack("evt_port_out_2", "port-out.asked", askData()), signature("another", "", time.Now()))
	require.Equal(t, http.StatusUnauthorized, unsigned.StatusCode)
}

func TestPortOut_AVisitorIsKnownByAPassport(t *testing.T) {
	r := newRig(t)
	require.Equal(t, http.StatusNoContent, r.report("portability", callBack("evt_port_out_5", "port-out.asked", askData(ownerID, "p7700071"))).StatusCode)
	require.Equal(t, "P7700071", r.portOuts.asked[0].Asked.IDNumber, "as it is kept")
}

func TestPortOut_LaterReportsWakeTheWorkflow(t *testing.T) {
	r := newRig(t)
	require.Equal(t, http.StatusNoContent,
		r.report("portability", callBack("evt_port_out_3", "port-out.withdrawn", `{"reference":"`+askReference+`","status":"WITHDRAWN"}`)).StatusCode)
	require.Equal(t, sent{contract.PortOutWorkflowID(askReference), contract.SignalPortOutReported, "", contract.PortOutReported{EventID: "evt_port_out_3"}}, r.flow.sentSignals()[0])
}

func TestPortOut_AnAskThatIsNoneIsRefused(t *testing.T) {
	r := newRig(t)
	tests := map[string]struct {
		change []string
		field  string
	}{
		"no reference":              {[]string{askReference, "x"}, "data.reference"},
		"no operator":               {[]string{`"stc"`, `"S"`}, "data.recipient"},
		"no mobile":                 {[]string{"0570000001", "0110000001"}, "data.msisdn"},
		"no number of a paper":      {[]string{ownerID, "1077-00001"}, "data.idNumber"},
		"no time limit":             {[]string{`"answerBy":"2`, `"answerBy":"x`}, "data.answerBy"},
		"no cut-over":               {[]string{`"cutOverAt":"2`, `"cutOverAt":"x`}, "data.cutOverAt"},
		"a cut-over before the end": {[]string{`"cutOverAt":"2`, `"cutOverAt":"1`}, "data.cutOverAt"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			got := r.report("portability", callBack("evt_port_out_4", "port-out.asked", askData(tt.change...)))
			require.Equal(t, http.StatusUnprocessableEntity, got.StatusCode, string(got.body))
			require.Contains(t, string(got.body), tt.field)
		})
	}
	require.Empty(t, r.portOuts.asked)
}

func TestPortOut_AHolderSeesItInTheAccountAndStopsIt(t *testing.T) {
	for stopped, want := range map[contract.PortOutStage]gen.ObjectionOutcome{
		contract.PortOutStopped: gen.ObjectionOutcomeStopped, contract.PortOutMoving: gen.ObjectionOutcomeWithSupport, "": gen.ObjectionOutcomeStopping,
	} {
		r := newRig(t)
		r.customer(mainLine, "prepaid")
		r.portAsked()
		r.portOuts.stopped = stopped
		p := r.portOuts.checks(t)
		require.Equal(t, contract.PortOutAgreed, p.Stage, p.Reason)
		token := r.signIn(mainLine)

		shown := r.leaving(token)
		require.Len(t, shown, 1)
		require.Equal(t, "STC", shown[0].Operator)
		require.Equal(t, mainLine, shown[0].Msisdn)
		require.True(t, shown[0].CanObject)

		said := r.call(http.MethodPost, "/api/users/current/port-outs/"+askReference+"/objection", "", bearer(token), freshKey())
		require.Equal(t, http.StatusOK, said.StatusCode, string(said.body))
		require.Equal(t, want, decoded[gen.Objection](t, said).Outcome)
		require.False(t, r.leaving(token)[0].CanObject)
	}
}

func (r *rig) leaving(token string) []gen.PortOut {
	r.t.Helper()
	listed := r.call(http.MethodGet, "/api/users/current/port-outs", "", bearer(token))
	require.Equal(r.t, http.StatusOK, listed.StatusCode, string(listed.body))
	return decoded[struct{ Items []gen.PortOut }](r.t, listed).Items
}

func TestPortOut_TheLinkOfTheMessageIsEnough(t *testing.T) {
	r := newRig(t)
	r.customer(mainLine, "prepaid")
	r.portAsked()
	r.portOuts.stopped = contract.PortOutStopped
	in := r.portOuts.asked[0]
	path := "/api/port-outs/" + askReference + "/objection"
	body := `{"token":"` + in.Asked.Secret + `"}`

	unknown := r.call(http.MethodPost, path, body, freshKey())
	require.Equal(t, string(contract.FailPortOutUnknown), unknown.problem(t).MessageKey, "nobody was told yet")
	r.exec("INSERT INTO port_outs (reference, line_id, recipient, stage, asked_at, cut_over_at, seq, state) SELECT ?, id, 'stc', 'agreed', now(), now(), 1, ?::jsonb FROM lines LIMIT 1",
		askReference, `{"id":"`+in.Port.ID+`","reference":"`+askReference+`","recipient":"stc","stage":"agreed","seq":1,"lineId":"`+r.lineID(mainLine)+`"}`)
	forged := r.call(http.MethodPost, path, `{"token":"0123456789abcdefghij"}`, freshKey())
	require.Equal(t, string(contract.FailDisputeLink), forged.problem(t).MessageKey)
	for range 2 { // it may be repeated
		said := r.call(http.MethodPost, path, body, freshKey())
		require.Equal(t, http.StatusOK, said.StatusCode, string(said.body))
		require.Equal(t, gen.ObjectionOutcomeStopped, decoded[gen.Objection](t, said).Outcome)
	}
}

func TestPortOut_SomebodyElsesNumberIsNotThere(t *testing.T) {
	r := newRig(t)
	r.customer(mainLine, "prepaid")
	r.customer("0570000002", "prepaid")
	r.portAsked()
	r.portOuts.checks(t)
	stranger := r.signIn("0570000002")
	require.Empty(t, r.leaving(stranger))
	got := r.call(http.MethodPost, "/api/users/current/port-outs/"+askReference+"/objection", "", bearer(stranger), freshKey())
	require.Equal(t, string(contract.FailPortOutUnknown), got.problem(t).MessageKey)
}

func TestPortOut_OneThatIsLongOverIsSaidToBe(t *testing.T) {
	r := newRig(t)
	r.customer(mainLine, "prepaid")
	r.portAsked()
	r.portOuts.checks(t)
	r.portOuts.over = true
	got := r.call(http.MethodPost, "/api/users/current/port-outs/"+askReference+"/objection", "", bearer(r.signIn(mainLine)), freshKey())
	require.Equal(t, string(contract.FailPortOutOver), got.problem(t).MessageKey)
}

func TestPortOut_SupportSeesWhatIsHeldAndResumesIt(t *testing.T) {
	r := newRig(t)
	r.customer(mainLine, "prepaid")
	r.portAsked()
	p := r.portOuts.checks(t)
	support := r.signedIn("support@selfcare.example", "support")
	path := "/api/support/port-outs/" + askReference + "/resolution"
	early := r.call(http.MethodPost, path, `{"action":"retry","note":"asked them"}`, bearer(support), freshKey())
	require.Equal(t, string(contract.FailPortOutNotHeld), early.problem(t).MessageKey)

	held := contract.PortOutHeldUp{At: contract.At{Now: time.Now()}, FailureCode: contract.FailNetworkRefused, Work: contract.WorkLetNumberGo}
	_, err := r.portOuts.books.HoldPortOut(t.Context(), p, held)
	require.NoError(t, err)
	items := decoded[struct{ Items []gen.PortOut }](t, r.call(http.MethodGet, "/api/support/port-outs", "", bearer(support))).Items
	require.Len(t, items, 1)
	require.Equal(t, "057•••0001", items[0].Msisdn)
	require.Equal(t, string(contract.FailNetworkRefused), items[0].Held.FailureCode)
	resumed := r.call(http.MethodPost, path, `{"action":"retry","note":"asked them"}`, bearer(support), freshKey())
	require.Equal(t, http.StatusOK, resumed.StatusCode, string(resumed.body))
	require.Nil(t, decoded[struct{ Data gen.PortOut }](t, resumed).Data.Held)
}
