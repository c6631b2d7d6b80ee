package server_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	ticketacts "selfcare/activities/ticket"
	"selfcare/api/gen"
	"selfcare/internal/contract"
	"selfcare/internal/contract/ticket"
	ticketstore "selfcare/internal/store/ticket"
)

const (
	goodComplaint = `{"fullName":"Noura Ali","mobile":"0570000001","contactNumber":"0551234567","type":"calls","description":"My calls drop."}`
	goodReseller  = `{"company":"Desert Phones","shopType":"telecom","landline":"0112345678","address":"King Road 1, Riyadh","area":"Near the market","mobile":"0551234567"}`
)

// fakeTickets play the workflows that look after service requests, on the real books.
type fakeTickets struct {
	books *ticketacts.Activities
	now   map[string]ticket.Ticket // by id
	link  string
	away  bool
	files ticketstore.Files
	finds ticket.FileState // by the scanner; empty: it does not answer
}

func (f *fakeTickets) Start(ctx context.Context, in ticket.Input, _ string) (ticket.Ticket, error) {
	if f.away {
		return ticket.Ticket{}, errors.New("Temporal is away")
	}
	f.link = in.Link
	opening := ticket.Opening{At: contract.At{Now: time.Now()}, Details: in.Details, Text: in.Text, Link: in.Link, Attachments: in.Attachments}
	t, err := f.books.OpenRequest(ctx, in.Ticket, opening)
	return f.keep(t, err)
}

func (f *fakeTickets) Act(ctx context.Context, t ticket.Ticket, _ string, in ticket.Act) (ticket.Ticket, error) {
	in.Now, in.Link = time.Now(), f.link
	t, err := f.books.ActOnRequest(ctx, f.now[t.ID], in)
	return f.keep(t, err)
}

func (f *fakeTickets) keep(t ticket.Ticket, err error) (ticket.Ticket, error) {
	if err == nil {
		f.now[t.ID] = t
	}
	return t, asRefusal(err)
}

// token is the secret of the last message.
func (f *fakeTickets) token() string {
	_, token, _ := strings.Cut(f.link, "#")
	return token
}

type (
	requestAnswer = struct{ Data gen.ServiceRequest }
	detailAnswer  = struct{ Data gen.ServiceRequestDetail }
)

// complains writes a complaint, as a guest where no session is shown.
func (r *rig) complains(headers ...header) gen.ServiceRequest {
	r.t.Helper()
	got := r.call(http.MethodPost, "/api/support/submitComplaint", goodComplaint, append(headers, freshKey())...)
	require.Equal(r.t, http.StatusCreated, got.StatusCode, string(got.body))
	return decoded[requestAnswer](r.t, got).Data
}

func (r *rig) acts(reference, body string, headers ...header) answer {
	return r.call(http.MethodPost, "/api/service-requests/"+reference+"/actions", body, append(headers, freshKey())...)
}

func (r *rig) showsRequest(reference, body string, headers ...header) answer {
	return r.call(http.MethodPost, "/api/service-requests/"+reference, body, headers...)
}

// caseOf is the case of a service request as the console has it.
func (d *desk) caseOf(reference string) gen.SupportCase {
	d.t.Helper()
	for _, item := range d.cases("?kind=service-request").Items {
		if item.Reference == reference {
			return item
		}
	}
	require.Fail(d.t, "no case of "+reference)
	return gen.SupportCase{}
}

func (d *desk) answers(id, body string) answer {
	return d.call(http.MethodPost, "/api/support/service-requests/"+id+"/actions", body, d.agent, freshKey())
}

func TestComplaint_GoesToAndFroUntilItIsClosedAndReopened(t *testing.T) {
	d := newDesk(t)
	written := d.complains()
	require.Regexp(t, `^CR[0-9]{10}$`, written.Reference)
	require.Equal(t, gen.ServiceRequestStageReceived, written.Stage)
	require.Equal(t, "Calls", written.TopicText)
	require.NotNil(t, written.DueAt)

	found := d.caseOf(written.Reference)
	require.Equal(t, "Complaint", found.Title)
	require.Equal(t, gen.CaseStateHeld, found.State)
	detail := d.detail("service-request", found.Id)
	require.Equal(t, "Noura Ali", *detail.ServiceRequest.Details.FullName)
	require.Equal(t, "My calls drop.", detail.ServiceRequest.Messages[0].Text)
	require.Len(t, detail.ServiceRequest.Actions, 4)
	require.Empty(t, detail.Actions, "it is not decided about as held work is")

	require.Equal(t, http.StatusOK, d.answers(found.Id, `{"action":"take"}`).StatusCode)
	got := d.answers(found.Id, `{"action":"answer","text":"A mast near you was repaired."}`)
	require.Equal(t, http.StatusOK, got.StatusCode, string(got.body))
	require.Empty(t, d.cases("?kind=service-request").Items, "it is the customer's turn")

	key := fmt.Sprintf(`"token":%q`, d.tickets.token())
	read := decoded[detailAnswer](t, d.showsRequest(written.Reference, "{"+key+"}")).Data
	require.Equal(t, gen.ServiceRequestStageAnswered, read.Request.Stage)
	require.Equal(t, "A mast near you was repaired.", read.Messages[1].Text)
	require.Equal(t, gen.ServiceRequestMessageAuthorSupport, read.Messages[1].Author)

	closed := decoded[detailAnswer](t, d.acts(written.Reference, `{`+key+`,"action":"close"}`)).Data
	require.Equal(t, gen.ServiceRequestStageClosed, closed.Request.Stage)
	require.NotNil(t, closed.Request.ReopenUntil)
	requireRefused(t, d.acts(written.Reference, `{`+key+`,"action":"reply","text":"And one more"}`), contract.FailRequestClosed)
	reopened := decoded[detailAnswer](t, d.acts(written.Reference, `{`+key+`,"action":"reopen","text":"They drop again"}`)).Data
	require.Equal(t, gen.ServiceRequestStageInWork, reopened.Request.Stage)
	d.caseOf(written.Reference)
}

func TestComplaint_IsFoundByReferenceAndContactOnceItWaitsForNobody(t *testing.T) {
	d := newDesk(t)
	written := d.complains()
	id := d.caseOf(written.Reference).Id
	require.Equal(t, http.StatusOK, d.answers(id, `{"action":"answer","text":"A mast was repaired."}`).StatusCode)
	for typed, by := range map[string]gen.SearchHitBy{strings.ToLower(written.Reference): gen.SearchHitByReference, "055 123 4567": gen.SearchHitByMobile} {
		got := d.call(http.MethodPost, "/api/support/search", fmt.Sprintf(`{"q":%q}`, typed), d.agent)
		require.Equal(t, http.StatusOK, got.StatusCode, string(got.body))
		items := decoded[struct{ Items []gen.SearchHit }](t, got).Items
		require.Len(t, items, 1)
		require.Equal(t, gen.SearchHitTypeServiceRequest, items[0].Type)
		require.Equal(t, by, items[0].By)
		require.Equal(t, id, items[0].Id)
		require.Equal(t, "Complaint", items[0].Title)
		require.Equal(t, "Answered", *items[0].StageText)
	}
	require.NotNil(t, d.detail("service-request", id).ServiceRequest)
}

func TestComplaint_IsTakenToTheRegulatorOnceWeHaveAnswered(t *testing.T) {
	d := newDesk(t)
	written := d.complains()
	key := fmt.Sprintf(`"token":%q`, d.tickets.token())
	escalate := `{` + key + `,"action":"escalate","cstReference":"CST-2026-77"}`
	requireRefused(t, d.acts(written.Reference, escalate), contract.FailRequestEscalate)
	require.Equal(t, http.StatusOK, d.answers(d.caseOf(written.Reference).Id, `{"action":"resolve","text":"We cannot help."}`).StatusCode)
	after := decoded[detailAnswer](t, d.acts(written.Reference, escalate)).Data
	require.Equal(t, "CST-2026-77", *after.Request.CstReference)
	require.Equal(t, "CST-2026-77", *d.detail("service-request", d.caseOf(written.Reference).Id).ServiceRequest.Request.CstReference)
	got := d.acts(written.Reference, `{`+key+`,"action":"escalate"}`)
	require.Equal(t, http.StatusUnprocessableEntity, got.StatusCode, string(got.body))
}

func TestComplaint_IsOfWhoeverWroteIt(t *testing.T) {
	r := newRig(t)
	r.customer(mainLine, "prepaid")
	r.customer(otherLine, "prepaid")
	mine, other := r.signIn(mainLine), r.signIn(otherLine)
	written := r.complains(bearer(mine))

	listed := decoded[struct {
		Data struct {
			Mobile   string
			Requests []gen.ServiceRequest
		}
	}](t, r.call(http.MethodPost, "/api/support/getCustomerInfo", "", bearer(mine))).Data
	require.Equal(t, mainLine, listed.Mobile)
	require.Len(t, listed.Requests, 1)
	require.Equal(t, written.Reference, listed.Requests[0].Reference)

	require.Equal(t, http.StatusOK, r.showsRequest(written.Reference, "{}", bearer(mine)).StatusCode)
	requireRefused(t, r.showsRequest(written.Reference, "{}", bearer(other)), contract.FailRequestUnknown)
	requireRefused(t, r.showsRequest(written.Reference, "{}"), contract.FailRequestUnknown)
	requireRefused(t, r.showsRequest(written.Reference, `{"token":"0123456789abcdefghij"}`, bearer(mine)), contract.FailRequestLink)
	requireRefused(t, r.acts(written.Reference, `{"action":"close"}`, bearer(other)), contract.FailRequestUnknown)

	asks := func(contact string, headers ...header) answer {
		return r.call(http.MethodPost, "/api/support/getSRStatus", fmt.Sprintf(`{"reference":%q%s}`, written.Reference, contact), headers...)
	}
	require.Equal(t, http.StatusOK, asks("", bearer(mine)).StatusCode)
	require.Equal(t, http.StatusOK, asks(`,"contactNumber":"0551234567"`).StatusCode)
	requireRefused(t, asks(""), contract.FailRequestUnknown)
	requireRefused(t, asks("", bearer(other)), contract.FailRequestUnknown)
	requireRefused(t, asks(`,"contactNumber":"0551234568"`), contract.FailRequestUnknown)
}

func TestServiceRequest_ItsReferenceCannotBeGuessedAtWill(t *testing.T) {
	r := newRig(t)
	var got answer
	for n := range 40 {
		got = r.call(http.MethodPost, "/api/support/getSRStatus", fmt.Sprintf(`{"reference":"CR%010d","contactNumber":"0551234567"}`, n))
		if got.StatusCode == http.StatusTooManyRequests {
			break
		}
		requireRefused(t, got, contract.FailRequestUnknown)
	}
	require.Equal(t, http.StatusTooManyRequests, got.StatusCode)
}

func TestServiceRequest_RepliedToTooOften_IsRefusedAndSupportAnswers(t *testing.T) {
	d := newDesk(t)
	written := d.complains()
	reply := fmt.Sprintf(`{"token":%q,"action":"reply","text":"again"}`, d.tickets.token())
	for range 20 {
		require.Equal(t, http.StatusOK, d.acts(written.Reference, reply).StatusCode)
	}
	requireRefused(t, d.acts(written.Reference, reply), contract.FailRateLimited)
	require.Equal(t, http.StatusOK, d.answers(d.caseOf(written.Reference).Id, `{"action":"answer","text":"We are on it."}`).StatusCode)
}

func TestComplaint_InTheAppIsTheSame(t *testing.T) {
	r := newRig(t)
	for _, kind := range []string{"other", "calls", "extra-services", "internet", "offers", "recharge", "sales", "sims", "mobile-app"} {
		r.redis.FlushAll() // each is told to the same mobile
		body := strings.Replace(goodComplaint, `"calls"`, `"`+kind+`"`, 1)
		got := r.call(http.MethodPost, "/api/support/customer-complain", body, freshKey())
		require.Equal(t, http.StatusCreated, got.StatusCode, string(got.body))
		require.Equal(t, kind, decoded[requestAnswer](t, got).Data.Topic)
	}
}

func TestComplaint_ThatCannotBeWrittenDownIsToBeSentAgain(t *testing.T) {
	r := newRig(t)
	r.tickets.away = true
	key := freshKey()
	requireRefused(t, r.call(http.MethodPost, "/api/support/submitComplaint", goodComplaint, key), contract.FailRequestForm)
	r.tickets.away = false
	got := r.call(http.MethodPost, "/api/support/submitComplaint", goodComplaint, key)
	require.Equal(t, http.StatusCreated, got.StatusCode, string(got.body))
	again := r.call(http.MethodPost, "/api/support/submitComplaint", goodComplaint, key)
	require.Equal(t, decoded[requestAnswer](t, got).Data.Reference, decoded[requestAnswer](t, again).Data.Reference, "a repeat writes nothing twice")
	require.Len(t, r.tickets.now, 1)
}

// formsTo are the three doors by which a stranger has a message sent to a mobile.
func formsTo(mobile string) map[string]string {
	return map[string]string{
		"/api/support/submitComplaint":   strings.Replace(goodComplaint, "0551234567", mobile, 1),
		"/api/support/customer-complain": strings.Replace(goodComplaint, "0551234567", mobile, 1),
		"/api/support/resellers":         strings.Replace(goodReseller, "0551234567", mobile, 1),
	}
}

func TestServiceRequestForm_SameMobileAgain_IsRefused(t *testing.T) {
	r := newRig(t)
	for first := range formsTo("") {
		r.redis.FlushAll()
		writes := func(mobile, path string) answer {
			return r.call(http.MethodPost, path, formsTo(mobile)[path], freshKey(), bearer(r.device()))
		}
		require.Equal(t, http.StatusCreated, writes("0551234567", first).StatusCode)
		for path := range formsTo("") {
			requireRefused(t, writes("0551234567", path), contract.FailRateLimited)
		}
		require.Equal(t, http.StatusCreated, writes("0551234568", first).StatusCode, "another mobile")
	}
}

func TestServiceRequestForm_SixthInAnHour_IsRefused(t *testing.T) {
	r := newRig(t)
	writes := func() answer {
		r.nextCode()
		return r.call(http.MethodPost, "/api/support/submitComplaint", goodComplaint, freshKey(), bearer(r.device()))
	}
	for range 5 {
		require.Equal(t, http.StatusCreated, writes().StatusCode)
	}
	requireRefused(t, writes(), contract.FailRateLimited)
}

// messages are the texts of what was sent about service requests, the oldest first.
func (r *rig) linksSent() (links []string) {
	r.t.Helper()
	queued, err := r.store.Outbox.Claim(r.t.Context(), 100)
	require.NoError(r.t, err)
	for _, m := range queued {
		require.NoError(r.t, r.store.Outbox.NoteSent(r.t.Context(), m.Key)) // a later one of the request waits for it
		if link, has := m.Notice.Params["link"]; has {
			links = append(links, link)
		}
	}
	return links
}

func TestComplaint_InAnothersName_SendsNoSecret(t *testing.T) {
	r := newRig(t)
	written := r.complains()
	links := r.linksSent()
	require.Len(t, links, 1)
	require.True(t, strings.HasSuffix(links[0], "/service-request/"+written.Reference), links[0])
	requireRefused(t, r.showsRequest(written.Reference, "{}"), contract.FailRequestUnknown)
}

func TestComplaint_OfTheOwnNumber_SendsTheSecret(t *testing.T) {
	r := newRig(t)
	r.customer(mainLine, "prepaid")
	token := r.signIn(mainLine)
	body := strings.Replace(goodComplaint, "0551234567", mainLine, 1)
	require.Equal(t, http.StatusCreated, r.call(http.MethodPost, "/api/support/submitComplaint", body, freshKey(), bearer(token)).StatusCode)
	require.Contains(t, r.linksSent()[0], "#"+r.tickets.token())
}

func TestServiceRequest_CodeToContact_OpensItAndShowsTheNumber(t *testing.T) {
	d := newDesk(t)
	written, device := d.complains(), d.device()
	opens := func(as, contact, code string) answer {
		return d.showsRequest(written.Reference, fmt.Sprintf(`{"contactNumber":%q,"otp":%q}`, contact, code), bearer(as))
	}
	code := d.sentCode(device, "0551234567", "service_request")
	require.Equal(t, "code-service_request", d.notices.latest().Template)
	requireRefused(t, opens(device, "0551234567", otherThan(code)), contract.FailPinWrong)
	requireRefused(t, opens(d.device(), "0551234567", code), contract.FailPinExpired)
	got := opens(device, "0551234567", code)
	require.Equal(t, http.StatusOK, got.StatusCode, string(got.body))
	require.Equal(t, d.tickets.token(), *decoded[detailAnswer](t, got).Data.Token)

	d.linksSent()
	require.Equal(t, http.StatusOK, d.answers(d.caseOf(written.Reference).Id, `{"action":"take"}`).StatusCode)
	require.Contains(t, d.linksSent()[0], "#"+d.tickets.token(), "the number is theirs from now on")

	other := d.sentCode(device, "0551234568", "service_request")
	requireRefused(t, opens(device, "0551234568", other), contract.FailRequestUnknown)
	for body, field := range map[string]string{`{"otp":"123456"}`: "contactNumber", `{"contactNumber":"0551234567"}`: "otp"} {
		problem := requireRefused(t, d.showsRequest(written.Reference, body, bearer(device)), contract.FailValidation)
		require.Contains(t, *problem.Fields, field)
	}
}

func TestReseller_IsWrittenSeenAndClosed(t *testing.T) {
	d := newDesk(t)
	got := d.call(http.MethodPost, "/api/support/resellers", goodReseller, freshKey())
	require.Equal(t, http.StatusCreated, got.StatusCode, string(got.body))
	written := decoded[requestAnswer](t, got).Data
	require.Regexp(t, `^RS[0-9]{10}$`, written.Reference)
	found := d.caseOf(written.Reference)
	require.Equal(t, "Reseller form", found.Title)
	details := d.detail("service-request", found.Id).ServiceRequest.Details
	require.Equal(t, "Desert Phones", *details.Company)
	require.Equal(t, "0112345678", *details.Landline)
	require.Equal(t, http.StatusOK, d.answers(found.Id, `{"action":"resolve","text":"Our partner team calls you."}`).StatusCode)
	requireRefused(t, d.acts(written.Reference, fmt.Sprintf(`{"token":%q,"action":"reopen","text":"again"}`, d.tickets.token())), contract.FailRequestReopen)
}

func TestReseller_ALandlineHasSixToTwelveDigits(t *testing.T) {
	r := newRig(t)
	for landline, ok := range map[string]bool{
		"112345": true, "011234567890": true, "11234": false, "0112345678901": false, "01123x": false, "٠١١٢٣٤٥٦": true,
	} {
		r.nextCode() // each is told to the same mobile
		got := r.call(http.MethodPost, "/api/support/resellers", strings.Replace(goodReseller, "0112345678", landline, 1), freshKey())
		if ok {
			require.Equal(t, http.StatusCreated, got.StatusCode, string(got.body))
			continue
		}
		require.Equal(t, http.StatusUnprocessableEntity, got.StatusCode, landline)
		require.Contains(t, string(got.body), "A landline number has 6 to 12 digits.")
	}
	for _, shop := range []string{"telecom", "computer", "grocery-or-other"} {
		r.redis.FlushAll()
		got := r.call(http.MethodPost, "/api/support/resellers", strings.Replace(goodReseller, `"telecom"`, `"`+shop+`"`, 1), freshKey())
		require.Equal(t, http.StatusCreated, got.StatusCode, string(got.body))
	}
}

func TestServiceRequest_OneThatAColleagueLooksAfterIsTheirs(t *testing.T) {
	d := newDesk(t)
	found := d.caseOf(d.complains().Reference)
	colleague := d.signedIn("colleague@selfcare.example", "support")
	claimed := d.call(http.MethodPost, "/api/support/cases/service-request/"+found.Id+"/claim", "{}", bearer(colleague), freshKey())
	require.Equal(t, http.StatusOK, claimed.StatusCode, string(claimed.body))
	requireRefused(t, d.answers(found.Id, `{"action":"take"}`), contract.FailCaseClaimed)
}
