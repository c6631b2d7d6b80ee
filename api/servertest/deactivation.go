package servertest

import (
	"context"
	"fmt"
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/activities/deactivation"
	"selfcare/activities/ending"
	"selfcare/api/gen"
	"selfcare/internal/contract"
)

// FakeEndings plays the workflows of deactivations on the real tables.
type FakeEndings struct {
	Books  *deactivation.Activities
	ending *ending.Activities
	Now    map[string]contract.Deactivation // by line
	Link   string
}

func (f *FakeEndings) Start(ctx context.Context, in contract.DeactivationInput, _ string) (contract.Deactivation, error) {
	d, err := f.Books.OpenDeactivation(ctx, in.Deactivation, contract.DeactivationOpening{At: contract.At{Now: time.Now()}, Link: in.Link})
	f.Link = in.Link
	return f.Keep(d, err)
}

func (f *FakeEndings) Undo(ctx context.Context, lineID, _ string, in contract.DeactivationUndo) (contract.Deactivation, error) {
	in.Now = time.Now()
	d, err := f.Books.UndoDeactivation(ctx, f.Now[lineID], in)
	return f.Keep(d, err)
}

func (f *FakeEndings) Resolve(ctx context.Context, lineID, _ string, in contract.Resolution) (contract.Deactivation, error) {
	d, err := f.Books.ResumeDeactivation(ctx, f.Now[lineID], contract.DeactivationResumed{Resolution: in})
	return f.Keep(d, err)
}

func (f *FakeEndings) Keep(d contract.Deactivation, err error) (contract.Deactivation, error) {
	if err == nil {
		f.Now[d.LineID] = d
	}
	return d, AsRefusal(err)
}

// End takes the line out of service, as its workflow does after the waiting time.
func (f *FakeEndings) End(t *testing.T, lineID string) {
	t.Helper()
	d, err := f.Books.BeginEnding(t.Context(), f.Now[lineID], contract.At{Now: time.Now()})
	require.NoError(t, err)
	s, err := f.ending.EndLine(t.Context(), contract.LineEndingAt{At: contract.At{Now: time.Now()}, Ending: contract.LineEnding{
		ID: d.ID, LineID: lineID, Cause: contract.CauseDeactivated, AskedBy: d.UserID, Reason: d.Reason, Fate: d.Fate, Language: "en",
		Link: f.Link, RequestedAt: d.RequestedAt,
	}})
	require.NoError(t, err)
	d, err = f.Books.CompleteDeactivation(t.Context(), d, contract.DeactivationCompleted{Statement: s})
	_, err = f.Keep(d, err)
	require.NoError(t, err)
}

// CodeOf requests a code for a source and returns it.
func (r *Rig) CodeOf(token, msisdn, source string) string {
	r.T.Helper()
	r.Redis.FastForward(2 * time.Minute) // a number gets a code a minute
	got := r.Call(http.MethodPost, "/api/auth/otp", fmt.Sprintf(`{"otp":{"mobile_number":%q,"source":%q}}`, msisdn, source), Bearer(token), V3)
	require.Equal(r.T, http.StatusOK, got.StatusCode, string(got.Body))
	return r.Notices.Code()
}

// ProveOwner proves for a session that its user has the line and knows the owner's ID.
func (r *Rig) ProveOwner(token, msisdn, idNumber string) {
	r.T.Helper()
	code := r.CodeOf(token, msisdn, "deactivate_number")
	checked := r.Call(http.MethodPost, "/api/auth/otp/validate",
		fmt.Sprintf(`{"otp":{"mobile_number":%q,"source":"deactivate_number","otp":%q}}`, msisdn, code), Bearer(token))
	require.Equal(r.T, http.StatusOK, checked.StatusCode, string(checked.Body))
	owner := r.Call(http.MethodPost, "/api/auth/validate_id",
		fmt.Sprintf(`{"mobile_number":%q,"id_number":%q,"source":"deactivate_number"}`, msisdn, idNumber), Bearer(token), V3)
	require.Equal(r.T, http.StatusOK, owner.StatusCode, string(owner.Body))
}

func (r *Rig) Deactivate(token, reason, code string) Answer {
	return r.Call(http.MethodPost, "/api/users/current/deactivate-number", fmt.Sprintf(`{"reasonKey":%q,"otp":%q}`, reason, code), Bearer(token), FreshKey())
}

func DeactivationOf(t *testing.T, got Answer) gen.Deactivation {
	t.Helper()
	require.Equal(t, http.StatusOK, got.StatusCode, string(got.Body))
	return Decoded[struct{ Data gen.Deactivation }](t, got).Data
}
