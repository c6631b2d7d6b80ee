package tickets_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/api/gen"
	"selfcare/api/servertest"
	"selfcare/internal/contract"
)

type (
	detailAnswer = struct{ Data gen.TicketDetail }
)

// complains sends a complaint, as a guest if no session is given.
func complains(r *servertest.Rig, headers ...servertest.Header) gen.Ticket {
	r.T.Helper()
	got := r.Call(http.MethodPost, "/api/support/submitComplaint", servertest.GoodComplaint, append(headers, servertest.FreshKey())...)
	require.Equal(r.T, http.StatusCreated, got.StatusCode, string(got.Body))
	return servertest.Decoded[servertest.RequestAnswer](r.T, got).Data
}

func acts(r *servertest.Rig, reference, body string, headers ...servertest.Header) servertest.Answer {
	return r.Call(http.MethodPost, "/api/service-requests/"+reference+"/actions", body, append(headers, servertest.FreshKey())...)
}

func showsRequest(r *servertest.Rig, reference, body string, headers ...servertest.Header) servertest.Answer {
	return r.Call(http.MethodPost, "/api/service-requests/"+reference, body, headers...)
}

func answers(d *servertest.Desk, id, body string) servertest.Answer {
	return d.Call(http.MethodPost, "/api/support/service-requests/"+id+"/actions", body, d.Agent, servertest.FreshKey())
}

func TestComplaint_Closed_CanBeReopened(t *testing.T) {
	d := servertest.NewDesk(t)
	written := complains(d.Rig)
	require.Regexp(t, `^CR[0-9]{10}$`, written.Reference)
	require.Equal(t, gen.TicketStageReceived, written.Stage)
	require.Equal(t, "Calls", written.TopicText)
	require.NotNil(t, written.DueAt)

	found := d.CaseOf(written.Reference)
	require.Equal(t, "Complaint", found.Title)
	require.Equal(t, gen.CaseStateHeld, found.State)
	detail := d.Detail("service-request", found.Id)
	require.Equal(t, "Noura Ali", *detail.Ticket.Details.FullName)
	require.Equal(t, "My calls drop.", detail.Ticket.Messages[0].Text)
	require.Len(t, detail.Ticket.Actions, 4)
	require.Empty(t, detail.Actions, "the case has no decisions of held work")

	require.Equal(t, http.StatusOK, answers(d, found.Id, `{"action":"take"}`).StatusCode)
	got := answers(d, found.Id, `{"action":"answer","text":"A mast near you was repaired."}`)
	require.Equal(t, http.StatusOK, got.StatusCode, string(got.Body))
	require.Empty(t, d.Cases("?kind=service-request").Items, "the request waits for the customer")

	key := fmt.Sprintf(`"token":%q`, d.Tickets.Token())
	read := servertest.Decoded[detailAnswer](t, showsRequest(d.Rig, written.Reference, "{"+key+"}")).Data
	require.Equal(t, gen.TicketStageAnswered, read.Request.Stage)
	require.Equal(t, "A mast near you was repaired.", read.Messages[1].Text)
	require.Equal(t, gen.TicketMessageAuthorSupport, read.Messages[1].Author)

	closed := servertest.Decoded[detailAnswer](t, acts(d.Rig, written.Reference, `{`+key+`,"action":"close"}`)).Data
	require.Equal(t, gen.TicketStageClosed, closed.Request.Stage)
	require.NotNil(t, closed.Request.ReopenUntil)
	servertest.RequireRefused(t, acts(d.Rig, written.Reference, `{`+key+`,"action":"reply","text":"And one more"}`), contract.FailTicketClosed)
	reopened := servertest.Decoded[detailAnswer](t, acts(d.Rig, written.Reference, `{`+key+`,"action":"reopen","text":"They drop again"}`)).Data
	require.Equal(t, gen.TicketStageInWork, reopened.Request.Stage)
	d.CaseOf(written.Reference)
}

func TestComplaint_ReferenceAndContact_FindIt(t *testing.T) {
	d := servertest.NewDesk(t)
	written := complains(d.Rig)
	id := d.CaseOf(written.Reference).Id
	require.Equal(t, http.StatusOK, answers(d, id, `{"action":"answer","text":"A mast was repaired."}`).StatusCode)
	for typed, by := range map[string]gen.SearchHitBy{
		strings.ToLower(written.Reference): gen.SearchHitByReference, "#CR-" + written.Reference[2:] + ".": gen.SearchHitByReference,
		"cr " + written.Reference[2:6] + " " + written.Reference[6:]: gen.SearchHitByReference, "055 123 4567": gen.SearchHitByMobile,
	} {
		got := d.Call(http.MethodPost, "/api/support/search", fmt.Sprintf(`{"q":%q}`, typed), d.Agent)
		require.Equal(t, http.StatusOK, got.StatusCode, string(got.Body))
		items := servertest.Decoded[struct{ Items []gen.SearchHit }](t, got).Items
		require.Len(t, items, 1)
		require.Equal(t, gen.SearchHitTypeServiceRequest, items[0].Type)
		require.Equal(t, by, items[0].By)
		require.Equal(t, id, items[0].Id)
		require.Equal(t, "Complaint", items[0].Title)
		require.Equal(t, "answered", *items[0].StageText)
	}
	require.NotNil(t, d.Detail("service-request", id).Ticket)
}

func TestComplaint_Answered_CanGoToRegulator(t *testing.T) {
	d := servertest.NewDesk(t)
	written := complains(d.Rig)
	key := fmt.Sprintf(`"token":%q`, d.Tickets.Token())
	escalate := `{` + key + `,"action":"escalate","cstReference":"CST-2026-77"}`
	servertest.RequireRefused(t, acts(d.Rig, written.Reference, escalate), contract.FailTicketEscalate)
	require.Equal(t, http.StatusOK, answers(d, d.CaseOf(written.Reference).Id, `{"action":"resolve","text":"We cannot help."}`).StatusCode)
	after := servertest.Decoded[detailAnswer](t, acts(d.Rig, written.Reference, escalate)).Data
	require.Equal(t, "CST-2026-77", *after.Request.CstReference)
	require.Equal(t, "CST-2026-77", *d.Detail("service-request", d.CaseOf(written.Reference).Id).Ticket.Request.CstReference)
	got := acts(d.Rig, written.Reference, `{`+key+`,"action":"escalate"}`)
	require.Equal(t, http.StatusUnprocessableEntity, got.StatusCode, string(got.Body))
}

func TestComplaint_OtherCustomer_IsRefused(t *testing.T) {
	r := servertest.New(t)
	r.Customer(servertest.MainLine, "prepaid")
	r.Customer(servertest.OtherLine, "prepaid")
	mine, other := r.SignIn(servertest.MainLine), r.SignIn(servertest.OtherLine)
	written := complains(r, servertest.Bearer(mine))

	listed := servertest.Decoded[struct {
		Data struct {
			Mobile   string
			Requests []gen.Ticket
		}
	}](t, r.Call(http.MethodPost, "/api/support/getCustomerInfo", "", servertest.Bearer(mine))).Data
	require.Equal(t, servertest.MainLine, listed.Mobile)
	require.Len(t, listed.Requests, 1)
	require.Equal(t, written.Reference, listed.Requests[0].Reference)

	require.Equal(t, http.StatusOK, showsRequest(r, written.Reference, "{}", servertest.Bearer(mine)).StatusCode)
	servertest.RequireRefused(t, showsRequest(r, written.Reference, "{}", servertest.Bearer(other)), contract.FailTicketUnknown)
	servertest.RequireRefused(t, showsRequest(r, written.Reference, "{}"), contract.FailTicketUnknown)
	servertest.RequireRefused(t, showsRequest(r, written.Reference, `{"token":"0123456789abcdefghij"}`, servertest.Bearer(mine)), contract.FailTicketLink)
	servertest.RequireRefused(t, acts(r, written.Reference, `{"action":"close"}`, servertest.Bearer(other)), contract.FailTicketUnknown)

	asks := func(contact string, headers ...servertest.Header) servertest.Answer {
		return r.Call(http.MethodPost, "/api/support/getSRStatus", fmt.Sprintf(`{"reference":%q%s}`, written.Reference, contact), headers...)
	}
	require.Equal(t, http.StatusOK, asks("", servertest.Bearer(mine)).StatusCode)
	require.Equal(t, http.StatusOK, asks(`,"contactNumber":"0551234567"`).StatusCode)
	servertest.RequireRefused(t, asks(""), contract.FailTicketUnknown)
	servertest.RequireRefused(t, asks("", servertest.Bearer(other)), contract.FailTicketUnknown)
	servertest.RequireRefused(t, asks(`,"contactNumber":"0551234568"`), contract.FailTicketUnknown)
}

func TestTicket_Guesses_AreLimited(t *testing.T) {
	r := servertest.New(t)
	var got servertest.Answer
	for n := range 40 {
		got = r.Call(http.MethodPost, "/api/support/getSRStatus", fmt.Sprintf(`{"reference":"CR%010d","contactNumber":"0551234567"}`, n))
		if got.StatusCode == http.StatusTooManyRequests {
			break
		}
		servertest.RequireRefused(t, got, contract.FailTicketUnknown)
	}
	require.Equal(t, http.StatusTooManyRequests, got.StatusCode)
}

func TestTicket_ManyReplies_AreRefused(t *testing.T) {
	d := servertest.NewDesk(t)
	written := complains(d.Rig)
	reply := fmt.Sprintf(`{"token":%q,"action":"reply","text":"again"}`, d.Tickets.Token())
	for range 20 {
		require.Equal(t, http.StatusOK, acts(d.Rig, written.Reference, reply).StatusCode)
	}
	servertest.RequireRefused(t, acts(d.Rig, written.Reference, reply), contract.FailRateLimited)
	require.Equal(t, http.StatusOK, answers(d, d.CaseOf(written.Reference).Id, `{"action":"answer","text":"We are on it."}`).StatusCode)
}

func TestComplaint_InAccount_IsTheSame(t *testing.T) {
	r := servertest.New(t)
	for _, kind := range []string{"other", "calls", "extra-services", "internet", "offers", "recharge", "sales", "sims", "mobile-app"} {
		r.Redis.FlushAll() // each request sends a message to the same mobile
		body := strings.Replace(servertest.GoodComplaint, `"calls"`, `"`+kind+`"`, 1)
		got := r.Call(http.MethodPost, "/api/support/customer-complain", body, servertest.FreshKey())
		require.Equal(t, http.StatusCreated, got.StatusCode, string(got.Body))
		require.Equal(t, kind, servertest.Decoded[servertest.RequestAnswer](t, got).Data.Topic)
	}
}

func TestComplaint_StoreFails_IsToBeSentAgain(t *testing.T) {
	r := servertest.New(t)
	r.Tickets.Away = true
	key := servertest.FreshKey()
	servertest.RequireRefused(t, r.Call(http.MethodPost, "/api/support/submitComplaint", servertest.GoodComplaint, key), contract.FailTicketForm)
	r.Tickets.Away = false
	got := r.Call(http.MethodPost, "/api/support/submitComplaint", servertest.GoodComplaint, key)
	require.Equal(t, http.StatusCreated, got.StatusCode, string(got.Body))
	again := r.Call(http.MethodPost, "/api/support/submitComplaint", servertest.GoodComplaint, key)
	require.Equal(t, servertest.Decoded[servertest.RequestAnswer](t, got).Data.Reference, servertest.Decoded[servertest.RequestAnswer](t, again).Data.Reference, "a repeat writes nothing twice")
	require.Len(t, r.Tickets.Now, 1)
}

// formsTo lists the three forms by which a stranger can have a message sent to a mobile.
func formsTo(mobile string) map[string]string {
	return map[string]string{
		"/api/support/submitComplaint":   strings.Replace(servertest.GoodComplaint, "0551234567", mobile, 1),
		"/api/support/customer-complain": strings.Replace(servertest.GoodComplaint, "0551234567", mobile, 1),
		"/api/support/resellers":         strings.Replace(servertest.GoodReseller, "0551234567", mobile, 1),
	}
}

func TestRequestForm_SameMobile_IsRefused(t *testing.T) {
	r := servertest.New(t)
	for first := range formsTo("") {
		r.Redis.FlushAll()
		writes := func(mobile, path string) servertest.Answer {
			return r.Call(http.MethodPost, path, formsTo(mobile)[path], servertest.FreshKey(), servertest.Bearer(r.Device()))
		}
		require.Equal(t, http.StatusCreated, writes("0551234567", first).StatusCode)
		for path := range formsTo("") {
			servertest.RequireRefused(t, writes("0551234567", path), contract.FailRateLimited)
		}
		require.Equal(t, http.StatusCreated, writes("0551234568", first).StatusCode, "another mobile")
	}
}

func TestRequestForm_SixthInAnHour_IsRefused(t *testing.T) {
	r := servertest.New(t)
	writes := func() servertest.Answer {
		r.NextCode()
		return r.Call(http.MethodPost, "/api/support/submitComplaint", servertest.GoodComplaint, servertest.FreshKey(), servertest.Bearer(r.Device()))
	}
	for range 5 {
		require.Equal(t, http.StatusCreated, writes().StatusCode)
	}
	servertest.RequireRefused(t, writes(), contract.FailRateLimited)
}

// linksSent returns the links in the messages about service requests, oldest first.
func linksSent(r *servertest.Rig) (links []string) {
	r.T.Helper()
	queued, err := r.Store.Outbox.Claim(r.T.Context(), 100)
	require.NoError(r.T, err)
	for _, m := range queued {
		require.NoError(r.T, r.Store.Outbox.NoteSent(r.T.Context(), m.Key)) // the next message of the request waits until this one is sent
		if link, has := m.Notice.Params["link"]; has {
			links = append(links, link)
		}
	}
	return links
}

func TestComplaint_OtherName_SendsNoSecret(t *testing.T) {
	r := servertest.New(t)
	written := complains(r)
	links := linksSent(r)
	require.Len(t, links, 1)
	require.True(t, strings.HasSuffix(links[0], "/service-request/"+written.Reference), links[0])
	servertest.RequireRefused(t, showsRequest(r, written.Reference, "{}"), contract.FailTicketUnknown)
}

func TestComplaint_OwnNumber_SendsTheSecret(t *testing.T) {
	r := servertest.New(t)
	r.Customer(servertest.MainLine, "prepaid")
	token := r.SignIn(servertest.MainLine)
	body := strings.Replace(servertest.GoodComplaint, "0551234567", servertest.MainLine, 1)
	require.Equal(t, http.StatusCreated, r.Call(http.MethodPost, "/api/support/submitComplaint", body, servertest.FreshKey(), servertest.Bearer(token)).StatusCode)
	require.Contains(t, linksSent(r)[0], "#"+r.Tickets.Token())
}

func TestTicket_ContactCode_OpensIt(t *testing.T) {
	d := servertest.NewDesk(t)
	written, device := complains(d.Rig), d.Device()
	opens := func(as, contact, code string) servertest.Answer {
		return showsRequest(d.Rig, written.Reference, fmt.Sprintf(`{"contactNumber":%q,"otp":%q}`, contact, code), servertest.Bearer(as))
	}
	code := d.SentCode(device, "0551234567", "service_request")
	require.Equal(t, "code-service_request", d.Notices.Latest().Template)
	servertest.RequireRefused(t, opens(device, "0551234567", servertest.OtherThan(code)), contract.FailPinWrong)
	servertest.RequireRefused(t, opens(d.Device(), "0551234567", code), contract.FailPinExpired)
	got := opens(device, "0551234567", code)
	require.Equal(t, http.StatusOK, got.StatusCode, string(got.Body))
	require.Equal(t, d.Tickets.Token(), *servertest.Decoded[detailAnswer](t, got).Data.Token)

	linksSent(d.Rig)
	require.Equal(t, http.StatusOK, answers(d, d.CaseOf(written.Reference).Id, `{"action":"take"}`).StatusCode)
	require.Contains(t, linksSent(d.Rig)[0], "#"+d.Tickets.Token(), "the number belongs to the new holder from now on")

	other := d.SentCode(device, "0551234568", "service_request")
	servertest.RequireRefused(t, opens(device, "0551234568", other), contract.FailTicketUnknown)
	for body, field := range map[string]string{`{"otp":"123456"}`: "contactNumber", `{"contactNumber":"0551234567"}`: "otp"} {
		problem := servertest.RequireRefused(t, showsRequest(d.Rig, written.Reference, body, servertest.Bearer(device)), contract.FailValidation)
		require.Contains(t, *problem.Fields, field)
	}
}

func TestResellerRequest_Support_SeesAndCloses(t *testing.T) {
	d := servertest.NewDesk(t)
	got := d.Call(http.MethodPost, "/api/support/resellers", servertest.GoodReseller, servertest.FreshKey())
	require.Equal(t, http.StatusCreated, got.StatusCode, string(got.Body))
	written := servertest.Decoded[servertest.RequestAnswer](t, got).Data
	require.Regexp(t, `^RS[0-9]{10}$`, written.Reference)
	found := d.CaseOf(written.Reference)
	require.Equal(t, "Reseller form", found.Title)
	details := d.Detail("service-request", found.Id).Ticket.Details
	require.Equal(t, "Desert Phones", *details.Company)
	require.Equal(t, "0112345678", *details.Landline)
	require.Equal(t, http.StatusOK, answers(d, found.Id, `{"action":"resolve","text":"Our partner team calls you."}`).StatusCode)
	servertest.RequireRefused(t, acts(d.Rig, written.Reference, fmt.Sprintf(`{"token":%q,"action":"reopen","text":"again"}`, d.Tickets.Token())), contract.FailTicketReopen)
}

func TestResellerRequest_BadLandline_IsRefused(t *testing.T) {
	r := servertest.New(t)
	for landline, ok := range map[string]bool{
		"112345": true, "011234567890": true, "11234": false, "0112345678901": false, "01123x": false, "٠١١٢٣٤٥٦": true,
	} {
		r.NextCode() // each request sends a message to the same mobile
		got := r.Call(http.MethodPost, "/api/support/resellers", strings.Replace(servertest.GoodReseller, "0112345678", landline, 1), servertest.FreshKey())
		if ok {
			require.Equal(t, http.StatusCreated, got.StatusCode, string(got.Body))
			continue
		}
		require.Equal(t, http.StatusUnprocessableEntity, got.StatusCode, landline)
		require.Contains(t, string(got.Body), "A landline number has 6 to 12 digits.")
	}
	for _, shop := range []string{"telecom", "computer", "grocery-or-other"} {
		r.Redis.FlushAll()
		got := r.Call(http.MethodPost, "/api/support/resellers", strings.Replace(servertest.GoodReseller, `"telecom"`, `"`+shop+`"`, 1), servertest.FreshKey())
		require.Equal(t, http.StatusCreated, got.StatusCode, string(got.Body))
	}
}

func TestTicket_Claimed_IsRefused(t *testing.T) {
	d := servertest.NewDesk(t)
	found := d.CaseOf(complains(d.Rig).Reference)
	colleague := d.SignedIn("colleague@selfcare.example", "support")
	claimed := d.Call(http.MethodPost, "/api/support/cases/service-request/"+found.Id+"/claim", "{}", servertest.Bearer(colleague), servertest.FreshKey())
	require.Equal(t, http.StatusOK, claimed.StatusCode, string(claimed.Body))
	servertest.RequireRefused(t, answers(d, found.Id, `{"action":"take"}`), contract.FailCaseClaimed)
}
