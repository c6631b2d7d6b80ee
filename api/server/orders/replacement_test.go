package orders_test

import (
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"selfcare/api/gen"
	"selfcare/api/servertest"
	"selfcare/internal/contract"
	"selfcare/internal/domain/order"
	"selfcare/internal/flow"
	linestore "selfcare/internal/store/line"
)

// replaces sends the replacement step.
func replaces(r *servertest.Rig, o servertest.Started, token, line, id, reason, code string) servertest.Answer {
	r.T.Helper()
	body := fmt.Sprintf(`{%s,"idNumber":%q,"reason":%q,"otp":%q}`, line, id, reason, code)
	return r.Call(http.MethodPut, "/api/orders/"+o.ID+"/replacement", body, servertest.WithSession(o.Session), servertest.Bearer(token), r.Key())
}

const byNumber, bySubscription = `"msisdn":"966570000001"`, `"subscriptionId":"main"`

// takesReplacement makes the fake workflow claim the line, as the real one does.
func takesReplacement(r *servertest.Rig) {
	r.Flow.Decide = func(o contract.Order, update string, arg any) (contract.Order, error) {
		if wanted, ok := arg.(contract.ReplacementRequest); ok && update == contract.UpdateRequestReplacement {
			o = order.WithLine(o, contract.Line{ID: wanted.LineID, MSISDN: servertest.MainLine}, servertest.Owner)
			o = order.WithReplacement(o, contract.Replacement{Reason: wanted.Reason, Fee: 2500}, wanted.Device, 15)
		}
		return o, nil
	}
}

func lastReplacement(r *servertest.Rig) contract.ReplacementRequest {
	r.T.Helper()
	updates := r.Flow.SentUpdates()
	wanted, ok := updates[len(updates)-1].Arg.(contract.ReplacementRequest)
	require.True(r.T, ok)
	return wanted
}

func TestReplacement_SignedIn_Starts(t *testing.T) {
	r := servertest.New(t)
	r.Customer(servertest.MainLine, "prepaid")
	takesReplacement(r)
	token := r.SignIn(servertest.MainLine)
	o := r.StartOf(servertest.StartReplacement, servertest.Bearer(token))
	code := r.SentCode(token, servertest.MainLine, "replacement")
	require.Equal(t, servertest.MainLine, r.Notices.Latest().Mobile)
	require.Equal(t, servertest.MainLine+"@selfcare.example", r.Notices.Latest().Email, "a lost SIM receives nothing")

	got := replaces(r, o, token, bySubscription, servertest.OwnerID, "lost", code)
	require.Equal(t, http.StatusOK, got.StatusCode, string(got.Body))
	view := servertest.Decoded[gen.Order](t, got)
	require.EqualValues(t, 2500, view.Replacement.Fee)
	require.Equal(t, servertest.MainLine, *view.Msisdn)
	require.Regexp(t, "^https://selfcare.example/en/not-me/"+o.ID+"#[A-Za-z0-9_-]{43}$", lastReplacement(r).DisputeURL)
}

func TestReplacement_LostAnswer_IsRepeated(t *testing.T) {
	r := servertest.New(t)
	r.Customer(servertest.MainLine, "prepaid")
	takesReplacement(r)
	token := r.SignIn(servertest.MainLine)
	o := r.StartOf(servertest.StartReplacement, servertest.Bearer(token))
	code := r.SentCode(token, servertest.MainLine, "replacement")
	losing := &servertest.LosingFlow{FakeFlow: r.Flow, Err: flow.ErrOutcomeUnknown}
	r.ReplaceFlow(losing)
	r.SameKey = uuid.NewString()
	servertest.RequireRefused(t, replaces(r, o, token, bySubscription, servertest.OwnerID, "lost", code), contract.FailUnavailable)
	losing.Err = nil
	got := replaces(r, o, token, bySubscription, servertest.OwnerID, "lost", code)
	require.Equal(t, http.StatusOK, got.StatusCode, string(got.Body))
	require.Len(t, r.Flow.SentUpdates(), 2, "start and one replacement")

	r.SameKey = ""
	servertest.RequireRefused(t, replaces(r, o, token, bySubscription, servertest.OwnerID, "lost", code), contract.FailPinExpired)
}

func TestReplacement_GuestIDAndCode_Starts(t *testing.T) {
	r := servertest.New(t)
	lineID := r.Line(servertest.MainLine, "prepaid", servertest.Owner)
	device := r.Device()
	o := r.StartOf(servertest.StartReplacement)
	servertest.RequireRefused(t, r.AskCode(device, servertest.MainLine, "replacement"), contract.FailProofMissing)
	require.Equal(t, http.StatusOK, r.ShowID(device, servertest.MainLine, servertest.OwnerID, "replacement").StatusCode)
	code := r.SentCode(device, servertest.MainLine, "replacement")
	require.Equal(t, "owner@selfcare.example", r.Notices.Latest().Email)
	servertest.RequireRefused(t, r.GiveCode(device, servertest.MainLine, "replacement", code), contract.FailValidation)

	servertest.RequireRefused(t, replaces(r, o, device, bySubscription, servertest.OwnerID, "lost", code), contract.FailNotSignedIn)
	servertest.RequireRefused(t, replaces(r, o, device, byNumber, "1000000008", "lost", code), contract.FailIDNotOfNumber)
	servertest.RequireRefused(t, replaces(r, o, device, byNumber, servertest.OwnerID, "to-esim", code), contract.FailNotToESIM)
	servertest.RequireRefused(t, replaces(r, o, device, `"msisdn":"0570000099"`, servertest.OwnerID, "lost", code), contract.FailNumberNotFound)
	servertest.RequireRefused(t, replaces(r, o, device, `"msisdn":"0501234567"`, servertest.OwnerID, "lost", code), contract.FailNotOurNumber)
	servertest.RequireRefused(t, replaces(r, o, device, byNumber, servertest.OwnerID, "lost", servertest.OtherThan(code)), contract.FailPinWrong)
	servertest.RequireRefused(t, replaces(r, o, r.Device(), byNumber, servertest.OwnerID, "lost", code), contract.FailPinExpired)
	got := replaces(r, o, device, byNumber, servertest.OwnerID, "lost", code)
	require.Equal(t, http.StatusOK, got.StatusCode, string(got.Body))
	require.Equal(t, lineID, lastReplacement(r).LineID)
	servertest.RequireRefused(t, replaces(r, o, device, byNumber, servertest.OwnerID, "lost", code), contract.FailPinExpired)
}

func TestReplacement_PortedLine_Starts(t *testing.T) {
	r := servertest.New(t)
	r.Line("0501112233", "prepaid", servertest.Owner)
	require.Equal(t, http.StatusOK, r.ShowID(r.Device(), "0501112233", servertest.OwnerID, "replacement").StatusCode)
}

func TestReplacement_PortInProgress_IsRefused(t *testing.T) {
	const brought = "0551234567"
	r := servertest.New(t)
	port, o, device := r.Start(), r.StartOf(servertest.StartReplacement), r.Device()
	opens := time.Date(2030, time.May, 1, 5, 0, 0, 0, time.UTC)
	coming := r.Put(port, func(full *contract.Order) {
		full.NumberSource, full.Stage = contract.NumberPortIn, contract.StageDelivered
		full.Person = &contract.Person{IDNumber: servertest.OwnerID, Nationality: "SA", BirthDate: "1990-03-05"}
		full.Port = &contract.Port{MSISDN: brought, Operator: "stc", Status: contract.PortScheduled, CutOverAt: opens}
	})
	require.NoError(t, r.Store.Ports.Claim(t.Context(), brought, port.ID, time.Time{}))
	replace := func(id string) servertest.Answer {
		return replaces(r, o, device, `"msisdn":"`+brought+`"`, id, "lost", "123456")
	}

	for _, refused := range []servertest.Answer{r.ShowID(device, brought, servertest.OwnerID, "replacement"), replace(servertest.OwnerID)} {
		problem := servertest.RequireRefused(t, refused, contract.FailLineBusy)
		require.Contains(t, problem.Message, coming.Number)
		require.Contains(t, problem.Message, "Wednesday 1 May at 8:00 am")
	}
	for _, stranger := range []servertest.Answer{r.ShowID(device, brought, servertest.NextID, "replacement"), replace(servertest.NextID), r.ShowID(device, brought, servertest.OwnerID, "register")} {
		require.NotContains(t, servertest.RequireRefused(t, stranger, contract.FailNotOurNumber).Message, coming.Number)
	}

	require.NoError(t, r.Store.Ports.Release(t.Context(), port.ID))
	servertest.RequireRefused(t, replace(servertest.OwnerID), contract.FailNotOurNumber)
}

func TestReplacement_Refused_KeepsCode(t *testing.T) {
	r := servertest.New(t)
	r.Customer(servertest.MainLine, "prepaid")
	token := r.SignIn(servertest.MainLine)
	o := r.StartOf(servertest.StartReplacement)
	lineID := r.LineID(servertest.MainLine)
	code := r.SentCode(token, servertest.MainLine, "replacement")
	ask := func() servertest.Answer { return replaces(r, o, token, byNumber, servertest.OwnerID, "lost", code) }

	until := time.Date(2030, time.May, 1, 9, 0, 0, 0, time.UTC)
	require.NoError(t, r.Store.Lines.Claim(t.Context(), linestore.Claim{LineID: lineID, Holder: "another", OrderNumber: "SC87654321", Until: until}))
	problem := servertest.RequireRefused(t, ask(), contract.FailLineBusy)
	require.Contains(t, problem.Message, "SC87654321")
	require.Contains(t, problem.Message, "Wednesday 1 May at 12:00 pm")
	require.NoError(t, r.Store.Lines.Release(t.Context(), "another"))

	require.NoError(t, r.Store.Lines.Guard(t.Context(), lineID, until))
	require.Contains(t, servertest.RequireRefused(t, ask(), contract.FailLineGuarded).Message, "Wednesday 1 May at 12:00 pm")
	r.Exec("UPDATE lines SET guarded_until = NULL, status = 'blocked'")
	servertest.RequireRefused(t, ask(), contract.FailLineBlocked)
	r.Exec("UPDATE lines SET status = 'active'")
	got := ask()
	require.Equal(t, http.StatusOK, got.StatusCode, string(got.Body))
}

func TestReplacement_CodeOfOtherLine_IsRefused(t *testing.T) {
	r := servertest.New(t)
	r.Customer(servertest.MainLine, "prepaid")
	r.Customer("0570000002", "prepaid")
	token := r.SignIn(servertest.MainLine)
	for _, source := range []string{"switch_primary", "deactivate_sim"} {
		servertest.RequireRefused(t, r.AskCode(token, "0570000002", source), contract.FailAccountUnknown)
		servertest.RequireRefused(t, r.AskCode(r.Device(), servertest.MainLine, source), contract.FailNotSignedIn)
	}
	servertest.RequireRefused(t, r.AskCode(token, "0570000002", "replacement"), contract.FailProofMissing)
}

// replacement returns an open replacement order and the secret sent to the line's holder.
func replacement(r *servertest.Rig) (o servertest.Started, secret string) {
	r.T.Helper()
	r.Customer(servertest.MainLine, "prepaid")
	takesReplacement(r)
	token := r.SignIn(servertest.MainLine)
	o = r.StartOf(servertest.StartReplacement)
	got := replaces(r, o, token, byNumber, servertest.OwnerID, "lost", r.SentCode(token, servertest.MainLine, "replacement"))
	require.Equal(r.T, http.StatusOK, got.StatusCode, string(got.Body))
	return o, regexp.MustCompile("#(.*)$").FindStringSubmatch(lastReplacement(r).DisputeURL)[1]
}

func disputes(r *servertest.Rig, orderID, secret string) servertest.Answer {
	r.T.Helper()
	return r.Call(http.MethodPost, "/api/orders/"+orderID+"/dispute", fmt.Sprintf(`{"token":%q}`, secret), servertest.FreshKey())
}

func outcome(t *testing.T, got servertest.Answer) string {
	t.Helper()
	require.Equal(t, http.StatusOK, got.StatusCode, string(got.Body))
	return servertest.Decoded[struct{ Outcome string }](t, got).Outcome
}

func TestStopLink_OpenedTwice_StopsOnce(t *testing.T) {
	r := servertest.New(t)
	o, secret := replacement(r)
	r.Flow.Decide = func(o contract.Order, update string, _ any) (contract.Order, error) {
		require.Equal(t, contract.UpdateDispute, update)
		o.Stage = contract.StageCancelling
		return o, nil
	}
	for range 3 {
		require.Equal(t, "stopped", outcome(t, disputes(r, o.ID, secret)))
	}
	sent := 0
	for _, update := range r.Flow.SentUpdates() {
		if update.Name == contract.UpdateDispute {
			sent++
		}
	}
	require.Equal(t, 1, sent)
}

func TestStopLink_Forged_StopsNothing(t *testing.T) {
	r := servertest.New(t)
	o, secret := replacement(r)
	other := r.StartOf(servertest.StartReplacement)
	before := len(r.Flow.SentUpdates())
	servertest.RequireRefused(t, disputes(r, o.ID, strings.Repeat("A", 43)), contract.FailDisputeLink)
	servertest.RequireRefused(t, disputes(r, other.ID, secret), contract.FailDisputeLink)
	servertest.RequireRefused(t, disputes(r, uuid.NewString(), secret), contract.FailDisputeLink)
	servertest.RequireRefused(t, disputes(r, o.ID, o.Session), contract.FailDisputeLink)
	require.Len(t, r.Flow.SentUpdates(), before)
}

func TestStopLink_TooLate_GoesToSupport(t *testing.T) {
	r := servertest.New(t)
	o, secret := replacement(r)
	r.Flow.Decide = func(o contract.Order, _ string, _ any) (contract.Order, error) {
		o.Stage = contract.StageActive
		return o, nil
	}
	require.Equal(t, "with-support", outcome(t, disputes(r, o.ID, secret)))
	r.Refuse(contract.Refuse(contract.FailOrderClosed))
	servertest.RequireRefused(t, disputes(r, o.ID, secret), contract.FailDisputeLate)
}

func TestReplacement_Done_GuardsTheLine(t *testing.T) {
	r := servertest.New(t)
	r.Customer(servertest.MainLine, "postpaid")
	_, watch, _ := r.WithSIMs(r.LineID(servertest.MainLine))
	token := r.SignIn(servertest.MainLine)
	r.Line("0570000004", "prepaid", servertest.Owner)
	r.Exec("UPDATE lines SET guarded_until = ?", time.Now().Add(time.Hour))
	servertest.RequireRefused(t, r.ChangeSIM(token, "deactivate-sim", watch.ID, r.SentCode(token, servertest.MainLine, "deactivate_sim")), contract.FailLineGuarded)
	servertest.RequireRefused(t, r.ChangeSIM(token, "multisim/switchprimary", watch.ID, "123456"), contract.FailLineGuarded)
	servertest.RequireRefused(t, r.RequestEmail(token, "new@selfcare.example"), contract.FailLineGuarded)
	servertest.RequireRefused(t, r.ConfirmEmail(token, "123456"), contract.FailLineGuarded)
	servertest.RequireRefused(t, r.AskCode(token, "0570000004", "add_account"), contract.FailLineGuarded)
	info := servertest.Decoded[struct{ Data gen.SimInfo }](t, r.Call(http.MethodGet, "/api/users/current/sim/info", "", servertest.Bearer(token), servertest.V3)).Data
	require.NotNil(t, info.GuardedUntil)
}
