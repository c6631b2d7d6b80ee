package server_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"selfcare/api/gen"
	"selfcare/internal/contract"
	"selfcare/internal/store"
	"selfcare/internal/store/audit"
)

const lostLine = "0570000003" // of a seeded customer who has another voice line, and a data SIM

func (r *rig) rests(token, what, code string, headers ...header) answer {
	r.t.Helper()
	return r.call(http.MethodPost, "/api/users/current/sim/"+what, fmt.Sprintf(`{"otp":%q}`, code), append(headers, bearer(token), freshKey())...)
}

func (r *rig) simInfo(got answer) gen.SimInfo {
	r.t.Helper()
	require.Equal(r.t, http.StatusOK, got.StatusCode, string(got.body))
	return decoded[struct{ Data gen.SimInfo }](r.t, got).Data
}

func (r *rig) showsSIMs(token string) gen.SimInfo {
	r.t.Helper()
	return r.simInfo(r.call(http.MethodGet, "/api/users/current/sim/info", "", bearer(token), v3))
}

// states are how the numbers of an account stand, in both lists.
func (r *rig) states(token string) (all []string) {
	r.t.Helper()
	numbers := decoded[struct{ Data []gen.MyNumber }](r.t, r.call(http.MethodGet, "/api/users/my-numbers", "", bearer(token))).Data
	subscribers := decoded[struct{ Data []gen.Subscriber }](r.t, r.call(http.MethodGet, "/api/users/subscribers", "", bearer(token))).Data
	require.Len(r.t, subscribers, len(numbers))
	for i, number := range numbers {
		require.Equal(r.t, number.State, subscribers[i].State)
		require.Equal(r.t, number.Reason, subscribers[i].Reason)
		said := string(number.State)
		if number.Reason != nil {
			said += " " + string(*number.Reason)
		}
		all = append(all, said)
	}
	return all
}

func TestALostPhoneIsSuspendedAndBroughtBackByCodesThatGoElsewhere(t *testing.T) {
	r := newSeededRig(t)
	token := r.subscriber(lostLine)
	info := r.showsSIMs(token)
	require.EqualValues(t, "active", info.State)
	require.True(t, info.NetworkFollows)
	require.Equal(t, []string{"m•••@selfcare.example", "057•••0004"}, info.CodeGoesTo)

	code := r.sentCode(token, lostLine, "suspend_line")
	require.Equal(t, "0570000004", r.notices.latest().Mobile, "never the line itself")
	require.Equal(t, "main@selfcare.example", r.notices.latest().Email)
	requireRefused(t, r.rests(token, "return", code), contract.FailLineRestsNot)
	requireRefused(t, r.rests(token, "suspend", otherThan(code)), contract.FailPinWrong)
	off := r.simInfo(r.rests(token, "suspend", code))
	require.EqualValues(t, "stopped", off.State)
	require.EqualValues(t, "owner", *off.Reason)
	require.WithinDuration(t, time.Now(), *off.SuspendedAt, time.Minute)
	require.False(t, off.NetworkFollows, "its workflow tells the network")
	require.Equal(t, "stopped owner", r.states(token)[0])
	require.Equal(t, "active", r.states(token)[1])
	requireRefused(t, r.rests(token, "suspend", code), contract.FailLineRests)

	r.nextCode()
	requireRefused(t, r.rests(token, "return", r.sentCode(token, lostLine, "suspend_line")), contract.FailPinExpired)
	back := r.simInfo(r.rests(token, "return", r.sentCode(token, lostLine, "return_line")))
	require.EqualValues(t, "active", back.State)
	require.Nil(t, back.SuspendedAt)
	require.True(t, back.NetworkFollows)
}

func TestALineThatRestsIsNotChangedAndGetsNoCodes(t *testing.T) {
	r := newSeededRig(t)
	token := r.subscriber(lostLine)
	r.simInfo(r.rests(token, "suspend", r.sentCode(token, lostLine, "suspend_line")))
	var further string
	for _, sim := range r.showsSIMs(token).Sims {
		if !sim.IsPrimary && sim.State == gen.LineSimStateActive {
			further = sim.Id
		}
	}
	require.NotEmpty(t, further)
	requireRefused(t, r.changesSIM(token, "deactivate-sim", further, "123456"), contract.FailLineRests)
	requireRefused(t, r.changesSIM(token, "multisim/switchprimary", further, "123456"), contract.FailLineRests)
	requireRefused(t, r.changesPlan(token, http.MethodPut, "switch-plan", `{"plan_id":"postpaid-200","otp":"123456"}`), contract.FailLineRests)
	requireRefused(t, r.addAccount(r.signIn("0570000001"), lostLine, "123456"), contract.FailPinExpired)

	r.nextCode()
	require.Equal(t, http.StatusOK, r.askCode(token, lostLine, "replacement").StatusCode, "that is its way out")
	require.Equal(t, "0570000004", r.notices.latest().Mobile)
}

// The phone of a suspended line is lost: that is its owner's business alone.
func TestRequestOtp_SuspendedLine_AnswersAsForAnyOther(t *testing.T) {
	r := newRig(t)
	r.customer(mainLine, "prepaid")
	r.customer(lostLine, "prepaid")
	r.customer("0570000004", "prepaid")
	for _, source := range []string{"login", "social", "add_account"} {
		r.redis.FlushAll()
		asks := func() (string, string) {
			as := r.device()
			if source == "add_account" {
				as = r.signIn(mainLine)
			}
			r.nextCode()
			return shapeOf(t, r.askCode(as, lostLine, source)), r.notices.latest().Mobile
		}
		r.exec("UPDATE lines SET rests_since = NULL WHERE msisdn = '" + lostLine + "'")
		works, told := asks()
		require.Equal(t, lostLine, told, source)
		r.exec("UPDATE lines SET rests_since = now() WHERE msisdn = '" + lostLine + "'")
		rests, told := asks()
		require.Equal(t, works, rests, source)
		require.Empty(t, told, source)
	}
}

func TestALineWhoseOwnerIsReachedNowhereElseIsNotSuspendedByACode(t *testing.T) {
	r := newRig(t)
	r.customer(mainLine, "prepaid")
	r.customer("0570000002", "prepaid")
	token := r.signIn(mainLine)
	_, err := r.store.Lines.Add(t.Context(), store.Line{MSISDN: mainLine, Kind: store.LineVoice, Type: "prepaid", Person: owner}, time.Now())
	require.NoError(t, err, "its owner left no contact")
	_, err = r.db.ExecContext(t.Context(), "UPDATE users SET email_confirmed_at = NULL")
	require.NoError(t, err)
	require.Empty(t, r.showsSIMs(token).CodeGoesTo)
	requireRefused(t, r.askCode(token, mainLine, "suspend_line"), contract.FailNoOtherChannel)
	requireRefused(t, r.askCode(token, "0570000002", "suspend_line"), contract.FailAccountUnknown)
	requireRefused(t, r.askCode(r.device(), mainLine, "suspend_line"), contract.FailNotSignedIn)
	requireRefused(t, r.rests(token, "suspend", "123456"), contract.FailSubscriptionUnknown)
	require.Equal(t, []string{"active"}, r.states(token))
}

func TestALineThatIsBlockedIsNotItsOwnersToBringBack(t *testing.T) {
	r := newSeededRig(t)
	token := r.subscriber(lostLine)
	_, err := r.db.ExecContext(t.Context(), "UPDATE lines SET status = 'blocked' WHERE msisdn = ?", lostLine)
	require.NoError(t, err)
	requireRefused(t, r.rests(token, "suspend", "123456"), contract.FailLineBlocked)
	require.Equal(t, "stopped authority", r.states(token)[0])
}

func TestNumbersSayWhatKeepsThemFromWorking(t *testing.T) {
	r := newSeededRig(t)
	token := r.subscriber("0570000001")
	for change, want := range map[string]string{
		"UPDATE plan_subscriptions SET stage = 'expired'": "expired plan",
		"UPDATE lines SET status = 'suspended'":           "in_transit replacement",
	} {
		_, err := r.db.ExecContext(t.Context(), change)
		require.NoError(t, err)
		require.Equal(t, []string{want}, r.states(token))
		_, err = r.db.ExecContext(t.Context(), "UPDATE plan_subscriptions SET stage = 'active'; UPDATE lines SET status = 'active'")
		require.NoError(t, err)
	}
}

func TestAPUKIsShownForACodeAndInNoList(t *testing.T) {
	r := newSeededRig(t)
	token := r.subscriber(lostLine)
	lineID := r.lineID(lostLine)
	card, err := r.store.SIMs.Allocate(t.Context(), uuid.NewString())
	require.NoError(t, err)
	sim := store.LineSIM{ID: uuid.NewString(), LineID: lineID, ICCID: card.ICCID, Name: "Card", State: contract.SIMActive, Type: contract.SIMPhysical, Since: time.Now()}
	require.NoError(t, r.store.LineSIMs.Add(t.Context(), sim))
	shows := func(token, id, code string) answer {
		return r.call(http.MethodPost, "/api/users/current/sim/puk", fmt.Sprintf(`{"sim_id":%q,"otp":%q}`, id, code), bearer(token), freshKey())
	}
	list, err := json.Marshal(r.showsSIMs(token))
	require.NoError(t, err)
	require.NotContains(t, string(list), card.PUK1)

	code := r.sentCode(token, lostLine, "sim_puk")
	require.Equal(t, "0570000004", r.notices.latest().Mobile, "a locked SIM receives nothing")
	requireRefused(t, shows(token, uuid.NewString(), code), contract.FailSIMUnknown)
	requireRefused(t, shows(token, sim.ID, otherThan(code)), contract.FailPinWrong)
	requireRefused(t, shows(r.signIn("0570000001"), sim.ID, code), contract.FailSIMUnknown)
	got := shows(token, sim.ID, code)
	require.Equal(t, http.StatusOK, got.StatusCode, string(got.body))
	require.Contains(t, string(got.body), card.PUK1)
	log, err := r.store.AuditEntries.Find(t.Context(), audit.Filter{Area: "account", Limit: 50})
	require.NoError(t, err)
	require.Equal(t, "puk-shown", log[0].Action)
	require.Equal(t, sim.ID, log[0].Details["id"])
	require.NotContains(t, fmt.Sprint(log), card.PUK1)
	requireRefused(t, shows(token, sim.ID, code), contract.FailPinExpired)

	_, err = r.db.ExecContext(t.Context(), "DELETE FROM sims WHERE iccid = ?", card.ICCID)
	require.NoError(t, err)
	requireRefused(t, shows(token, sim.ID, code), contract.FailPUKUnknown)
}

func TestTheOwnerOfALineIsShownToTheirAccountAlone(t *testing.T) {
	r := newRig(t)
	user := r.customer(mainLine, "prepaid")
	shown := r.showsSIMs(r.signIn(mainLine)).Owner
	require.NotNil(t, shown)
	require.EqualValues(t, "id", shown.Document)
	require.Equal(t, ownerID[:1]+"•••••"+ownerID[6:], shown.NumberMasked)
	require.Equal(t, "SA", *shown.Nationality)
	require.Equal(t, "1990-03-05", shown.BirthDate.String())
	require.Nil(t, shown.Gender, "the registry never said it")

	shared := r.subAccount(user, "0570000004", "prepaid", nil)
	other := r.simInfo(r.call(http.MethodGet, "/api/users/current/sim/info", "", bearer(r.signIn(mainLine)), v3, header{"X-Sub-Account": shared}))
	require.Equal(t, "0570000004", other.Msisdn)
	require.Nil(t, other.Owner, "its papers may be somebody else's")

	visitor := contract.Person{IDNumber: "X1234567", Nationality: "GB", BirthDate: "1988-02-29", FullNameEn: "Emma Hill", Gender: contract.GenderFemale}
	_, err := r.store.Users.Register(t.Context(), store.User{
		Email: "0570000071@selfcare.example", Mobile: "0570000071", FirstName: "Emma", LastName: "Hill", PasswordHash: "hash of " + password, Roles: []string{"customer"},
	}, r.line("0570000071", "prepaid", visitor))
	require.NoError(t, err)
	shown = r.showsSIMs(r.signIn("0570000071")).Owner
	require.EqualValues(t, "passport", shown.Document)
	require.Equal(t, "X•••••4567", shown.NumberMasked)
	require.EqualValues(t, "female", *shown.Gender)
}
