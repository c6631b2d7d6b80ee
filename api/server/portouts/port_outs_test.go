package portouts_test

import (
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/api/gen"
	"selfcare/api/servertest"
	"selfcare/internal/contract"
)

func TestPortOut_SignedCallBack_StartsIt(t *testing.T) {
	r := servertest.New(t)
	r.PortAsked()
	require.Len(t, r.PortOuts.Asked, 1)
	in := r.PortOuts.Asked[0]
	require.Equal(t, servertest.AskReference, in.Port.Reference)
	require.Equal(t, contract.PortOutChecking, in.Port.Stage)
	require.Equal(t, servertest.OwnerID, in.Asked.IDNumber)
	require.Equal(t, 72*time.Hour, in.Settings.ObjectionFor)
	require.Contains(t, in.Asked.Statements["en"], "https://selfcare.example/en/")
	require.NotEmpty(t, in.Asked.Secret)

	r.PortAsked()
	require.Len(t, r.PortOuts.Asked, 1, "an accepted call-back is not passed on again")
	unsigned := r.Call(http.MethodPost, "/api/webhooks/portability/generic", servertest.CallBack("evt_port_out_2", "port-out.asked", servertest.AskData()), servertest.Signature("another", "", time.Now()))
	require.Equal(t, http.StatusUnauthorized, unsigned.StatusCode)
}

func TestPortOut_Passport_IdentifiesAVisitor(t *testing.T) {
	r := servertest.New(t)
	require.Equal(t, http.StatusOK, r.Report("portability", servertest.CallBack("evt_port_out_5", "port-out.asked", servertest.AskData(servertest.OwnerID, "p7700071"))).StatusCode)
	require.Equal(t, "P7700071", r.PortOuts.Asked[0].Asked.IDNumber, "the passport number is stored in capitals")
}

func TestPortOut_LaterReport_Signalled(t *testing.T) {
	r := servertest.New(t)
	require.Equal(t, http.StatusOK,
		r.Report("portability", servertest.CallBack("evt_port_out_3", "port-out.withdrawn", `{"reference":"`+servertest.AskReference+`","status":"WITHDRAWN"}`)).StatusCode)
	require.Equal(t, servertest.Sent{WorkflowID: contract.PortOutWorkflowID(servertest.AskReference), Name: contract.SignalPortOutReported, Key: "", Arg: contract.PortOutReported{EventID: "evt_port_out_3"}}, r.Flow.SentSignals()[0])
}

func TestPortOut_BadRequest_IsRefused(t *testing.T) {
	r := servertest.New(t)
	tests := map[string]struct {
		change []string
		field  string
	}{
		"no reference":              {[]string{servertest.AskReference, "x"}, "data.reference"},
		"no operator":               {[]string{`"stc"`, `"S"`}, "data.recipient"},
		"no mobile":                 {[]string{"0570000001", "0110000001"}, "data.msisdn"},
		"no document number":        {[]string{servertest.OwnerID, "1077-00001"}, "data.idNumber"},
		"no time limit":             {[]string{`"answerBy":"2`, `"answerBy":"x`}, "data.answerBy"},
		"no cut-over":               {[]string{`"cutOverAt":"2`, `"cutOverAt":"x`}, "data.cutOverAt"},
		"a cut-over before the end": {[]string{`"cutOverAt":"2`, `"cutOverAt":"1`}, "data.cutOverAt"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			got := r.Report("portability", servertest.CallBack("evt_port_out_4", "port-out.asked", servertest.AskData(tt.change...)))
			require.Equal(t, http.StatusUnprocessableEntity, got.StatusCode, string(got.Body))
			require.Contains(t, string(got.Body), tt.field)
		})
	}
	require.Empty(t, r.PortOuts.Asked)
}

func TestPortOut_SignedInHolder_StopsIt(t *testing.T) {
	for stopped, want := range map[contract.PortOutStage]gen.ObjectionOutcome{
		contract.PortOutStopped: gen.ObjectionOutcomeStopped, contract.PortOutMoving: gen.ObjectionOutcomeWithSupport, "": gen.ObjectionOutcomeStopping,
	} {
		r := servertest.New(t)
		r.Customer(servertest.MainLine, "prepaid")
		r.PortAsked()
		r.PortOuts.Stopped = stopped
		p := r.PortOuts.Check(t)
		require.Equal(t, contract.PortOutAgreed, p.Stage, p.Reason)
		token := r.SignIn(servertest.MainLine)

		shown := listPortOuts(r, token)
		require.Len(t, shown, 1)
		require.Equal(t, "STC", shown[0].Operator)
		require.Equal(t, servertest.MainLine, shown[0].Msisdn)
		require.True(t, shown[0].CanObject)

		said := r.Call(http.MethodPost, "/api/users/current/port-outs/"+servertest.AskReference+"/objection", "", servertest.Bearer(token), servertest.FreshKey())
		require.Equal(t, http.StatusOK, said.StatusCode, string(said.Body))
		require.Equal(t, want, servertest.Decoded[gen.Objection](t, said).Outcome)
		require.False(t, listPortOuts(r, token)[0].CanObject)
	}
}

func TestPortOut_Refused_SaysWhoAndWhy(t *testing.T) {
	r := servertest.New(t)
	r.Customer(servertest.MainLine, "prepaid")
	r.PortAsked()
	r.PortOuts.Asked[0].Asked.IDNumber = "1000000008" // of another person
	p := r.PortOuts.Check(t)
	require.Equal(t, contract.PortOutRejected, p.Stage)
	shown := listPortOuts(r, r.SignIn(servertest.MainLine))
	require.Len(t, shown, 1)
	require.Equal(t, "STC", shown[0].Operator)
	require.Equal(t, gen.PortOutStatusRejected, shown[0].Status)
	require.Equal(t, "The ID given to the other operator is not the owner's.", *shown[0].Reason)
	require.WithinDuration(t, p.AskedAt, shown[0].AskedAt, time.Second)
	require.False(t, shown[0].CanObject)
}

func listPortOuts(r *servertest.Rig, token string) []gen.PortOut {
	r.T.Helper()
	listed := r.Call(http.MethodGet, "/api/users/current/port-outs", "", servertest.Bearer(token))
	require.Equal(r.T, http.StatusOK, listed.StatusCode, string(listed.Body))
	return servertest.Decoded[struct{ Items []gen.PortOut }](r.T, listed).Items
}

func TestPortOut_MessageLink_StopsIt(t *testing.T) {
	r := servertest.New(t)
	r.Customer(servertest.MainLine, "prepaid")
	r.PortAsked()
	r.PortOuts.Stopped = contract.PortOutStopped
	in := r.PortOuts.Asked[0]
	path := "/api/port-outs/" + servertest.AskReference + "/objection"
	body := `{"token":"` + in.Asked.Secret + `"}`

	unknown := r.Call(http.MethodPost, path, body, servertest.FreshKey())
	require.Equal(t, string(contract.FailPortOutUnknown), unknown.Problem(t).MessageKey, "no message was sent yet")
	r.Exec("INSERT INTO port_outs (reference, line_id, recipient, stage, asked_at, cut_over_at, seq, state) SELECT ?, id, 'stc', 'agreed', now(), now(), 1, ?::jsonb FROM lines LIMIT 1",
		servertest.AskReference, `{"id":"`+in.Port.ID+`","reference":"`+servertest.AskReference+`","recipient":"stc","stage":"agreed","seq":1,"lineId":"`+r.LineID(servertest.MainLine)+`"}`)
	forged := r.Call(http.MethodPost, path, `{"token":"0123456789abcdefghij"}`, servertest.FreshKey())
	require.Equal(t, string(contract.FailDisputeLink), forged.Problem(t).MessageKey)
	for range 2 { // it may be repeated
		said := r.Call(http.MethodPost, path, body, servertest.FreshKey())
		require.Equal(t, http.StatusOK, said.StatusCode, string(said.Body))
		require.Equal(t, gen.ObjectionOutcomeStopped, servertest.Decoded[gen.Objection](t, said).Outcome)
	}
}

func TestPortOut_OtherCustomer_IsNotFound(t *testing.T) {
	r := servertest.New(t)
	r.Customer(servertest.MainLine, "prepaid")
	r.Customer("0570000002", "prepaid")
	r.PortAsked()
	r.PortOuts.Check(t)
	stranger := r.SignIn("0570000002")
	require.Empty(t, listPortOuts(r, stranger))
	got := r.Call(http.MethodPost, "/api/users/current/port-outs/"+servertest.AskReference+"/objection", "", servertest.Bearer(stranger), servertest.FreshKey())
	require.Equal(t, string(contract.FailPortOutUnknown), got.Problem(t).MessageKey)
}

func TestPortOut_Ended_SaysSo(t *testing.T) {
	r := servertest.New(t)
	r.Customer(servertest.MainLine, "prepaid")
	r.PortAsked()
	r.PortOuts.Check(t)
	r.PortOuts.Over = true
	got := r.Call(http.MethodPost, "/api/users/current/port-outs/"+servertest.AskReference+"/objection", "", servertest.Bearer(r.SignIn(servertest.MainLine)), servertest.FreshKey())
	require.Equal(t, string(contract.FailPortOutOver), got.Problem(t).MessageKey)
}

func TestPortOut_Held_SupportResumesIt(t *testing.T) {
	r := servertest.New(t)
	r.Customer(servertest.MainLine, "prepaid")
	r.PortAsked()
	p := r.PortOuts.Check(t)
	support := r.SignedIn("support@selfcare.example", "support")
	path := "/api/support/port-outs/" + servertest.AskReference + "/resolution"
	early := r.Call(http.MethodPost, path, `{"action":"retry","note":"asked them"}`, servertest.Bearer(support), servertest.FreshKey())
	require.Equal(t, string(contract.FailPortOutNotHeld), early.Problem(t).MessageKey)

	held := contract.PortOutHeldUp{At: contract.At{Now: time.Now()}, FailureCode: contract.FailNetworkRefused, Work: contract.WorkLetNumberGo}
	_, err := r.PortOuts.Books.HoldPortOut(t.Context(), p, held)
	require.NoError(t, err)
	items := servertest.Decoded[struct{ Items []gen.PortOut }](t, r.Call(http.MethodGet, "/api/support/port-outs", "", servertest.Bearer(support))).Items
	require.Len(t, items, 1)
	require.Equal(t, "057•••0001", items[0].Msisdn)
	require.Equal(t, string(contract.FailNetworkRefused), items[0].Held.FailureCode)
	resumed := r.Call(http.MethodPost, path, `{"action":"retry","note":"asked them"}`, servertest.Bearer(support), servertest.FreshKey())
	require.Equal(t, http.StatusOK, resumed.StatusCode, string(resumed.Body))
	require.Nil(t, servertest.Decoded[struct{ Data gen.PortOut }](t, resumed).Data.Held)
}
