package lines_test

import (
	"bytes"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/api/gen"
	"selfcare/api/servertest"
	"selfcare/internal/contract"
	domain "selfcare/internal/domain/ending"
)

func lineToEnd(r *servertest.Rig, token string) gen.LineToEnd {
	r.T.Helper()
	got := r.Call(http.MethodGet, "/api/users/current/deactivation", "", servertest.Bearer(token))
	require.Equal(r.T, http.StatusOK, got.StatusCode, string(got.Body))
	return servertest.Decoded[struct{ Data gen.LineToEnd }](r.T, got).Data
}

func TestDeactivation_Kept_CanStartAgain(t *testing.T) {
	r := servertest.New(t)
	r.Customer(servertest.MainLine, "prepaid")
	token := r.SignIn(servertest.MainLine)
	reasons := servertest.Decoded[struct {
		Data []struct{ ReasonKey, Text string }
	}](t, r.Call(http.MethodGet, "/api/users/current/sim-deactivation/reasons", "", servertest.Bearer(token))).Data
	require.Len(t, reasons, len(domain.Reasons))

	line := lineToEnd(r, token)
	require.Empty(t, line.Obstacles)
	require.Nil(t, line.Deactivation)
	require.Equal(t, 24*3600, line.UndoSeconds)

	servertest.RequireRefused(t, r.Deactivate(token, "other", "123456"), contract.FailProofMissing)
	r.ProveOwner(token, servertest.MainLine, servertest.OwnerID)
	servertest.RequireRefused(t, r.Deactivate(token, "bored", "123456"), contract.FailEndReason)
	servertest.RequireRefused(t, r.Deactivate(token, "other", "000000"), contract.FailPinExpired)
	begun := servertest.DeactivationOf(t, r.Deactivate(token, "other", r.CodeOf(token, servertest.MainLine, "confirm_deactivation")))
	require.EqualValues(t, "waiting", begun.Stage)
	require.Equal(t, begun.Id, lineToEnd(r, token).Deactivation.Id)
	r.ProveOwner(token, servertest.MainLine, servertest.OwnerID)
	servertest.RequireRefused(t, r.Deactivate(token, "other", "123456"), contract.FailEndUnderWay)

	undo := func() servertest.Answer {
		return r.Call(http.MethodPost, "/api/users/current/deactivation/undo", "", servertest.Bearer(token), servertest.FreshKey())
	}
	require.EqualValues(t, "undone", servertest.DeactivationOf(t, undo()).Stage)
	require.EqualValues(t, "undone", servertest.DeactivationOf(t, undo()).Stage, "a repeat answers with the same state")

	again := servertest.DeactivationOf(t, r.Deactivate(token, "other", r.CodeOf(token, servertest.MainLine, "confirm_deactivation")))
	require.NotEqual(t, begun.Id, again.Id)
	r.Endings.End(t, r.LineID(servertest.MainLine))
	require.Equal(t, http.StatusUnauthorized, r.Call(http.MethodGet, "/api/users/current/deactivation", "", servertest.Bearer(token)).StatusCode, "the session has ended")

	_, secret, _ := strings.Cut(r.Endings.Link, "#")
	body := fmt.Sprintf(`{"token":%q}`, secret)
	ended := servertest.DeactivationOf(t, r.Call(http.MethodPost, "/api/deactivations/"+again.Id, body))
	require.EqualValues(t, "ended", ended.Stage)
	require.NotNil(t, ended.Statement)
	require.NotContains(t, ended.Msisdn, servertest.MainLine, "the link shows a masked number")
	for _, language := range []string{"en", "ar"} {
		file := r.Call(http.MethodPost, "/api/deactivations/"+again.Id+"/statement", body, servertest.Header{"Accept-Language": language})
		require.Equal(t, http.StatusOK, file.StatusCode, string(file.Body))
		require.True(t, bytes.HasPrefix(file.Body, []byte("%PDF")))
	}
	late := r.Call(http.MethodPost, "/api/deactivations/"+again.Id+"/undo", body, servertest.FreshKey())
	servertest.RequireRefused(t, late, contract.FailEndTooLate)
}

func TestDeactivation_OwnLink_KeepsLine(t *testing.T) {
	r := servertest.New(t)
	r.Customer(servertest.MainLine, "prepaid")
	token := r.SignIn(servertest.MainLine)
	r.ProveOwner(token, servertest.MainLine, servertest.OwnerID)
	begun := servertest.DeactivationOf(t, r.Deactivate(token, "other", r.CodeOf(token, servertest.MainLine, "confirm_deactivation")))
	path := "/api/deactivations/" + begun.Id
	for _, where := range []string{path, path + "/undo", path + "/statement"} {
		servertest.RequireRefused(t, r.Call(http.MethodPost, where, `{"token":"0123456789abcdefghij"}`, servertest.FreshKey()), contract.FailEndLink)
	}
	_, secret, _ := strings.Cut(r.Endings.Link, "#")
	body := fmt.Sprintf(`{"token":%q}`, secret)
	servertest.RequireRefused(t, r.Call(http.MethodPost, path+"/statement", body), contract.FailEndUnknown)
	require.EqualValues(t, "undone", servertest.DeactivationOf(t, r.Call(http.MethodPost, path+"/undo", body, servertest.FreshKey())).Stage)
}

func TestDeactivation_Obstacle_Refused(t *testing.T) {
	r := servertest.New(t)
	user := r.Customer(servertest.MainLine, "prepaid")
	r.SubAccount(user, "0570000004", "prepaid", nil)
	r.WithSIMs(r.LineID(servertest.MainLine))
	token := r.SignIn(servertest.MainLine)
	line := lineToEnd(r, token)
	keys := make([]string, len(line.Obstacles))
	for i, obstacle := range line.Obstacles {
		keys[i] = obstacle.Key
		require.NotEmpty(t, obstacle.Text)
	}
	require.Equal(t, []string{string(contract.FailEndSubAccounts), string(contract.FailEndOrderRuns), string(contract.FailEndExtraSIMs)}, keys)
	r.ProveOwner(token, servertest.MainLine, servertest.OwnerID)
	servertest.RequireRefused(t, r.Deactivate(token, "other", "123456"), contract.FailEndSubAccounts)
}

// The first step already refuses, so that the owner does not fill in the other steps in vain.
func TestDeactivation_PortOutOrOrder_IsRefused(t *testing.T) {
	for want, claim := range map[contract.Code][2]string{
		contract.FailEndPortOut: {contract.HolderPortOut + "PO00000001", ""}, contract.FailEndOrderRuns: {"01900000-0000-7000-8000-00000000000e", "SC12345678"},
	} {
		r := servertest.New(t)
		r.Customer(servertest.MainLine, "prepaid")
		token := r.SignIn(servertest.MainLine)
		r.Exec("INSERT INTO line_changes (line_id, holder, order_number, until) VALUES (?, ?, ?, now() + interval '1 day')", r.LineID(servertest.MainLine), claim[0], claim[1])
		line := lineToEnd(r, token)
		require.Len(t, line.Obstacles, 1)
		require.Equal(t, string(want), line.Obstacles[0].Key)
		r.ProveOwner(token, servertest.MainLine, servertest.OwnerID)
		servertest.RequireRefused(t, r.Deactivate(token, "other", r.CodeOf(token, servertest.MainLine, "confirm_deactivation")), want)
		r.Exec("UPDATE line_changes SET expires_at = now()")
		require.Empty(t, lineToEnd(r, token).Obstacles, "an expired claim does not count")
	}
}

func TestDeactivation_Held_SupportDecides(t *testing.T) {
	r := servertest.New(t)
	r.Customer(servertest.MainLine, "prepaid")
	token := r.SignIn(servertest.MainLine)
	r.ProveOwner(token, servertest.MainLine, servertest.OwnerID)
	begun := servertest.DeactivationOf(t, r.Deactivate(token, "other", r.CodeOf(token, servertest.MainLine, "confirm_deactivation")))
	support := servertest.Bearer(r.SignedIn("support@selfcare.example", "support"))
	resolve := func(action string) servertest.Answer {
		return r.Call(http.MethodPost, "/api/support/deactivations/"+begun.Id+"/resolution", fmt.Sprintf(`{"action":%q,"note":"by hand"}`, action), support, servertest.FreshKey())
	}
	servertest.RequireRefused(t, resolve("retry"), contract.FailEndNotHeld)
	held, err := r.Endings.Books.HoldDeactivation(t.Context(), r.Endings.Now[r.LineID(servertest.MainLine)], contract.DeactivationHeldUp{
		At: contract.At{Now: time.Now()}, Work: contract.WorkSwitchOff, FailureCode: contract.FailNetworkRefused,
	})
	_, err = r.Endings.Keep(held, err)
	require.NoError(t, err)
	items := servertest.Decoded[struct{ Items []gen.HeldDeactivation }](t, r.Call(http.MethodGet, "/api/support/deactivations", "", support)).Items
	require.Len(t, items, 1)
	require.Equal(t, []gen.HeldDeactivationActions{"retry", "skip"}, items[0].Actions)
	require.EqualValues(t, "ending", lineToEnd(r, token).Deactivation.Stage, "the customer does not see the internal failure")
	require.Equal(t, http.StatusOK, resolve("skip").StatusCode)
}
