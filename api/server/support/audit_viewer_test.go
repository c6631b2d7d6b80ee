package support_test

import (
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"selfcare/api/gen"
	"selfcare/api/server/middleware"
	"selfcare/api/servertest"
	"selfcare/internal/contract"
	"selfcare/internal/domain/audit"
	auditstore "selfcare/internal/store/audit"
	"selfcare/internal/store/signin"
)

// newest is the id of the newest entry.
func newest(r *servertest.Rig) (id int64) {
	r.T.Helper()
	require.NoError(r.T, r.DB.NewRaw("SELECT coalesce(max(id), 0) FROM audit_log").Scan(r.T.Context(), &id))
	return id
}

// audited reads the filtered log since an entry, page by page, without the entries of this reading.
func audited(r *servertest.Rig, support string, since int64, filter url.Values) (found []gen.AuditEntry, pages int) {
	r.T.Helper()
	filter = url.Values(http.Header(filter).Clone())
	for {
		got := r.Call(http.MethodGet, "/api/support/audit?"+filter.Encode(), "", servertest.Bearer(support))
		require.Equal(r.T, http.StatusOK, got.StatusCode, string(got.Body))
		page := servertest.Decoded[gen.ListAudit200JSONResponse](r.T, got)
		found, pages = append(found, page.Items...), pages+1
		if page.Next == nil {
			break
		}
		filter.Set("before", strconv.FormatInt(*page.Next, 10))
	}
	return slices.DeleteFunc(found, func(e gen.AuditEntry) bool { return e.Action == gen.AuditActionDataRead || e.Id <= since }), pages
}

func TestListAudit_Filters_NarrowTheLog(t *testing.T) {
	r := servertest.New(t)
	customer := r.Customer(servertest.MainLine, "prepaid")
	support := r.SignedIn("support@selfcare.example", "support")
	var staff string
	require.NoError(t, r.DB.NewRaw("SELECT id FROM users WHERE email = 'support@selfcare.example'").Scan(t.Context(), &staff))
	order, before := uuid.NewString(), newest(r)
	for _, e := range []auditstore.Record{
		{Actor: staff, Action: "retry", OrderID: order, Note: "the courier is back", Details: map[string]string{"work": "ship"}},
		{Actor: staff, Action: "cancel", OrderID: uuid.NewString()},
		{Area: auditstore.Account, Actor: customer.ID, Action: "password-changed"},
		{Area: auditstore.Account, Actor: "operator", Action: "second-factor-reset"},
		{Actor: "selfcare", Action: "refund-expired", OrderID: order},
	} {
		require.NoError(t, r.Store.Audit.Write(t.Context(), e))
	}
	require.NoError(t, r.Store.FailedSignIns.Count(t.Context(), signin.FailedSignIn{Account: "unknown", Provider: "password", Network: "198.51.100.0/24"}))
	hourAgo, inAnHour := time.Now().Add(-time.Hour).UTC().Format(time.RFC3339), time.Now().Add(time.Hour).UTC().Format(time.RFC3339)
	for name, test := range map[string]struct {
		filter url.Values
		want   string
	}{
		"everything":           {nil, "sign-in-failed refund-expired second-factor-reset password-changed cancel retry"},
		"by area":              {url.Values{"area": {"account"}}, "sign-in-failed second-factor-reset password-changed"},
		"by person":            {url.Values{"actor": {staff}}, "cancel retry"},
		"by an unknown person": {url.Values{"actor": {"unknown"}}, "sign-in-failed"},
		"by action":            {url.Values{"action": {"cancel"}}, "cancel"},
		"failed":               {url.Values{"action": {"sign-in-failed"}}, "sign-in-failed"},
		"by order":             {url.Values{"orderId": {order}}, "refund-expired retry"},
		"both":                 {url.Values{"orderId": {order}, "actor": {staff}}, "retry"},
		"since":                {url.Values{"from": {hourAgo}, "area": {"support"}}, "refund-expired cancel retry"},
		"not yet":              {url.Values{"from": {inAnHour}}, ""},
		"until":                {url.Values{"until": {inAnHour}, "action": {"retry"}}, "retry"},
		"before all":           {url.Values{"until": {hourAgo}}, ""},
		"of another order":     {url.Values{"actor": {uuid.NewString()}}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			found, _ := audited(r, support, before, test.filter)
			actions := make([]string, len(found))
			for i, e := range found {
				actions[i] = string(e.Action)
			}
			require.Equal(t, test.want, strings.Join(actions, " "))
		})
	}
	found, _ := audited(r, support, before, nil)
	who := map[string]string{}
	for _, e := range found {
		name := ""
		if e.ActorName != nil {
			name = " " + *e.ActorName
		}
		who[string(e.Action)] = string(e.ActorKind) + name
	}
	require.Equal(t, map[string]string{
		"retry": "staff support@selfcare.example", "cancel": "staff support@selfcare.example", "password-changed": "customer",
		"second-factor-reset": "operator", "refund-expired": "system", "sign-in-failed": "unknown",
	}, who, "staff by name, customers by id only")
	require.Equal(t, map[string]string{"work": "ship"}, found[5].Details)
	for _, wrong := range []string{"area=all", "action=shouted", "actor=A", "orderId=1", "from=yesterday", "before=0", "page=2"} {
		servertest.RequireRefused(t, r.Call(http.MethodGet, "/api/support/audit?"+wrong, "", servertest.Bearer(support)), contract.FailValidation)
	}
}

func TestListAudit_ManyEntries_HasPages(t *testing.T) {
	r := servertest.New(t)
	support := r.SignedIn("support@selfcare.example", "support")
	before := newest(r)
	for n := range 60 {
		require.NoError(t, r.Store.Audit.Write(t.Context(), auditstore.Record{Area: auditstore.Account, Actor: "a", Action: "signed-in", Note: fmt.Sprint(n)}))
		require.NoError(t, r.Store.FailedSignIns.Count(t.Context(), signin.FailedSignIn{Account: fmt.Sprint(n), Provider: "password", Network: "198.51.100.0/24"}))
	}
	found, pages := audited(r, support, before, url.Values{"area": {"account"}})
	require.Len(t, found, 120)
	require.Equal(t, 3, pages)
	for i := range found[1:] {
		require.Greater(t, found[i].Id, found[i+1].Id)
	}
}

// Reading the log is logged, too.
func TestListAudit_Read_IsRecorded(t *testing.T) {
	r := servertest.New(t)
	support := servertest.Bearer(r.SignedIn("support@selfcare.example", "support"))
	about := uuid.NewString()
	for range 2 {
		got := r.Call(http.MethodGet, "/api/support/audit?action=retry&actor="+about, "", support)
		require.Equal(t, http.StatusOK, got.StatusCode, string(got.Body))
	}
	got := servertest.Decoded[servertest.AuditPage](t, r.Call(http.MethodGet, "/api/support/audit?area=support", "", support)).Items
	require.Len(t, got, 2, "one entry for each reader, filter and hour")
	require.Equal(t, map[string]string{"operation": "listAudit", "action": "retry", "actor": about}, got[1].Details)
	require.Equal(t, map[string]string{"operation": "listAudit", "area": "support"}, got[0].Details)
	require.Equal(t, "support@selfcare.example", *got[0].ActorName)
}

func TestAuditActions_Each_IsInContract(t *testing.T) {
	document, err := middleware.Contract()
	require.NoError(t, err)
	known := []string{}
	for _, action := range document.Components.Schemas["AuditAction"].Value.Enum {
		known = append(known, action.(string))
	}
	require.Equal(t, audit.Actions, known)
}

// The number of a port-out is its id everywhere but in the audit log.
func TestSearchCases_AuditID_FindsTheEntries(t *testing.T) {
	d := servertest.NewDesk(t)
	d.Customer(servertest.MainLine, "prepaid")
	bought := heldOf(d.Rig, contract.PurchaseRecharge, d.SignIn(servertest.MainLine))
	decides(d, "purchase", "retry")
	d.PortAsked()
	_, err := d.PortOuts.Books.HoldPortOut(t.Context(), d.PortOuts.Check(t), contract.PortOutHeldUp{
		At: contract.At{Now: time.Now()}, FailureCode: contract.FailNetworkRefused, Work: contract.WorkLetNumberGo,
	})
	require.NoError(t, err)
	decides(d, "port-out", "retry")
	order, err := d.Store.Orders.Get(t.Context(), stuck(d, time.Hour).ID)
	require.NoError(t, err)
	for number, action := range map[string]gen.AuditAction{
		bought.Number: gen.AuditActionRetry, servertest.AskReference: gen.AuditActionRetry, order.Order.Number: gen.AuditActionOrderRead,
	} {
		got := d.Call(http.MethodPost, "/api/support/search", `{"q":"`+number+`"}`, d.Agent)
		hits := servertest.Decoded[gen.SearchCasesAnswer](t, got).Items
		require.Len(t, hits, 1, number)
		entries := servertest.Decoded[gen.ListAudit200JSONResponse](t, d.Call(http.MethodGet, "/api/support/audit?orderId="+hits[0].AuditId, "", d.Agent)).Items
		require.NotEmpty(t, entries, number)
		require.Equal(t, action, entries[0].Action, number)
	}
	b, _ := d.Bill()
	for _, number := range []string{b.Number, servertest.MainLine} {
		for _, h := range servertest.Decoded[gen.SearchCasesAnswer](t, d.Call(http.MethodPost, "/api/support/search", `{"q":"`+number+`"}`, d.Agent)).Items {
			require.Equal(t, h.Id, h.AuditId, string(h.Type))
		}
	}
}
