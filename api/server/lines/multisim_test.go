package lines_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"selfcare/api/gen"
	"selfcare/api/servertest"
	"selfcare/internal/contract"
	"selfcare/internal/store/line"
)

var v1 = servertest.Header{"X-Api-Version": "v1"}

func TestMultiSIM_NotMainAccount_IsRefused(t *testing.T) {
	r := servertest.New(t)
	user := r.Customer(servertest.MainLine, "postpaid")
	r.Customer("0570000002", "postpaid")
	r.Customer("830000000001", "prepaid")
	sub := r.SubAccount(user, "0570000004", "prepaid", nil)
	token := r.SignIn(servertest.MainLine)
	start := func(headers ...servertest.Header) servertest.Answer {
		return r.Call(http.MethodPost, "/api/orders", servertest.StartMultiSIM, append(headers, servertest.FreshKey())...)
	}
	servertest.RequireRefused(t, start(), contract.FailNotSignedIn)
	servertest.RequireRefused(t, start(servertest.Bearer(r.Device())), contract.FailNotSignedIn)
	servertest.RequireRefused(t, start(servertest.Bearer(strings.Repeat("A", 43))), contract.FailUnauthenticated)
	servertest.RequireRefused(t, start(servertest.Bearer(token), servertest.OnAccount(sub)), contract.FailMainLineOnly)
	servertest.RequireRefused(t, start(servertest.Bearer(r.SignIn("830000000001"))), contract.FailKindNotOffered)

	o := r.StartOf(servertest.StartMultiSIM, servertest.Bearer(token))
	describe := func(token string) servertest.Answer {
		return r.Call(http.MethodPut, "/api/orders/"+o.ID+"/multisim", `{"name":"ساعة"}`, servertest.WithSession(o.Session), servertest.Bearer(token), servertest.FreshKey())
	}
	servertest.RequireRefused(t, describe(r.Device()), contract.FailNotSignedIn)
	servertest.RequireRefused(t, describe(r.SignIn("0570000002")), contract.FailOrderNotYours)
	require.Equal(t, http.StatusOK, describe(token).StatusCode)
	updates := r.Flow.SentUpdates()
	require.Equal(t, contract.ExtraSIMRequest{LineID: r.LineID(servertest.MainLine), Name: "ساعة"}, updates[len(updates)-1].Arg)
}

func TestMultiSIM_Line_ShowsItsSIMs(t *testing.T) {
	r := servertest.New(t)
	user := r.Customer(servertest.MainLine, "postpaid")
	sub := r.SubAccount(user, "0570000004", "prepaid", nil)
	_, watch, car := r.WithSIMs(r.LineID(servertest.MainLine))
	token := r.SignIn(servertest.MainLine)
	info := servertest.Decoded[struct{ Data gen.SimInfo }](t, r.Call(http.MethodGet, "/api/users/current/sim/info", "", servertest.Bearer(token), servertest.V3)).Data
	require.Len(t, info.Sims, 3)
	require.True(t, info.Sims[0].IsPrimary)
	require.Equal(t, gen.SimInfoStatus("active"), info.Status)
	require.Nil(t, info.GuardedUntil)
	require.Equal(t, car.OrderID, *info.Sims[2].OrderId)

	inactive := servertest.Decoded[struct{ Data []gen.LineSim }](t, r.Call(http.MethodGet, "/api/number-booking/order/all-inactive-multisims-for-user", "", servertest.Bearer(token), v1)).Data
	require.Len(t, inactive, 1)
	require.Equal(t, car.ID, inactive[0].Id)

	numbers := servertest.Decoded[struct{ Data []gen.MyNumber }](t, r.Call(http.MethodGet, "/api/users/my-numbers", "", servertest.Bearer(token))).Data
	require.Len(t, numbers, 2)
	require.True(t, numbers[0].MultiSim)
	require.Equal(t, sub, numbers[1].SubscriptionId)

	settings := servertest.Decoded[struct{ Data gen.MultisimSettings }](t, r.Call(http.MethodGet, "/api/number-booking/get-multisim-settings", "")).Data
	require.Equal(t, 8, settings.MaxAllowedMultisim)
	require.EqualValues(t, 1000, settings.MonthlyFee)

	rename := func(id, name string) servertest.Answer {
		return r.Call(http.MethodPost, "/api/users/current/multisim/rename", fmt.Sprintf(`{"sim_id":%q,"name":%q}`, id, name), servertest.Bearer(token), servertest.V3, servertest.FreshKey())
	}
	require.Equal(t, http.StatusNoContent, rename(watch.ID, "ساعتي").StatusCode)
	require.Equal(t, http.StatusNoContent, rename(watch.ID, "ساعتي").StatusCode, "the SIM has its own name")
	problem := servertest.RequireRefused(t, rename(watch.ID, "cAR"), contract.FailSIMNameTaken)
	require.Contains(t, *problem.Fields, "name")
	servertest.RequireRefused(t, rename(watch.ID, "<b>"), contract.FailValidation)
	servertest.RequireRefused(t, rename(uuid.NewString(), "Watch"), contract.FailSIMUnknown)
}

// The API dies after the change was made, before it has answered.
func TestMultiSIM_LostAnswer_IsRepeated(t *testing.T) {
	r := servertest.New(t)
	r.Customer(servertest.MainLine, "postpaid")
	lineID := r.LineID(servertest.MainLine)
	_, watch, _ := r.WithSIMs(lineID)
	token, key := r.SignIn(servertest.MainLine), servertest.FreshKey()
	code := r.SentCode(token, servertest.MainLine, "deactivate_sim")
	require.Equal(t, http.StatusNoContent, r.ChangeSIM(token, "deactivate-sim", watch.ID, code, key).StatusCode)
	require.NoError(t, r.Store.LineSIMs.End(t.Context(), lineID, watch.ID, time.Now(), time.Now()))
	r.Exec("DELETE FROM idempotent_requests")
	servertest.RequireRefused(t, r.ChangeSIM(token, "deactivate-sim", watch.ID, code, key), contract.FailSIMInactive)
	holder := r.Lines.Deactivated[0].Holder
	require.NoError(t, r.Store.Outbox.Queue(t.Context(), contract.Notice{OrderID: holder, Key: "sim-deactivated", Template: "sim-deactivated", Mobile: servertest.MainLine}))
	r.Exec("DELETE FROM idempotent_requests")
	require.Equal(t, http.StatusNoContent, r.ChangeSIM(token, "deactivate-sim", watch.ID, code, key).StatusCode)
	require.Len(t, r.Lines.Deactivated, 1, "the change was made once")
	servertest.RequireRefused(t, r.ChangeSIM(token, "deactivate-sim", watch.ID, code), contract.FailSIMInactive)
}

func TestMultiSIM_OwnPIN_SwitchesTheSIM(t *testing.T) {
	r := servertest.New(t)
	r.Customer(servertest.MainLine, "postpaid")
	primary, watch, car := r.WithSIMs(r.LineID(servertest.MainLine))
	token := r.SignIn(servertest.MainLine)
	code := r.SentCode(token, servertest.MainLine, "switch_primary")
	servertest.RequireRefused(t, r.ChangeSIM(token, "deactivate-sim", watch.ID, code), contract.FailPinExpired)
	servertest.RequireRefused(t, r.ChangeSIM(token, "multisim/switchprimary", car.ID, code), contract.FailSIMPending)
	servertest.RequireRefused(t, r.ChangeSIM(token, "multisim/switchprimary", uuid.NewString(), code), contract.FailSIMUnknown)
	servertest.RequireRefused(t, r.ChangeSIM(token, "multisim/switchprimary", watch.ID, servertest.OtherThan(code)), contract.FailPinWrong)
	require.Empty(t, r.Lines.Switched)
	require.Equal(t, http.StatusNoContent, r.ChangeSIM(token, "multisim/switchprimary", watch.ID, code).StatusCode)
	require.Equal(t, watch.ID, r.Lines.Switched[0].SIMID)

	code = r.SentCode(token, servertest.MainLine, "deactivate_sim")
	servertest.RequireRefused(t, r.ChangeSIM(token, "deactivate-sim", primary.ID, code), contract.FailSIMPrimary)
	require.Equal(t, http.StatusNoContent, r.ChangeSIM(token, "deactivate-sim", watch.ID, code).StatusCode)
	require.Equal(t, "en", r.Lines.Deactivated[0].Language)

	r.NextCode()
	r.Lines.Err = contract.Refuse(contract.FailLineBusyNow)
	servertest.RequireRefused(t, r.ChangeSIM(token, "deactivate-sim", watch.ID, r.SentCode(token, servertest.MainLine, "deactivate_sim")), contract.FailLineBusyNow)
}

func TestMultiSIM_ReplacementRuns_IsRefused(t *testing.T) {
	r := servertest.New(t)
	r.Customer(servertest.MainLine, "postpaid")
	lineID := r.LineID(servertest.MainLine)
	_, watch, _ := r.WithSIMs(lineID)
	token := r.SignIn(servertest.MainLine)
	code := r.SentCode(token, servertest.MainLine, "deactivate_sim")
	until := time.Date(2030, time.May, 1, 9, 0, 0, 0, time.UTC)
	require.NoError(t, r.Store.Lines.Claim(t.Context(), line.Claim{LineID: lineID, Holder: "a replacement", OrderNumber: "SC87654321", Until: until}))

	problem := servertest.RequireRefused(t, r.ChangeSIM(token, "deactivate-sim", watch.ID, code), contract.FailLineBusy)
	require.Contains(t, problem.Message, "SC87654321")
	require.Contains(t, problem.Message, "Wednesday 1 May at 12:00 pm")
	require.Empty(t, r.Lines.Deactivated)
	info := servertest.Decoded[struct{ Data gen.SimInfo }](t, r.Call(http.MethodGet, "/api/users/current/sim/info", "", servertest.Bearer(token), servertest.V3)).Data
	require.Equal(t, "SC87654321", *info.Change.OrderNumber)

	require.NoError(t, r.Store.Lines.Release(t.Context(), "a replacement"))
	require.Equal(t, http.StatusNoContent, r.ChangeSIM(token, "deactivate-sim", watch.ID, code).StatusCode, "the code was not used up")
	require.Equal(t, watch.ID, r.Lines.Deactivated[0].SIMID)
}

func TestMultiSIM_OtherCustomer_IsNotFound(t *testing.T) {
	r := servertest.New(t)
	r.Customer(servertest.MainLine, "postpaid")
	r.Customer("0570000002", "postpaid")
	_, theirs, _ := r.WithSIMs(r.LineID("0570000002"))
	token := r.SignIn(servertest.MainLine)
	servertest.RequireRefused(t, r.ChangeSIM(token, "deactivate-sim", theirs.ID, r.SentCode(token, servertest.MainLine, "deactivate_sim")), contract.FailSIMUnknown)
	servertest.RequireRefused(t, r.ChangeSIM(token, "multisim/switchprimary", theirs.ID, "123456"), contract.FailSIMUnknown)
	require.Empty(t, r.Lines.Deactivated)
}
