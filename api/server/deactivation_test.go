package server_test

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/activities/deactivation"
	"selfcare/activities/ending"
	"selfcare/api/gen"
	"selfcare/internal/contract"
	domain "selfcare/internal/domain/ending"
)

// fakeEndings play the workflows that end lines, on the real books.
type fakeEndings struct {
	books  *deactivation.Activities
	ending *ending.Activities
	now    map[string]contract.Deactivation // by line
	link   string
}

func (f *fakeEndings) Start(ctx context.Context, in contract.DeactivationInput, _ string) (contract.Deactivation, error) {
	d, err := f.books.OpenDeactivation(ctx, in.Deactivation, contract.DeactivationOpening{At: contract.At{Now: time.Now()}, Link: in.Link})
	f.link = in.Link
	return f.keep(d, err)
}

func (f *fakeEndings) Undo(ctx context.Context, lineID, _ string, in contract.DeactivationUndo) (contract.Deactivation, error) {
	in.Now = time.Now()
	d, err := f.books.UndoDeactivation(ctx, f.now[lineID], in)
	return f.keep(d, err)
}

func (f *fakeEndings) Resolve(ctx context.Context, lineID, _ string, in contract.Resolution) (contract.Deactivation, error) {
	d, err := f.books.ResumeDeactivation(ctx, f.now[lineID], contract.DeactivationResumed{Resolution: in})
	return f.keep(d, err)
}

func (f *fakeEndings) keep(d contract.Deactivation, err error) (contract.Deactivation, error) {
	if err == nil {
		f.now[d.LineID] = d
	}
	return d, asRefusal(err)
}

// ends takes the line out of service, as its workflow does when the time is over.
func (f *fakeEndings) ends(t *testing.T, lineID string) {
	t.Helper()
	d, err := f.books.BeginEnding(t.Context(), f.now[lineID], contract.At{Now: time.Now()})
	require.NoError(t, err)
	s, err := f.ending.EndLine(t.Context(), contract.LineEndingAt{At: contract.At{Now: time.Now()}, Ending: contract.LineEnding{
		ID: d.ID, LineID: lineID, Cause: contract.CauseDeactivated, AskedBy: d.UserID, Reason: d.Reason, Fate: d.Fate, Language: "en",
		Link: f.link, RequestedAt: d.RequestedAt,
	}})
	require.NoError(t, err)
	d, err = f.books.CompleteDeactivation(t.Context(), d, contract.DeactivationCompleted{Statement: s})
	_, err = f.keep(d, err)
	require.NoError(t, err)
}

// codeOf asks for a code of a source, which is then the last one sent.
func (r *rig) codeOf(token, msisdn, source string) string {
	r.t.Helper()
	r.redis.FastForward(2 * time.Minute) // a number gets a code a minute
	got := r.call(http.MethodPost, "/api/auth/otp", fmt.Sprintf(`{"otp":{"mobile_number":%q,"source":%q}}`, msisdn, source), bearer(token), v3)
	require.Equal(r.t, http.StatusOK, got.StatusCode, string(got.body))
	return r.notices.code()
}

// provesOwner proves to the session of a token that it has the line in its hands and knows whose it is.
func (r *rig) provesOwner(token, msisdn, idNumber string) {
	r.t.Helper()
	code := r.codeOf(token, msisdn, "deactivate_number")
	checked := r.call(http.MethodPost, "/api/auth/otp/validate",
		fmt.Sprintf(`{"otp":{"mobile_number":%q,"source":"deactivate_number","otp":%q}}`, msisdn, code), bearer(token))
	require.Equal(r.t, http.StatusOK, checked.StatusCode, string(checked.body))
	owner := r.call(http.MethodPost, "/api/auth/validate_id",
		fmt.Sprintf(`{"mobile_number":%q,"id_number":%q,"source":"deactivate_number"}`, msisdn, idNumber), bearer(token), v3)
	require.Equal(r.t, http.StatusOK, owner.StatusCode, string(owner.body))
}

func (r *rig) deactivates(token, reason, code string) answer {
	return r.call(http.MethodPost, "/api/users/current/deactivate-number", fmt.Sprintf(`{"reasonKey":%q,"otp":%q}`, reason, code), bearer(token), freshKey())
}

func deactivationOf(t *testing.T, got answer) gen.Deactivation {
	t.Helper()
	require.Equal(t, http.StatusOK, got.StatusCode, string(got.body))
	return decoded[struct{ Data gen.Deactivation }](t, got).Data
}

func (r *rig) lineToEnd(token string) gen.LineToEnd {
	r.t.Helper()
	got := r.call(http.MethodGet, "/api/users/current/deactivation", "", bearer(token))
	require.Equal(r.t, http.StatusOK, got.StatusCode, string(got.body))
	return decoded[struct{ Data gen.LineToEnd }](r.t, got).Data
}

func TestANumberIsDeactivatedKeptAndDeactivatedForGood(t *testing.T) {
	r := newRig(t)
	r.customer(mainLine, "prepaid")
	token := r.signIn(mainLine)
	reasons := decoded[struct {
		Data []struct{ ReasonKey, Text string }
	}](t, r.call(http.MethodGet, "/api/users/current/sim-deactivation/reasons", "", bearer(token))).Data
	require.Len(t, reasons, len(domain.Reasons))

	line := r.lineToEnd(token)
	require.Empty(t, line.Obstacles)
	require.Nil(t, line.Deactivation)
	require.Equal(t, 24*3600, line.UndoSeconds)

	requireRefused(t, r.deactivates(token, "other", "123456"), contract.FailProofMissing)
	r.provesOwner(token, mainLine, ownerID)
	requireRefused(t, r.deactivates(token, "bored", "123456"), contract.FailEndReason)
	requireRefused(t, r.deactivates(token, "other", "000000"), contract.FailPinExpired)
	begun := deactivationOf(t, r.deactivates(token, "other", r.codeOf(token, mainLine, "confirm_deactivation")))
	require.EqualValues(t, "waiting", begun.Stage)
	require.Equal(t, begun.Id, r.lineToEnd(token).Deactivation.Id)
	r.provesOwner(token, mainLine, ownerID)
	requireRefused(t, r.deactivates(token, "other", "123456"), contract.FailEndUnderWay)

	undo := func() answer {
		return r.call(http.MethodPost, "/api/users/current/deactivation/undo", "", bearer(token), freshKey())
	}
	require.EqualValues(t, "undone", deactivationOf(t, undo()).Stage)
	require.EqualValues(t, "undone", deactivationOf(t, undo()).Stage, "asked twice it is what the caller wanted")

	again := deactivationOf(t, r.deactivates(token, "other", r.codeOf(token, mainLine, "confirm_deactivation")))
	require.NotEqual(t, begun.Id, again.Id)
	r.endings.ends(t, r.lineID(mainLine))
	require.Equal(t, http.StatusUnauthorized, r.call(http.MethodGet, "/api/users/current/deactivation", "", bearer(token)).StatusCode, "its session has ended")

	_, secret, _ := strings.Cut(r.endings.link, "#")
	body := fmt.Sprintf(`{"token":%q}`, secret)
	ended := deactivationOf(t, r.call(http.MethodPost, "/api/deactivations/"+again.Id, body))
	require.EqualValues(t, "ended", ended.Stage)
	require.NotNil(t, ended.Statement)
	require.NotContains(t, ended.Msisdn, mainLine, "whoever has the link sees the number in part")
	for _, language := range []string{"en", "ar"} {
		file := r.call(http.MethodPost, "/api/deactivations/"+again.Id+"/statement", body, header{"Accept-Language": language})
		require.Equal(t, http.StatusOK, file.StatusCode, string(file.body))
		require.True(t, bytes.HasPrefix(file.body, []byte("%PDF")))
	}
	late := r.call(http.MethodPost, "/api/deactivations/"+again.Id+"/undo", body, freshKey())
	requireRefused(t, late, contract.FailEndTooLate)
}

func TestTheLinkOfAMessageKeepsALineAndAnotherOneDoesNot(t *testing.T) {
	r := newRig(t)
	r.customer(mainLine, "prepaid")
	token := r.signIn(mainLine)
	r.provesOwner(token, mainLine, ownerID)
	begun := deactivationOf(t, r.deactivates(token, "other", r.codeOf(token, mainLine, "confirm_deactivation")))
	path := "/api/deactivations/" + begun.Id
	for _, where := range []string{path, path + "/undo", path + "/statement"} {
		requireRefused(t, r.call(http.MethodPost, where, `{"token":"0123456789abcdefghij"}`, freshKey()), contract.FailEndLink)
	}
	_, secret, _ := strings.Cut(r.endings.link, "#")
	body := fmt.Sprintf(`{"token":%q}`, secret)
	requireRefused(t, r.call(http.MethodPost, path+"/statement", body), contract.FailEndUnknown)
	require.EqualValues(t, "undone", deactivationOf(t, r.call(http.MethodPost, path+"/undo", body, freshKey())).Stage)
}

func TestWhatStandsInTheWayOfADeactivationIsShownAndRefused(t *testing.T) {
	r := newRig(t)
	user := r.customer(mainLine, "prepaid")
	r.subAccount(user, "0570000004", "prepaid", nil)
	r.withSIMs(r.lineID(mainLine))
	token := r.signIn(mainLine)
	line := r.lineToEnd(token)
	keys := make([]string, len(line.Obstacles))
	for i, obstacle := range line.Obstacles {
		keys[i] = obstacle.Key
		require.NotEmpty(t, obstacle.Text)
	}
	require.Equal(t, []string{string(contract.FailEndSubAccounts), string(contract.FailEndOrderRuns), string(contract.FailEndFurtherSIMs)}, keys)
	r.provesOwner(token, mainLine, ownerID)
	requireRefused(t, r.deactivates(token, "other", "123456"), contract.FailEndSubAccounts)
}

// Nobody goes through all the steps to be refused at the last one.
func TestADeactivationWhileTheNumberLeavesOrAnOrderRunsIsRefusedBeforeItsFirstStep(t *testing.T) {
	for want, claim := range map[contract.Code][2]string{
		contract.FailEndPortOut: {contract.HolderPortOut + "PO00000001", ""}, contract.FailEndOrderRuns: {"01900000-0000-7000-8000-00000000000e", "SC12345678"},
	} {
		r := newRig(t)
		r.customer(mainLine, "prepaid")
		token := r.signIn(mainLine)
		r.exec("INSERT INTO line_changes (line_id, holder, order_number, until) VALUES (?, ?, ?, now() + interval '1 day')", r.lineID(mainLine), claim[0], claim[1])
		line := r.lineToEnd(token)
		require.Len(t, line.Obstacles, 1)
		require.Equal(t, string(want), line.Obstacles[0].Key)
		r.provesOwner(token, mainLine, ownerID)
		requireRefused(t, r.deactivates(token, "other", r.codeOf(token, mainLine, "confirm_deactivation")), want)
		r.exec("UPDATE line_changes SET expires_at = now()")
		require.Empty(t, r.lineToEnd(token).Obstacles, "a claim that ran out is none")
	}
}

func TestSupportSeesAHeldDeactivationAndDecides(t *testing.T) {
	r := newRig(t)
	r.customer(mainLine, "prepaid")
	token := r.signIn(mainLine)
	r.provesOwner(token, mainLine, ownerID)
	begun := deactivationOf(t, r.deactivates(token, "other", r.codeOf(token, mainLine, "confirm_deactivation")))
	support := bearer(r.signedIn("support@selfcare.example", "support"))
	resolve := func(action string) answer {
		return r.call(http.MethodPost, "/api/support/deactivations/"+begun.Id+"/resolution", fmt.Sprintf(`{"action":%q,"note":"by hand"}`, action), support, freshKey())
	}
	requireRefused(t, resolve("retry"), contract.FailEndNotHeld)
	held, err := r.endings.books.HoldDeactivation(t.Context(), r.endings.now[r.lineID(mainLine)], contract.DeactivationHeldUp{
		At: contract.At{Now: time.Now()}, Work: contract.WorkSwitchOff, FailureCode: contract.FailNetworkRefused,
	})
	_, err = r.endings.keep(held, err)
	require.NoError(t, err)
	items := decoded[struct{ Items []gen.HeldDeactivation }](t, r.call(http.MethodGet, "/api/support/deactivations", "", support)).Items
	require.Len(t, items, 1)
	require.Equal(t, []gen.HeldDeactivationActions{"retry", "skip"}, items[0].Actions)
	require.EqualValues(t, "ending", r.lineToEnd(token).Deactivation.Stage, "its owner is not told of our troubles")
	require.Equal(t, http.StatusOK, resolve("skip").StatusCode)
}
