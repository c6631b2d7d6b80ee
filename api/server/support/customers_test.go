package support_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/api/gen"
	"selfcare/api/servertest"
	auditstore "selfcare/internal/store/audit"
	"selfcare/internal/store/user"
)

// card reads the page of a customer, by the id of a line or an account.
func card(d *servertest.Desk, id string) gen.CustomerCard {
	d.T.Helper()
	got := d.Call(http.MethodGet, "/api/support/customers/"+id, "", d.Agent)
	require.Equal(d.T, http.StatusOK, got.StatusCode, string(got.Body))
	return servertest.Decoded[gen.GetCustomerAnswer](d.T, got).Data
}

func TestFind_CustomersEmail_OpensTheCustomer(t *testing.T) {
	d := servertest.NewDesk(t)
	owner := d.Customer(servertest.MainLine, "prepaid")
	lineless, err := d.Store.Users.Register(t.Context(), user.User{Email: "new@selfcare.example", EmailConfirmed: true, PasswordHash: "x", Roles: []string{"customer"}}, "")
	require.NoError(t, err)
	for email, id := range map[string]string{owner.Email: d.LineID(servertest.MainLine), lineless.Email: lineless.ID} {
		got := d.Call(http.MethodPost, "/api/support/search", `{"q":"`+email+`"}`, d.Agent)
		hits := servertest.Decoded[gen.SearchCasesAnswer](t, got).Items
		require.Len(t, hits, 1, email)
		require.Equal(t, gen.SearchHitByEmail, hits[0].By)
		require.Equal(t, id, hits[0].Id)
		shown := card(d, id)
		require.NotNil(t, shown.UserId)
		require.NotNil(t, shown.Email)
		require.NotEqual(t, email, *shown.Email, "support asks the caller for the rest")
	}
	got := d.Call(http.MethodPost, "/api/support/search", `{"q":"support@selfcare.example"}`, d.Agent)
	require.Empty(t, servertest.Decoded[gen.SearchCasesAnswer](t, got).Items, "staff are no customers")
}

func TestListAudit_Customer_IsNoStaff(t *testing.T) {
	d := servertest.NewDesk(t)
	owner := d.Customer(servertest.MainLine, "prepaid")
	require.NoError(t, d.Store.Audit.Write(t.Context(), auditstore.Record{
		Area: auditstore.Account, Actor: owner.ID, Action: "sub-account-added", Details: map[string]string{"userId": owner.ID},
	}))
	log := string(d.Call(http.MethodGet, "/api/support/audit", "", d.Agent).Body)
	require.Contains(t, log, "sub-account-added")
	require.NotContains(t, log, owner.Email)
	got := d.Call(http.MethodGet, "/api/support/audit?staff="+url.QueryEscape(owner.Email), "", d.Agent)
	require.Empty(t, servertest.Decoded[gen.ListAudit200JSONResponse](t, got).Items)
}

func TestGetCustomer_BillsAndRequests_AreListed(t *testing.T) {
	d := servertest.NewDesk(t)
	b, token := d.Bill()
	complains := func(contact string, headers ...servertest.Header) string {
		body := strings.Replace(servertest.GoodComplaint, "0551234567", contact, 1)
		got := d.Call(http.MethodPost, "/api/support/submitComplaint", body, append(headers, servertest.FreshKey())...)
		require.Equal(t, http.StatusCreated, got.StatusCode, string(got.Body))
		return servertest.Decoded[servertest.RequestAnswer](t, got).Data.Reference
	}
	signedIn, guest := complains("0551234568", servertest.Bearer(token)), complains(servertest.BilledLine)
	complains("0551234569")
	d.Exec(`INSERT INTO service_requests (id, reference, kind, topic, stage, mobile_hash, personal, seq, state, created_at)
		SELECT gen_random_uuid(), 'CR0000000001', r.kind, r.topic, r.stage, r.mobile_hash, r.personal, r.seq, r.state, l.activated_at - interval '1 day'
		FROM service_requests AS r, lines AS l WHERE r.reference = ? AND l.msisdn = ?`, guest, servertest.BilledLine)

	shown := card(d, d.LineID(servertest.BilledLine))
	require.Len(t, shown.Bills, 1)
	require.Equal(t, []string{b.Number, "Bill", "open"}, []string{shown.Bills[0].Reference, shown.Bills[0].Title, shown.Bills[0].StageText})
	var requests []string
	for _, link := range shown.Requests {
		require.Equal(t, gen.CaseKindServiceRequest, link.Kind)
		require.Equal(t, link.Reference, d.Detail("service-request", link.Id).Case.Reference)
		requests = append(requests, link.Reference)
	}
	require.ElementsMatch(t, []string{signedIn, guest}, requests, "neither of another contact, nor of the number's former holder")
	require.Equal(t, b.Number, d.Detail("bill", shown.Bills[0].Id).Case.Reference)
}
