package support_test

import (
	"encoding/json"
	"net/http"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"selfcare/api/gen"
	"selfcare/api/servertest"
	"selfcare/dev/testkit"
	"selfcare/internal/contract"
	"selfcare/internal/contract/texts"
)

// pair has two staff members who propose and approve a proposal.
type pair struct {
	*servertest.Rig

	first, second servertest.Header
}

func newPair(t *testing.T) *pair {
	t.Helper()
	r := servertest.New(t)
	return &pair{r, servertest.Bearer(r.SignedIn(servertest.SupportMail, "support")), servertest.Bearer(r.SignedIn("supervisor@selfcare.example", "support"))}
}

func (p *pair) propose(as servertest.Header, body string) servertest.Answer {
	p.T.Helper()
	return p.Call(http.MethodPost, "/api/support/changes", body, as, servertest.FreshKey())
}

func (p *pair) proposed(as servertest.Header, body string) gen.Proposal {
	p.T.Helper()
	return p.changeOf(p.propose(as, body), http.StatusCreated)
}

func (p *pair) changeOf(got servertest.Answer, status int) gen.Proposal {
	p.T.Helper()
	require.Equal(p.T, status, got.StatusCode, string(got.Body))
	return servertest.Decoded[struct{ Data gen.Proposal }](p.T, got).Data
}

func (p *pair) decide(as servertest.Header, id, how string) servertest.Answer {
	p.T.Helper()
	return p.Call(http.MethodPost, "/api/support/changes/"+id+"/"+how, `{"note":"looked into it"}`, as, servertest.FreshKey())
}

func (p *pair) changes(as servertest.Header, query string) []gen.Proposal {
	p.T.Helper()
	got := p.Call(http.MethodGet, "/api/support/changes"+query, "", as)
	require.Equal(p.T, http.StatusOK, got.StatusCode, string(got.Body))
	return servertest.Decoded[struct{ Items []gen.Proposal }](p.T, got).Items
}

func (p *pair) minAge() int {
	p.T.Helper()
	require.NoError(p.T, p.Store.Settings.Change(p.T.Context(), nil))
	settings, err := p.Store.Settings.Get(p.T.Context())
	require.NoError(p.T, err)
	return settings.MinAge
}

// actions returns the audit entries about proposals, oldest first.
func (p *pair) actions() (actions []string) {
	p.T.Helper()
	for _, action := range []string{"change-proposed", "change-approved", "change-cancelled"} {
		for range servertest.Decoded[servertest.AuditPage](p.T, p.Call(http.MethodGet, "/api/support/audit?action="+action, "", p.first)).Items {
			actions = append(actions, action)
		}
	}
	return actions
}

const older = `{"kind":"setting","key":"minAge","value":{"setting":"21"},"note":"by the regulator"`

func TestProposal_Approved_ChangesTheSetting(t *testing.T) {
	p := newPair(t)
	c := p.proposed(p.first, older+"}")
	require.EqualValues(t, "pending", c.State)
	require.True(t, c.Own)
	require.Equal(t, "18", *c.Before.Setting, "the default is shown as the current value")
	require.Equal(t, "21", *c.Value.Setting)
	require.Equal(t, servertest.SupportMail, c.Proposed.Name)
	require.False(t, p.changes(p.second, "")[0].Own)
	servertest.RequireRefused(t, p.decide(p.first, c.Id, "approval"), contract.FailChangeSamePerson)
	servertest.RequireRefused(t, p.decide(p.second, uuid.NewString(), "approval"), contract.FailChangeUnknown)
	servertest.RequireRefused(t, p.decide(p.second, c.Id, "undo"), contract.FailChangeNotInForce)
	require.Equal(t, 18, p.minAge())
	approved := p.changeOf(p.decide(p.second, c.Id, "approval"), http.StatusOK)
	require.EqualValues(t, "in-force", approved.State)
	require.Equal(t, "supervisor@selfcare.example", approved.Approved.Name)
	require.Equal(t, 21, p.minAge())
	for _, how := range []string{"approval", "cancellation"} {
		servertest.RequireRefused(t, p.decide(p.second, c.Id, how), contract.FailChangeDecided)
	}
	undo := p.changeOf(p.decide(p.second, c.Id, "undo"), http.StatusCreated)
	require.Equal(t, c.Id, *undo.UndoOf)
	require.Equal(t, "18", *undo.Value.Setting)
	require.Equal(t, 21, p.minAge(), "an undo needs a second person too")
	servertest.RequireRefused(t, p.decide(p.second, undo.Id, "approval"), contract.FailChangeSamePerson)
	p.changeOf(p.decide(p.first, undo.Id, "approval"), http.StatusOK)
	require.Equal(t, 18, p.minAge())
	require.Equal(t, []string{"change-proposed", "change-proposed", "change-approved", "change-approved"}, p.actions())
	history := p.changes(p.first, "?kind=setting&key=minAge")
	require.Len(t, history, 2)
	require.EqualValues(t, "in-force", history[0].State)
	require.EqualValues(t, "past", history[1].State)
}

func TestProposal_ForTomorrow_CountsTomorrow(t *testing.T) {
	p := newPair(t)
	tomorrow := time.Now().Add(24 * time.Hour).UTC().Truncate(time.Second)
	c := p.proposed(p.first, older+`,"effectiveAt":"`+tomorrow.Format(time.RFC3339)+`"}`)
	servertest.RequireRefused(t, p.propose(p.second, older+"}"), contract.FailChangeWaits)
	require.EqualValues(t, "scheduled", p.changeOf(p.decide(p.second, c.Id, "approval"), http.StatusOK).State)
	require.Equal(t, 18, p.minAge())
	later := p.proposed(p.second, `{"kind":"setting","key":"minAge","value":{"setting":"23"},"note":"once more","effectiveAt":"`+tomorrow.Add(time.Hour).Format(time.RFC3339)+`"}`)
	require.Equal(t, "21", *later.Before.Setting, "the value after the change")
	require.EqualValues(t, "cancelled", p.changeOf(p.decide(p.second, later.Id, "cancellation"), http.StatusOK).State)
	for _, statement := range []string{
		"ALTER TABLE changes DISABLE TRIGGER changes_stay",
		"UPDATE changes SET effective_at = now() - interval '1 second', approved_at = now() - interval '1 day' WHERE state = 'approved'",
		"ALTER TABLE changes ENABLE TRIGGER changes_stay",
	} {
		p.Exec(statement) // a day passes
	}
	require.Equal(t, 21, p.minAge(), "the change counts without another action")
	require.EqualValues(t, "in-force", p.changes(p.first, "?state=in-force")[0].State)
}

func TestProposal_BadValue_IsRefused(t *testing.T) {
	p := newPair(t)
	said := texts.Built("line-active")
	message := func(text string) string {
		body, err := json.Marshal(map[string]any{"kind": "message", "key": "line-active", "value": map[string]any{"message": map[string]any{
			"en": map[string]string{"subject": said["en"].Subject, "text": text}, "ar": map[string]string{"subject": said["ar"].Subject, "text": said["ar"].Text},
		}}})
		require.NoError(t, err)
		return string(body)
	}
	promo := func(terms string) string {
		return `{"kind":"promo-code","key":"EID27","value":{"promoCode":{"startsAt":"2027-03-01T00:00:00Z",` + terms + `}}}`
	}
	setting := func(key, value string) string {
		return `{"kind":"setting","key":"` + key + `","value":{"setting":"` + value + `"}}`
	}
	for name, tt := range map[string]struct {
		body string
		want contract.Code
	}{
		"out of bounds":                {setting("minAge", "500"), contract.FailChangeBounds},
		"below a related setting":      {setting("holdFor", "2h"), contract.FailChangeBounds},
		"a word for a number":          {setting("minAge", "old"), contract.FailChangeValue},
		"unknown setting":              {setting("maxAge", "99"), contract.FailChangeKey},
		"the current value":            {`{"kind":"setting","key":"minAge","value":{}}`, contract.FailChangeNothing},
		"a past time":                  {`{"kind":"setting","key":"minAge","value":{"setting":"21"},"effectiveAt":"2020-01-01T00:00:00Z"}`, contract.FailChangePast},
		"the value of another setting": {`{"kind":"message","key":"line-active","value":{"setting":"21"}}`, contract.FailValidation},
		"an unknown placeholder":       {message("{mobile} {msisdn} {link}"), contract.FailChangeBlankUnknown},
		"a missing placeholder":        {message("{msisdn} is active"), contract.FailChangeBlankMissing},
		"no such message":              {`{"kind":"message","key":"line-passive","value":{}}`, contract.FailChangeKey},
		"a code with two discounts":    {promo(`"percent":10,"amount":500`), contract.FailChangePromoWay},
		"a code that ends too soon":    {promo(`"percent":10,"endsAt":"2027-02-01T00:00:00Z"`), contract.FailChangePromoTimes},
		"an unknown plan":              {promo(`"percent":10,"plans":["no-such-plan"]`), contract.FailChangePromoPlan},
	} {
		t.Run(name, func(t *testing.T) {
			servertest.RequireRefused(t, p.Call(http.MethodPost, "/api/support/changes/preview", tt.body, p.first), tt.want)
			servertest.RequireRefused(t, p.propose(p.first, tt.body[:len(tt.body)-1]+`,"note":"try it"}`), tt.want)
		})
	}
	require.Empty(t, p.changes(p.first, ""))
	require.Empty(t, p.actions())
}

func TestPreviewChange_Message_IsAsSent(t *testing.T) {
	p := newPair(t)
	body := `{"kind":"message","key":"line-active","value":{"message":{"en":{"subject":"Welcome, {msisdn}","text":"Ready: {msisdn}. {link}"},"ar":{"subject":"أهلًا {msisdn}","text":"جاهز: {msisdn}. {link}"}}}`
	got := p.Call(http.MethodPost, "/api/support/changes/preview", body+"}", p.first)
	require.Equal(t, http.StatusOK, got.StatusCode, string(got.Body))
	shown := servertest.Decoded[gen.PreviewProposalAnswer](t, got)
	require.Equal(t, []gen.ProposalShown{
		{Language: "en", Subject: "Welcome, 0570000123", Text: "Ready: 0570000123. https://selfcare.example/en/orders/example"},
		{Language: "ar", Subject: "أهلًا 0570000123", Text: "جاهز: 0570000123. https://selfcare.example/en/orders/example"},
	}, shown.Shown)
	require.Equal(t, texts.Built("line-active")["en"].Text, shown.Before.Message.En.Text)
	c := p.proposed(p.first, body+`,"note":"shorter"}`)
	p.changeOf(p.decide(p.second, c.Id, "approval"), http.StatusOK)
	wording, err := p.Store.Proposals.Wording(t.Context(), "line-active")
	require.NoError(t, err)
	require.Equal(t, "Ready: 1. 2", wording.Message("en", "line-active", map[string]string{"msisdn": "1", "link": "2"}))
}

func TestGetCase_SentMessage_HasItsOldText(t *testing.T) {
	p := newPair(t)
	o := p.CompleteOrder()
	tell := func(key, state string, sent any) {
		t.Helper()
		_, err := p.DB.ExecContext(t.Context(), "INSERT INTO outbox (key, subject_id, template, notice, state, sent_at) VALUES (?, ?, 'order-placed', '', ?, ?)",
			key, o.ID, state, sent)
		require.NoError(t, err)
	}
	const body = `{"kind":"message","key":"order-placed","value":{"message":{` +
		`"en":{"subject":"Welcome, {order}","text":"{order} {msisdn} {price} {link}"},"ar":{"subject":"أهلًا {order}","text":"{order} {msisdn} {price} {link}"}}},"note":"warmer"}`
	tell("before", "sent", time.Now().Add(-time.Hour))
	c := p.proposed(p.first, body)
	p.changeOf(p.decide(p.second, c.Id, "approval"), http.StatusOK)
	tell("after", "sent", time.Now())
	undo := p.changeOf(p.decide(p.first, c.Id, "undo"), http.StatusCreated)
	tell("still", "queued", nil)
	tell("never", "refused", nil)
	told := func() (titles []string) {
		t.Helper()
		got := p.Call(http.MethodGet, "/api/support/cases/order/"+o.ID, "", p.first)
		require.Equal(t, http.StatusOK, got.StatusCode, string(got.Body))
		for _, m := range servertest.Decoded[gen.GetCaseAnswer](t, got).Data.Messages {
			titles = append(titles, m.Title)
		}
		return titles
	}
	number := p.Put(o, func(*contract.Order) {}).Number
	ours, theirs := "We received your order "+number, "Welcome, "+number
	require.Equal(t, []string{ours, theirs, theirs, ours}, told(), "an unsent message shows the built-in template")
	p.changeOf(p.decide(p.second, undo.Id, "approval"), http.StatusOK)
	require.Equal(t, []string{ours, theirs, ours, ours}, told(), "a waiting message shows the current template")
}

func TestProposal_PromoCode_WorksInAnOrder(t *testing.T) {
	p := newPair(t)
	c := p.proposed(p.first, `{"kind":"promo-code","key":"EID27","value":{"promoCode":{"percent":15,"kinds":["sim"],"startsAt":"2026-01-01T00:00:00Z","maxUses":10}},"note":"for Eid"}`)
	require.Nil(t, c.Before.PromoCode)
	p.changeOf(p.decide(p.second, c.Id, "approval"), http.StatusOK)
	terms, err := p.Store.Promos.Terms(t.Context(), "EID27")
	require.NoError(t, err)
	require.Equal(t, 15, terms.Percent)
	undo := p.changeOf(p.decide(p.first, c.Id, "undo"), http.StatusCreated)
	require.Nil(t, undo.Value.PromoCode)
	require.Equal(t, 15, *undo.Before.PromoCode.Percent)
	p.changeOf(p.decide(p.second, undo.Id, "approval"), http.StatusOK)
	terms, err = p.Store.Promos.Terms(t.Context(), "EID27")
	require.NoError(t, err)
	require.False(t, terms.EndsAt.IsZero(), "the code has ended")
}

func TestListProposalSubjects_Each_HasCurrentValue(t *testing.T) {
	p := newPair(t)
	p.Exec("INSERT INTO promo_codes (code, percent, starts_at) VALUES ('SUMMER', 10, '2026-06-01')")
	all := func(kind string) map[string]gen.ProposalSubject {
		got := p.Call(http.MethodGet, "/api/support/changes/subjects?kind="+kind, "", p.first)
		require.Equal(t, http.StatusOK, got.StatusCode, string(got.Body))
		byKey := map[string]gen.ProposalSubject{}
		for _, item := range servertest.Decoded[struct{ Items []gen.ProposalSubject }](t, got).Items {
			byKey[item.Key] = item
		}
		return byKey
	}
	require.Equal(t, "15m", *all("setting")["holdFor"].Value.Setting)
	require.Equal(t, 10, *all("promo-code")["SUMMER"].Value.PromoCode.Percent)
	require.Nil(t, all("promo-code")["SUMMER"].Usual.PromoCode)
	message := all("message")["line-active"]
	require.Equal(t, []string{"link", "msisdn"}, *message.Blanks)
	require.Equal(t, texts.Built("line-active")["ar"].Text, message.Usual.Message.Ar.Text)
}

func TestProposal_SentAgain_IsTheSame(t *testing.T) {
	p := newPair(t)
	key := servertest.FreshKey()
	once := p.Call(http.MethodPost, "/api/support/changes", older+"}", p.first, key)
	again := p.Call(http.MethodPost, "/api/support/changes", older+"}", p.first, key)
	require.Equal(t, p.changeOf(once, http.StatusCreated).Id, p.changeOf(again, http.StatusCreated).Id)
	require.Len(t, p.changes(p.first, ""), 1)
}

func TestProposal_ApproveAndCancel_OneCounts(t *testing.T) {
	p := newPair(t)
	for range 5 {
		c := p.proposed(p.first, older+`,"effectiveAt":"`+time.Now().Add(time.Hour).Format(time.RFC3339)+`"}`)
		states := make(chan int, 2)
		for _, how := range []string{"approval", "cancellation"} {
			go func() { states <- p.decide(p.second, c.Id, how).StatusCode }()
		}
		first, second := testkit.Receive(t, states), testkit.Receive(t, states)
		state := p.changes(p.first, "?key=minAge")[0].State
		require.EqualValues(t, "cancelled", state, "an approved change for later can be cancelled")
		require.Contains(t, []int{http.StatusOK, http.StatusConflict}, first)
		require.Contains(t, []int{http.StatusOK, http.StatusConflict}, second)
		require.True(t, first == http.StatusOK || second == http.StatusOK)
	}
}
