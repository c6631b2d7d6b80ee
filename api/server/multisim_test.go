package server_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"selfcare/api/gen"
	"selfcare/internal/contract"
	"selfcare/internal/store"
)

func TestAMultiSIMIsForTheSignedInMainAccount(t *testing.T) {
	r := newRig(t)
	user := r.customer(mainLine, "postpaid")
	r.customer("0570000002", "postpaid")
	r.customer("830000000001", "prepaid")
	sub := r.subAccount(user, "0570000004", "prepaid", nil)
	token := r.signIn(mainLine)
	start := func(headers ...header) answer {
		return r.call(http.MethodPost, "/api/orders", startMultiSIM, append(headers, freshKey())...)
	}
	requireRefused(t, start(), contract.FailNotSignedIn)
	requireRefused(t, start(bearer(r.device())), contract.FailNotSignedIn)
	requireRefused(t, start(bearer(strings.Repeat("A", 43))), contract.FailUnauthenticated)
	requireRefused(t, start(bearer(token), onAccount(sub)), contract.FailMainLineOnly)
	requireRefused(t, start(bearer(r.signIn("830000000001"))), contract.FailKindNotOffered)

	o := r.startOf(startMultiSIM, bearer(token))
	describe := func(token string) answer {
		return r.call(http.MethodPut, "/api/orders/"+o.id+"/multisim", `{"name":"ساعة"}`, withSession(o.session), bearer(token), freshKey())
	}
	requireRefused(t, describe(r.device()), contract.FailNotSignedIn)
	requireRefused(t, describe(r.signIn("0570000002")), contract.FailOrderNotYours)
	require.Equal(t, http.StatusOK, describe(token).StatusCode)
	updates := r.flow.sentUpdates()
	require.Equal(t, contract.ExtraSIMRequest{LineID: r.lineID(mainLine), Name: "ساعة"}, updates[len(updates)-1].arg)
}

// withSIMs gives a line its primary SIM, an active and a pending further one.
func (r *rig) withSIMs(lineID string) (primary, watch, car store.LineSIM) {
	r.t.Helper()
	primary = store.LineSIM{ID: uuid.NewString(), LineID: lineID, ICCID: "8996605000000000017", Primary: true, State: contract.SIMActive, Type: contract.SIMPhysical, Since: time.Now()}
	watch = store.LineSIM{ID: uuid.NewString(), LineID: lineID, ICCID: "8996605000000000025", Name: "Watch", State: contract.SIMActive, Type: contract.SIMEmbedded, MonthlyFee: 1000, Since: time.Now()}
	car = store.LineSIM{ID: uuid.NewString(), LineID: lineID, OrderID: uuid.NewString(), Name: "Car", State: contract.SIMPending, Type: contract.SIMPhysical, Since: time.Now()}
	for _, sim := range []store.LineSIM{primary, watch, car} {
		require.NoError(r.t, r.store.LineSIMs.Add(r.t.Context(), sim))
	}
	return primary, watch, car
}

func TestTheSIMsOfALineAreShown(t *testing.T) {
	r := newRig(t)
	user := r.customer(mainLine, "postpaid")
	sub := r.subAccount(user, "0570000004", "prepaid", nil)
	_, watch, car := r.withSIMs(r.lineID(mainLine))
	token := r.signIn(mainLine)
	info := decoded[struct{ Data gen.SimInfo }](t, r.call(http.MethodGet, "/api/users/current/sim/info", "", bearer(token), v3)).Data
	require.Len(t, info.Sims, 3)
	require.True(t, info.Sims[0].IsPrimary)
	require.Equal(t, gen.SimInfoStatus("active"), info.Status)
	require.Nil(t, info.GuardedUntil)
	require.Equal(t, car.OrderID, *info.Sims[2].OrderId)

	inactive := decoded[struct{ Data []gen.LineSim }](t, r.call(http.MethodGet, "/api/number-booking/order/all-inactive-multisims-for-user", "", bearer(token), v1)).Data
	require.Len(t, inactive, 1)
	require.Equal(t, car.ID, inactive[0].Id)

	numbers := decoded[struct{ Data []gen.MyNumber }](t, r.call(http.MethodGet, "/api/users/my-numbers", "", bearer(token))).Data
	require.Len(t, numbers, 2)
	require.True(t, numbers[0].MultiSim)
	require.Equal(t, sub, numbers[1].SubscriptionId)

	settings := decoded[struct{ Data gen.MultisimSettings }](t, r.call(http.MethodGet, "/api/number-booking/get-multisim-settings", "")).Data
	require.Equal(t, 8, settings.MaxAllowedMultisim)
	require.EqualValues(t, 1000, settings.MonthlyFee)

	rename := func(id, name string) answer {
		return r.call(http.MethodPost, "/api/users/current/multisim/rename", fmt.Sprintf(`{"sim_id":%q,"name":%q}`, id, name), bearer(token), v3, freshKey())
	}
	require.Equal(t, http.StatusNoContent, rename(watch.ID, "ساعتي").StatusCode)
	require.Equal(t, http.StatusNoContent, rename(watch.ID, "ساعتي").StatusCode, "its own name")
	problem := requireRefused(t, rename(watch.ID, "cAR"), contract.FailSIMNameTaken)
	require.Contains(t, *problem.Fields, "name")
	requireRefused(t, rename(watch.ID, "<b>"), contract.FailValidation)
	requireRefused(t, rename(uuid.NewString(), "Watch"), contract.FailSIMUnknown)
}

func (r *rig) changesSIM(token, path, simID, code string, headers ...header) answer {
	r.t.Helper()
	body := fmt.Sprintf(`{"sim_id":%q,"otp":%q}`, simID, code)
	return r.call(http.MethodPost, "/api/users/current/"+path, body, append([]header{bearer(token), v3, freshKey()}, headers...)...)
}

// The API dies after the change was made, before it has answered.
func TestASIMChangeWhoseAnswerGotLostIsNotRefusedWhenAskedAgain(t *testing.T) {
	r := newRig(t)
	r.customer(mainLine, "postpaid")
	lineID := r.lineID(mainLine)
	_, watch, _ := r.withSIMs(lineID)
	token, key := r.signIn(mainLine), freshKey()
	code := r.sentCode(token, mainLine, "deactivate_sim")
	require.Equal(t, http.StatusNoContent, r.changesSIM(token, "deactivate-sim", watch.ID, code, key).StatusCode)
	require.NoError(t, r.store.LineSIMs.End(t.Context(), lineID, watch.ID, time.Now(), time.Now()))
	r.exec("DELETE FROM idempotent_requests")
	requireRefused(t, r.changesSIM(token, "deactivate-sim", watch.ID, code, key), contract.FailSIMInactive)
	holder := r.lines.deactivated[0].Holder
	require.NoError(t, r.store.Outbox.Queue(t.Context(), contract.Notice{OrderID: holder, Key: "sim-deactivated", Template: "sim-deactivated", Mobile: mainLine}))
	r.exec("DELETE FROM idempotent_requests")
	require.Equal(t, http.StatusNoContent, r.changesSIM(token, "deactivate-sim", watch.ID, code, key).StatusCode)
	require.Len(t, r.lines.deactivated, 1, "it was made once")
	requireRefused(t, r.changesSIM(token, "deactivate-sim", watch.ID, code), contract.FailSIMInactive)
}

func TestSIMsAreSwitchedAndDeactivatedWithTheirOwnPin(t *testing.T) {
	r := newRig(t)
	r.customer(mainLine, "postpaid")
	primary, watch, car := r.withSIMs(r.lineID(mainLine))
	token := r.signIn(mainLine)
	code := r.sentCode(token, mainLine, "switch_primary")
	requireRefused(t, r.changesSIM(token, "deactivate-sim", watch.ID, code), contract.FailPinExpired)
	requireRefused(t, r.changesSIM(token, "multisim/switchprimary", car.ID, code), contract.FailSIMPending)
	requireRefused(t, r.changesSIM(token, "multisim/switchprimary", uuid.NewString(), code), contract.FailSIMUnknown)
	requireRefused(t, r.changesSIM(token, "multisim/switchprimary", watch.ID, otherThan(code)), contract.FailPinWrong)
	require.Empty(t, r.lines.switched)
	require.Equal(t, http.StatusNoContent, r.changesSIM(token, "multisim/switchprimary", watch.ID, code).StatusCode)
	require.Equal(t, watch.ID, r.lines.switched[0].SIMID)

	code = r.sentCode(token, mainLine, "deactivate_sim")
	requireRefused(t, r.changesSIM(token, "deactivate-sim", primary.ID, code), contract.FailSIMPrimary)
	require.Equal(t, http.StatusNoContent, r.changesSIM(token, "deactivate-sim", watch.ID, code).StatusCode)
	require.Equal(t, "en", r.lines.deactivated[0].Language)

	r.nextCode()
	r.lines.err = contract.Refuse(contract.FailLineBusyNow)
	requireRefused(t, r.changesSIM(token, "deactivate-sim", watch.ID, r.sentCode(token, mainLine, "deactivate_sim")), contract.FailLineBusyNow)
}

func TestASIMStaysWhileAReplacementOfItsLineRuns(t *testing.T) {
	r := newRig(t)
	r.customer(mainLine, "postpaid")
	lineID := r.lineID(mainLine)
	_, watch, _ := r.withSIMs(lineID)
	token := r.signIn(mainLine)
	code := r.sentCode(token, mainLine, "deactivate_sim")
	until := time.Date(2030, time.May, 1, 9, 0, 0, 0, time.UTC)
	require.NoError(t, r.store.Lines.Claim(t.Context(), store.LineClaim{LineID: lineID, Holder: "a replacement", OrderNumber: "SC87654321", Until: until}))

	problem := requireRefused(t, r.changesSIM(token, "deactivate-sim", watch.ID, code), contract.FailLineBusy)
	require.Contains(t, problem.Message, "SC87654321")
	require.Contains(t, problem.Message, "Wednesday 1 May at 12:00 pm")
	require.Empty(t, r.lines.deactivated)
	info := decoded[struct{ Data gen.SimInfo }](t, r.call(http.MethodGet, "/api/users/current/sim/info", "", bearer(token), v3)).Data
	require.Equal(t, "SC87654321", *info.Change.OrderNumber)

	require.NoError(t, r.store.Lines.Release(t.Context(), "a replacement"))
	require.Equal(t, http.StatusNoContent, r.changesSIM(token, "deactivate-sim", watch.ID, code).StatusCode, "the code was not used up")
	require.Equal(t, watch.ID, r.lines.deactivated[0].SIMID)
}

func TestSomebodyElsesSIMIsNotThere(t *testing.T) {
	r := newRig(t)
	r.customer(mainLine, "postpaid")
	r.customer("0570000002", "postpaid")
	_, theirs, _ := r.withSIMs(r.lineID("0570000002"))
	token := r.signIn(mainLine)
	requireRefused(t, r.changesSIM(token, "deactivate-sim", theirs.ID, r.sentCode(token, mainLine, "deactivate_sim")), contract.FailSIMUnknown)
	requireRefused(t, r.changesSIM(token, "multisim/switchprimary", theirs.ID, "123456"), contract.FailSIMUnknown)
	require.Empty(t, r.lines.deactivated)
}
