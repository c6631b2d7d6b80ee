package lines_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"selfcare/api/gen"
	"selfcare/api/servertest"
	"selfcare/internal/contract"
	"selfcare/internal/store/audit"
	"selfcare/internal/store/line"
	"selfcare/internal/store/linesim"
	userstore "selfcare/internal/store/user"
)

const lostLine = "0570000003" // of a seeded customer who has another voice line, and a data SIM

func changeSuspension(r *servertest.Rig, token, what, code string, headers ...servertest.Header) servertest.Answer {
	r.T.Helper()
	return r.Call(http.MethodPost, "/api/users/current/sim/"+what, fmt.Sprintf(`{"otp":%q}`, code), append(headers, servertest.Bearer(token), servertest.FreshKey())...)
}

func simInfo(r *servertest.Rig, got servertest.Answer) gen.SimInfo {
	r.T.Helper()
	require.Equal(r.T, http.StatusOK, got.StatusCode, string(got.Body))
	return servertest.Decoded[struct{ Data gen.SimInfo }](r.T, got).Data
}

func showsSIMs(r *servertest.Rig, token string) gen.SimInfo {
	r.T.Helper()
	return simInfo(r, r.Call(http.MethodGet, "/api/users/current/sim/info", "", servertest.Bearer(token), servertest.V3))
}

// states returns the state of each number of an account, as both lists show it.
func states(r *servertest.Rig, token string) (all []string) {
	r.T.Helper()
	numbers := servertest.Decoded[struct{ Data []gen.MyNumber }](r.T, r.Call(http.MethodGet, "/api/users/my-numbers", "", servertest.Bearer(token))).Data
	subscribers := servertest.Decoded[struct{ Data []gen.Subscriber }](r.T, r.Call(http.MethodGet, "/api/users/subscribers", "", servertest.Bearer(token))).Data
	require.Len(r.T, subscribers, len(numbers))
	for i, number := range numbers {
		require.Equal(r.T, number.State, subscribers[i].State)
		require.Equal(r.T, number.Reason, subscribers[i].Reason)
		said := string(number.State)
		if number.Reason != nil {
			said += " " + string(*number.Reason)
		}
		all = append(all, said)
	}
	return all
}

func TestSuspension_OtherContact_LineReturns(t *testing.T) {
	r := servertest.NewSeeded(t)
	token := r.Subscriber(lostLine)
	info := showsSIMs(r, token)
	require.EqualValues(t, "active", info.State)
	require.True(t, info.NetworkFollows)
	require.Equal(t, []string{"m•••@selfcare.example", "057•••0004"}, info.CodeGoesTo)

	code := r.SentCode(token, lostLine, "suspend_line")
	require.Equal(t, "0570000004", r.Notices.Latest().Mobile, "the code never goes to the suspended line")
	require.Equal(t, "main@selfcare.example", r.Notices.Latest().Email)
	servertest.RequireRefused(t, changeSuspension(r, token, "return", code), contract.FailLineNotSuspended)
	servertest.RequireRefused(t, changeSuspension(r, token, "suspend", servertest.OtherThan(code)), contract.FailPinWrong)
	off := simInfo(r, changeSuspension(r, token, "suspend", code))
	require.EqualValues(t, "stopped", off.State)
	require.EqualValues(t, "owner", *off.Reason)
	require.WithinDuration(t, time.Now(), *off.SuspendedAt, time.Minute)
	require.False(t, off.NetworkFollows, "the workflow tells the network")
	require.Equal(t, "stopped owner", states(r, token)[0])
	require.Equal(t, "active", states(r, token)[1])
	servertest.RequireRefused(t, changeSuspension(r, token, "suspend", code), contract.FailLineSuspendedByOwner)

	r.NextCode()
	servertest.RequireRefused(t, changeSuspension(r, token, "return", r.SentCode(token, lostLine, "suspend_line")), contract.FailPinExpired)
	back := simInfo(r, changeSuspension(r, token, "return", r.SentCode(token, lostLine, "return_line")))
	require.EqualValues(t, "active", back.State)
	require.Nil(t, back.SuspendedAt)
	require.True(t, back.NetworkFollows)
}

func TestSuspension_SuspendedLine_GetsNoCodes(t *testing.T) {
	r := servertest.NewSeeded(t)
	token := r.Subscriber(lostLine)
	simInfo(r, changeSuspension(r, token, "suspend", r.SentCode(token, lostLine, "suspend_line")))
	var further string
	for _, sim := range showsSIMs(r, token).Sims {
		if !sim.IsPrimary && sim.State == gen.LineSimStateActive {
			further = sim.Id
		}
	}
	require.NotEmpty(t, further)
	servertest.RequireRefused(t, r.ChangeSIM(token, "deactivate-sim", further, "123456"), contract.FailLineSuspendedByOwner)
	servertest.RequireRefused(t, r.ChangeSIM(token, "multisim/switchprimary", further, "123456"), contract.FailLineSuspendedByOwner)
	servertest.RequireRefused(t, r.ChangePlan(token, http.MethodPut, "switch-plan", `{"plan_id":"postpaid-200","otp":"123456"}`), contract.FailLineSuspendedByOwner)
	servertest.RequireRefused(t, r.AddAccount(r.SignIn("0570000001"), lostLine, "123456"), contract.FailPinExpired)

	r.NextCode()
	require.Equal(t, http.StatusOK, r.AskCode(token, lostLine, "replacement").StatusCode, "the owner must be able to reactivate the line")
	require.Equal(t, "0570000004", r.Notices.Latest().Mobile)
}

// Only the owner may learn that a line is suspended.
func TestRequestOtp_SuspendedLine_AnswersAsUsual(t *testing.T) {
	r := servertest.New(t)
	r.Customer(servertest.MainLine, "prepaid")
	r.Customer(lostLine, "prepaid")
	r.Customer("0570000004", "prepaid")
	for _, source := range []string{"login", "social", "add_account"} {
		r.Redis.FlushAll()
		asks := func() (string, string) {
			as := r.Device()
			if source == "add_account" {
				as = r.SignIn(servertest.MainLine)
			}
			r.NextCode()
			return servertest.ShapeOf(t, r.AskCode(as, lostLine, source)), r.Notices.Latest().Mobile
		}
		r.Exec("UPDATE lines SET suspended_since = NULL WHERE msisdn = '" + lostLine + "'")
		works, told := asks()
		require.Equal(t, lostLine, told, source)
		r.Exec("UPDATE lines SET suspended_since = now() WHERE msisdn = '" + lostLine + "'")
		rests, told := asks()
		require.Equal(t, works, rests, source)
		require.Empty(t, told, source)
	}
}

func TestSuspension_NoOtherContact_IsRefused(t *testing.T) {
	r := servertest.New(t)
	r.Customer(servertest.MainLine, "prepaid")
	r.Customer("0570000002", "prepaid")
	token := r.SignIn(servertest.MainLine)
	_, err := r.Store.Lines.Add(t.Context(), line.Line{MSISDN: servertest.MainLine, Kind: line.Voice, Type: "prepaid", Person: servertest.Owner}, time.Now())
	require.NoError(t, err, "the owner has no other contact")
	_, err = r.DB.ExecContext(t.Context(), "UPDATE users SET email_confirmed_at = NULL")
	require.NoError(t, err)
	require.Empty(t, showsSIMs(r, token).CodeGoesTo)
	servertest.RequireRefused(t, r.AskCode(token, servertest.MainLine, "suspend_line"), contract.FailNoOtherChannel)
	servertest.RequireRefused(t, r.AskCode(token, "0570000002", "suspend_line"), contract.FailAccountUnknown)
	servertest.RequireRefused(t, r.AskCode(r.Device(), servertest.MainLine, "suspend_line"), contract.FailNotSignedIn)
	servertest.RequireRefused(t, changeSuspension(r, token, "suspend", "123456"), contract.FailSubscriptionUnknown)
	require.Equal(t, []string{"active"}, states(r, token))
}

func TestSuspension_BlockedLine_CannotReturn(t *testing.T) {
	r := servertest.NewSeeded(t)
	token := r.Subscriber(lostLine)
	_, err := r.DB.ExecContext(t.Context(), "UPDATE lines SET status = 'blocked' WHERE msisdn = ?", lostLine)
	require.NoError(t, err)
	servertest.RequireRefused(t, changeSuspension(r, token, "suspend", "123456"), contract.FailLineBlocked)
	require.Equal(t, "stopped authority", states(r, token)[0])
}

func TestLine_NotWorking_SaysWhy(t *testing.T) {
	r := servertest.NewSeeded(t)
	token := r.Subscriber("0570000001")
	for change, want := range map[string]string{
		"UPDATE plan_subscriptions SET stage = 'expired'": "expired plan",
		"UPDATE lines SET status = 'suspended'":           "in_transit replacement",
	} {
		_, err := r.DB.ExecContext(t.Context(), change)
		require.NoError(t, err)
		require.Equal(t, []string{want}, states(r, token))
		_, err = r.DB.ExecContext(t.Context(), "UPDATE plan_subscriptions SET stage = 'active'; UPDATE lines SET status = 'active'")
		require.NoError(t, err)
	}
}

func TestPUK_Code_ShowsItOnlyThere(t *testing.T) {
	r := servertest.NewSeeded(t)
	token := r.Subscriber(lostLine)
	lineID := r.LineID(lostLine)
	card, err := r.Store.SIMs.Allocate(t.Context(), uuid.NewString())
	require.NoError(t, err)
	sim := linesim.SIM{ID: uuid.NewString(), LineID: lineID, ICCID: card.ICCID, Name: "Card", State: contract.SIMActive, Type: contract.SIMPhysical, Since: time.Now()}
	require.NoError(t, r.Store.LineSIMs.Add(t.Context(), sim))
	shows := func(token, id, code string) servertest.Answer {
		return r.Call(http.MethodPost, "/api/users/current/sim/puk", fmt.Sprintf(`{"sim_id":%q,"otp":%q}`, id, code), servertest.Bearer(token), servertest.FreshKey())
	}
	list, err := json.Marshal(showsSIMs(r, token))
	require.NoError(t, err)
	require.NotContains(t, string(list), card.PUK1)

	code := r.SentCode(token, lostLine, "sim_puk")
	require.Equal(t, "0570000004", r.Notices.Latest().Mobile, "a locked SIM receives nothing")
	servertest.RequireRefused(t, shows(token, uuid.NewString(), code), contract.FailSIMUnknown)
	servertest.RequireRefused(t, shows(token, sim.ID, servertest.OtherThan(code)), contract.FailPinWrong)
	servertest.RequireRefused(t, shows(r.SignIn("0570000001"), sim.ID, code), contract.FailSIMUnknown)
	got := shows(token, sim.ID, code)
	require.Equal(t, http.StatusOK, got.StatusCode, string(got.Body))
	require.Contains(t, string(got.Body), card.PUK1)
	log, err := r.Store.AuditEntries.Find(t.Context(), audit.Filter{Area: "account", Limit: 50})
	require.NoError(t, err)
	require.Equal(t, "puk-shown", log[0].Action)
	require.Equal(t, sim.ID, log[0].Details["id"])
	require.NotContains(t, fmt.Sprint(log), card.PUK1)
	servertest.RequireRefused(t, shows(token, sim.ID, code), contract.FailPinExpired)

	_, err = r.DB.ExecContext(t.Context(), "DELETE FROM sims WHERE iccid = ?", card.ICCID)
	require.NoError(t, err)
	servertest.RequireRefused(t, shows(token, sim.ID, code), contract.FailPUKUnknown)
}

func TestLineOwner_SharedLine_IsHidden(t *testing.T) {
	r := servertest.New(t)
	user := r.Customer(servertest.MainLine, "prepaid")
	shown := showsSIMs(r, r.SignIn(servertest.MainLine)).Owner
	require.NotNil(t, shown)
	require.EqualValues(t, "id", shown.Document)
	require.Equal(t, servertest.OwnerID[:1]+"•••••"+servertest.OwnerID[6:], shown.NumberMasked)
	require.Equal(t, "SA", *shown.Nationality)
	require.Equal(t, "1990-03-05", shown.BirthDate.String())
	require.Nil(t, shown.Gender, "the registry does not know the gender")

	shared := r.SubAccount(user, "0570000004", "prepaid", nil)
	other := simInfo(r, r.Call(http.MethodGet, "/api/users/current/sim/info", "", servertest.Bearer(r.SignIn(servertest.MainLine)), servertest.V3, servertest.Header{"X-Sub-Account": shared}))
	require.Equal(t, "0570000004", other.Msisdn)
	require.Nil(t, other.Owner, "the line may be registered to another person")

	visitor := contract.Person{IDNumber: "X1234567", Nationality: "GB", BirthDate: "1988-02-29", FullNameEn: "Emma Hill", Gender: contract.GenderFemale}
	_, err := r.Store.Users.Register(t.Context(), userstore.User{
		Email: "0570000071@selfcare.example", Mobile: "0570000071", FirstName: "Emma", LastName: "Hill", PasswordHash: "hash of " + servertest.Password, Roles: []string{"customer"},
	}, r.Line("0570000071", "prepaid", visitor))
	require.NoError(t, err)
	shown = showsSIMs(r, r.SignIn("0570000071")).Owner
	require.EqualValues(t, "passport", shown.Document)
	require.Equal(t, "X•••••4567", shown.NumberMasked)
	require.EqualValues(t, "female", *shown.Gender)
}
