package server_test

import (
	"context"
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	lineacts "selfcare/activities/line"
	"selfcare/api/gen"
	"selfcare/internal/contract"
	"selfcare/internal/domain/order"
	"selfcare/internal/flow"
	"selfcare/internal/store"
)

const (
	goodReplacement = `{"msisdn":"0570000001","idNumber":"1077000014","reason":"lost","otp":"123456"}`

	startReplacement = `{"kind":"sim-replacement","numberSource":"existing"}`
	startMultiSIM    = `{"kind":"multisim","numberSource":"existing","simType":"physical"}`
)

var v1 = header{"X-Api-Version": "v1"}

// fakeLines stands in for the short workflows.
type fakeLines struct {
	switched, deactivated []contract.SIMChangeInput
	err                   error
	books                 *lineacts.Activities
	told                  []contract.FeatureOrder // what the network was asked to set
	begun                 contract.SettingChange  // that which it has not answered
}

// ChangeSetting begins as the workflow does; networkSays is what comes after it.
func (p *fakeLines) ChangeSetting(ctx context.Context, in contract.SettingChange) (contract.SettingChange, error) {
	begun, err := p.books.BeginSetting(ctx, contract.SettingChangeAt{At: contract.At{Now: time.Now()}, Change: in})
	if err != nil {
		return in, asRefusal(err)
	}
	p.told, p.begun = append(p.told, begun.Order), begun.Change
	return begun.Change, nil
}

func (p *fakeLines) SwitchPrimary(_ context.Context, in contract.SIMChangeInput) error {
	p.switched = append(p.switched, in)
	return p.err
}

func (p *fakeLines) DeactivateSIM(_ context.Context, in contract.SIMChangeInput) error {
	p.deactivated = append(p.deactivated, in)
	return p.err
}

func (r *rig) startOf(body string, headers ...header) started {
	r.t.Helper()
	got := r.call(http.MethodPost, "/api/orders", body, append(headers, freshKey())...)
	require.Equal(r.t, http.StatusCreated, got.StatusCode, string(got.body))
	answer := decoded[struct {
		OrderSessionID string    `json:"orderSessionId"`
		Order          gen.Order `json:"order"`
	}](r.t, got)
	return started{answer.Order.Id, answer.OrderSessionID}
}

// replaces sends the replacement step.
func (r *rig) replaces(o started, token, line, id, reason, code string) answer {
	r.t.Helper()
	body := fmt.Sprintf(`{%s,"idNumber":%q,"reason":%q,"otp":%q}`, line, id, reason, code)
	return r.call(http.MethodPut, "/api/orders/"+o.id+"/replacement", body, withSession(o.session), bearer(token), r.key())
}

const byNumber, bySubscription = `"msisdn":"966570000001"`, `"subscriptionId":"main"`

// takesReplacement makes the played workflow take the line, as the real one does.
func (r *rig) takesReplacement() {
	r.flow.decide = func(o contract.Order, update string, arg any) (contract.Order, error) {
		if wanted, ok := arg.(contract.ReplacementRequest); ok && update == contract.UpdateRequestReplacement {
			o = order.WithLine(o, contract.Line{ID: wanted.LineID, MSISDN: mainLine}, owner)
			o = order.WithReplacement(o, contract.Replacement{Reason: wanted.Reason, Fee: 2500}, wanted.Device, 15)
		}
		return o, nil
	}
}

func (r *rig) lastReplacement() contract.ReplacementRequest {
	r.t.Helper()
	updates := r.flow.sentUpdates()
	wanted, ok := updates[len(updates)-1].arg.(contract.ReplacementRequest)
	require.True(r.t, ok)
	return wanted
}

func TestAReplacementIsAskedForByWhoeverIsSignedIn(t *testing.T) {
	r := newRig(t)
	r.customer(mainLine, "prepaid")
	r.takesReplacement()
	token := r.signIn(mainLine)
	o := r.startOf(startReplacement, bearer(token))
	code := r.sentCode(token, mainLine, "replacement")
	require.Equal(t, mainLine, r.notices.latest().Mobile)
	require.Equal(t, mainLine+"@selfcare.example", r.notices.latest().Email, "a lost SIM receives nothing")

	got := r.replaces(o, token, bySubscription, ownerID, "lost", code)
	require.Equal(t, http.StatusOK, got.StatusCode, string(got.body))
	view := decoded[gen.Order](t, got)
	require.EqualValues(t, 2500, view.Replacement.Fee)
	require.Equal(t, mainLine, *view.Msisdn)
	require.Regexp(t, "^https://selfcare.example/en/not-me/"+o.id+"#[A-Za-z0-9_-]{43}$", r.lastReplacement().DisputeURL)
}

func TestAReplacementWhoseAnswerWasLostIsAnsweredAtTheRepeat(t *testing.T) {
	r := newRig(t)
	r.customer(mainLine, "prepaid")
	r.takesReplacement()
	token := r.signIn(mainLine)
	o := r.startOf(startReplacement, bearer(token))
	code := r.sentCode(token, mainLine, "replacement")
	losing := &losingFlow{fakeFlow: r.flow, err: flow.ErrOutcomeUnknown}
	r.replaceFlow(losing)
	r.sameKey = uuid.NewString()
	requireRefused(t, r.replaces(o, token, bySubscription, ownerID, "lost", code), contract.FailUnavailable)
	losing.err = nil
	got := r.replaces(o, token, bySubscription, ownerID, "lost", code)
	require.Equal(t, http.StatusOK, got.StatusCode, string(got.body))
	require.Len(t, r.flow.sentUpdates(), 2, "start and one replacement")

	r.sameKey = ""
	requireRefused(t, r.replaces(o, token, bySubscription, ownerID, "lost", code), contract.FailPinExpired)
}

func TestAReplacementIsAskedForByWhoeverKnowsNumberIDAndCode(t *testing.T) {
	r := newRig(t)
	lineID := r.line(mainLine, "prepaid", owner)
	device := r.device()
	o := r.startOf(startReplacement)
	requireRefused(t, r.askCode(device, mainLine, "replacement"), contract.FailProofMissing)
	require.Equal(t, http.StatusOK, r.showID(device, mainLine, ownerID, "replacement").StatusCode)
	code := r.sentCode(device, mainLine, "replacement")
	require.Equal(t, "owner@selfcare.example", r.notices.latest().Email)
	requireRefused(t, r.giveCode(device, mainLine, "replacement", code), contract.FailValidation)

	requireRefused(t, r.replaces(o, device, bySubscription, ownerID, "lost", code), contract.FailNotSignedIn)
	requireRefused(t, r.replaces(o, device, byNumber, "1000000008", "lost", code), contract.FailIDNotOfNumber)
	requireRefused(t, r.replaces(o, device, byNumber, ownerID, "to-esim", code), contract.FailNotToESIM)
	requireRefused(t, r.replaces(o, device, `"msisdn":"0570000099"`, ownerID, "lost", code), contract.FailNumberNotFound)
	requireRefused(t, r.replaces(o, device, `"msisdn":"0501234567"`, ownerID, "lost", code), contract.FailNotOurNumber)
	requireRefused(t, r.replaces(o, device, byNumber, ownerID, "lost", otherThan(code)), contract.FailPinWrong)
	requireRefused(t, r.replaces(o, r.device(), byNumber, ownerID, "lost", code), contract.FailPinExpired)
	got := r.replaces(o, device, byNumber, ownerID, "lost", code)
	require.Equal(t, http.StatusOK, got.StatusCode, string(got.body))
	require.Equal(t, lineID, r.lastReplacement().LineID)
	requireRefused(t, r.replaces(o, device, byNumber, ownerID, "lost", code), contract.FailPinExpired)
}

func TestALineBroughtAlongHasASIMToReplaceToo(t *testing.T) {
	r := newRig(t)
	r.line("0501112233", "prepaid", owner)
	require.Equal(t, http.StatusOK, r.showID(r.device(), "0501112233", ownerID, "replacement").StatusCode)
}

func TestAReplacementIsRefusedWhileTheNumberIsBeingBroughtOver(t *testing.T) {
	const brought = "0551234567"
	r := newRig(t)
	port, o, device := r.start(), r.startOf(startReplacement), r.device()
	opens := time.Date(2030, time.May, 1, 5, 0, 0, 0, time.UTC)
	coming := r.put(port, func(full *contract.Order) {
		full.NumberSource, full.Stage = contract.NumberPortIn, contract.StageDelivered
		full.Person = &contract.Person{IDNumber: ownerID, Nationality: "SA", BirthDate: "1990-03-05"}
		full.Port = &contract.Port{MSISDN: brought, Operator: "stc", Status: contract.PortScheduled, CutOverAt: opens}
	})
	require.NoError(t, r.store.Ports.Claim(t.Context(), brought, port.id, time.Time{}))
	replace := func(id string) answer { return r.replaces(o, device, `"msisdn":"`+brought+`"`, id, "lost", "123456") }

	for _, refused := range []answer{r.showID(device, brought, ownerID, "replacement"), replace(ownerID)} {
		problem := requireRefused(t, refused, contract.FailLineBusy)
		require.Contains(t, problem.Message, coming.Number)
		require.Contains(t, problem.Message, "Wednesday 1 May at 8:00 am")
	}
	for _, stranger := range []answer{r.showID(device, brought, nextID, "replacement"), replace(nextID), r.showID(device, brought, ownerID, "register")} {
		require.NotContains(t, requireRefused(t, stranger, contract.FailNotOurNumber).Message, coming.Number)
	}

	require.NoError(t, r.store.Ports.Release(t.Context(), port.id))
	requireRefused(t, replace(ownerID), contract.FailNotOurNumber)
}

func TestAReplacementIsRefusedBeforeItsCodeIsUsedUp(t *testing.T) {
	r := newRig(t)
	r.customer(mainLine, "prepaid")
	token := r.signIn(mainLine)
	o := r.startOf(startReplacement)
	lineID := r.lineID(mainLine)
	code := r.sentCode(token, mainLine, "replacement")
	ask := func() answer { return r.replaces(o, token, byNumber, ownerID, "lost", code) }

	until := time.Date(2030, time.May, 1, 9, 0, 0, 0, time.UTC)
	require.NoError(t, r.store.Lines.Claim(t.Context(), store.LineClaim{LineID: lineID, Holder: "another", OrderNumber: "SC87654321", Until: until}))
	problem := requireRefused(t, ask(), contract.FailLineBusy)
	require.Contains(t, problem.Message, "SC87654321")
	require.Contains(t, problem.Message, "Wednesday 1 May at 12:00 pm")
	require.NoError(t, r.store.Lines.Release(t.Context(), "another"))

	require.NoError(t, r.store.Lines.Guard(t.Context(), lineID, until))
	require.Contains(t, requireRefused(t, ask(), contract.FailLineGuarded).Message, "Wednesday 1 May at 12:00 pm")
	r.exec("UPDATE lines SET guarded_until = NULL, status = 'blocked'")
	requireRefused(t, ask(), contract.FailLineBlocked)
	r.exec("UPDATE lines SET status = 'active'")
	got := ask()
	require.Equal(t, http.StatusOK, got.StatusCode, string(got.body))
}

func (r *rig) lineID(msisdn string) string {
	r.t.Helper()
	found, err := r.store.Lines.ByNumber(r.t.Context(), msisdn)
	require.NoError(r.t, err)
	return found.ID
}

func (r *rig) exec(statement string, args ...any) {
	r.t.Helper()
	_, err := r.db.NewRaw(statement, args...).Exec(r.t.Context())
	require.NoError(r.t, err)
}

func TestCodesAreAboutOwnLinesOnly(t *testing.T) {
	r := newRig(t)
	r.customer(mainLine, "prepaid")
	r.customer("0570000002", "prepaid")
	token := r.signIn(mainLine)
	for _, source := range []string{"switch_primary", "deactivate_sim"} {
		requireRefused(t, r.askCode(token, "0570000002", source), contract.FailAccountUnknown)
		requireRefused(t, r.askCode(r.device(), mainLine, source), contract.FailNotSignedIn)
	}
	requireRefused(t, r.askCode(token, "0570000002", "replacement"), contract.FailProofMissing)
}

// replacement is an order in the middle, with the secret that was sent to the line's holder.
func (r *rig) replacement() (o started, secret string) {
	r.t.Helper()
	r.customer(mainLine, "prepaid")
	r.takesReplacement()
	token := r.signIn(mainLine)
	o = r.startOf(startReplacement)
	got := r.replaces(o, token, byNumber, ownerID, "lost", r.sentCode(token, mainLine, "replacement"))
	require.Equal(r.t, http.StatusOK, got.StatusCode, string(got.body))
	return o, regexp.MustCompile("#(.*)$").FindStringSubmatch(r.lastReplacement().DisputeURL)[1]
}

func (r *rig) disputes(orderID, secret string) answer {
	r.t.Helper()
	return r.call(http.MethodPost, "/api/orders/"+orderID+"/dispute", fmt.Sprintf(`{"token":%q}`, secret), freshKey())
}

func outcome(t *testing.T, got answer) string {
	t.Helper()
	require.Equal(t, http.StatusOK, got.StatusCode, string(got.body))
	return decoded[struct{ Outcome string }](t, got).Outcome
}

func TestTheHoldersLinkStopsTheOrderOnceHoweverOftenItIsOpened(t *testing.T) {
	r := newRig(t)
	o, secret := r.replacement()
	r.flow.decide = func(o contract.Order, update string, _ any) (contract.Order, error) {
		require.Equal(t, contract.UpdateDispute, update)
		o.Stage = contract.StageCancelling
		return o, nil
	}
	for range 3 {
		require.Equal(t, "stopped", outcome(t, r.disputes(o.id, secret)))
	}
	sent := 0
	for _, update := range r.flow.sentUpdates() {
		if update.name == contract.UpdateDispute {
			sent++
		}
	}
	require.Equal(t, 1, sent)
}

func TestAForgedLinkStopsNothing(t *testing.T) {
	r := newRig(t)
	o, secret := r.replacement()
	other := r.startOf(startReplacement)
	before := len(r.flow.sentUpdates())
	requireRefused(t, r.disputes(o.id, strings.Repeat("A", 43)), contract.FailDisputeLink)
	requireRefused(t, r.disputes(other.id, secret), contract.FailDisputeLink)
	requireRefused(t, r.disputes(uuid.NewString(), secret), contract.FailDisputeLink)
	requireRefused(t, r.disputes(o.id, o.session), contract.FailDisputeLink)
	require.Len(t, r.flow.sentUpdates(), before)
}

func TestALinkOpenedTooLateIsForSupport(t *testing.T) {
	r := newRig(t)
	o, secret := r.replacement()
	r.flow.decide = func(o contract.Order, _ string, _ any) (contract.Order, error) {
		o.Stage = contract.StageActive
		return o, nil
	}
	require.Equal(t, "with-support", outcome(t, r.disputes(o.id, secret)))
	r.refuse(contract.Refuse(contract.FailOrderClosed))
	requireRefused(t, r.disputes(o.id, secret), contract.FailDisputeLate)
}

func TestAfterASIMChangedHandsSensitiveChangesAreClosed(t *testing.T) {
	r := newRig(t)
	r.customer(mainLine, "postpaid")
	_, watch, _ := r.withSIMs(r.lineID(mainLine))
	token := r.signIn(mainLine)
	r.line("0570000004", "prepaid", owner)
	r.exec("UPDATE lines SET guarded_until = ?", time.Now().Add(time.Hour))
	requireRefused(t, r.changesSIM(token, "deactivate-sim", watch.ID, r.sentCode(token, mainLine, "deactivate_sim")), contract.FailLineGuarded)
	requireRefused(t, r.changesSIM(token, "multisim/switchprimary", watch.ID, "123456"), contract.FailLineGuarded)
	requireRefused(t, r.wantEmail(token, "new@selfcare.example"), contract.FailLineGuarded)
	requireRefused(t, r.confirmEmail(token, "123456"), contract.FailLineGuarded)
	requireRefused(t, r.askCode(token, "0570000004", "add_account"), contract.FailLineGuarded)
	info := decoded[struct{ Data gen.SimInfo }](t, r.call(http.MethodGet, "/api/users/current/sim/info", "", bearer(token), v3)).Data
	require.NotNil(t, info.GuardedUntil)
}
