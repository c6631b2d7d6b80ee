package site_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/api/gen"
	"selfcare/api/servertest"
	"selfcare/internal/contract"
	"selfcare/internal/domain/permission"
)

func planPage(r *servertest.Rig, path string) (ids string, page gen.PlanPage) {
	r.T.Helper()
	page = servertest.Decoded[gen.PlanPage](r.T, r.Catalogue(path))
	all := make([]string, len(page.Items))
	for i, item := range page.Items {
		all[i] = item.Id
	}
	return strings.Join(all, " "), page
}

func TestPlans_List_HasPages(t *testing.T) {
	r := servertest.WithPlans(t)
	ids, page := planPage(r, "/plans")
	require.Len(t, page.Items, 10, ids)
	require.Equal(t, []any{1, 10, true}, []any{page.Page, page.PerPage, page.HasMore})
	ids, page = planPage(r, "/plans?page=2&per_page=10&featured=false")
	require.Empty(t, ids)
	require.False(t, page.HasMore)
	ids, _ = planPage(r, "/plans?page=1&per_page=10&featured=true")
	require.Equal(t, "hawakom-90 hawakom-130 hawakom-210", ids)
	ids, _ = planPage(r, "/plans?page=2&per_page=10")
	require.Equal(t, "data-sim-350", ids)
	ids, _ = planPage(r, "/plans?kind=data")
	require.Equal(t, "data-sim-60 data-sim-130 data-sim-350", ids)
	for _, query := range []string{"page=0", "page=1001", "per_page=0", "per_page=51", "featured=perhaps", "kind=fax", "page=x"} {
		servertest.RequireRefused(t, r.Call(http.MethodGet, "/api/plans?"+query, ""), contract.FailValidation)
	}
}

func TestPlans_ForeignID_FindsThePlan(t *testing.T) {
	r := servertest.WithPlans(t)
	ids, _ := planPage(r, "/plans?external_ids=POSTPAID-290,HAWAKOM-55,NOBODYS-1")
	require.Equal(t, "hawakom-55 postpaid-290", ids)
	all := make([]string, 0, 11)
	for _, id := range []string{"hawakom-55", "hawakom-90", "hawakom-130", "hawakom-170", "hawakom-210", "basic-25", "postpaid-200", "postpaid-290", "data-sim-60", "data-sim-130", "data-sim-350"} {
		all = append(all, strings.ToUpper(id))
	}
	_, page := planPage(r, "/plans?external_ids="+strings.Join(all, ","))
	require.Len(t, page.Items, 11, "the list has every requested plan")
	require.False(t, page.HasMore)
	ids, _ = planPage(r, "/plans?external_ids=NOBODYS-1")
	require.Empty(t, ids)
	for _, wrong := range []string{"", "hawakom-55", "A", "A-1,,B-1", "A-1;B-1", strings.Repeat("A-1,", 50) + "A-1", strings.Repeat("A", 41)} {
		servertest.RequireRefused(t, r.Call(http.MethodGet, "/api/plans?external_ids="+wrong, ""), contract.FailValidation)
	}
}

func TestPlans_Promoted_AreListed(t *testing.T) {
	r := servertest.WithPlans(t)
	ids, page := planPage(r, "/plans/promoted")
	require.Equal(t, "hawakom-130 postpaid-290", ids)
	require.True(t, page.Items[0].Promoted)
	ids, page = planPage(r, "/plans/promoted?page=2&per_page=1")
	require.Equal(t, "postpaid-290", ids)
	require.False(t, page.HasMore)
}

func TestPlan_Page_HasEachField(t *testing.T) {
	r := servertest.WithPlans(t)
	type details struct {
		Data struct {
			Plan  gen.Plan  `json:"plan"`
			Rates gen.Rates `json:"rates"`
		} `json:"data"`
	}
	got := servertest.Decoded[details](t, r.Catalogue("/plans/postpaid-200")).Data.Plan
	amount, months, monthly := int64(5*1024), 12, 1
	require.Equal(t, gen.Plan{
		Id: "postpaid-200", ExternalId: "POSTPAID-200", Kind: "voice", Name: "Postpaid 200", Description: got.Description, Price: 20_000,
		PriceIncludesVat: true, SubscriptionType: "postpaid", Category: "postpaid", ValidityDays: 30, CycleMonths: &monthly, Renews: true, TakesPorted: true,
		FreeNumberCategories: &[]gen.NumberCategoryKey{"bronze", "silver", "gold"}, CommitmentMonths: &months, Items: got.Items,
	}, got)
	require.Equal(t, gen.PlanItem{Type: "social_media", Unit: "MB", Label: "Unlimited social media"}, got.Items[1])
	require.Equal(t, gen.PlanItem{Type: "roaming_data", Unit: "MB", Amount: &amount, Label: "5 GB in the Gulf countries"}, got.Items[4])

	basic := servertest.Decoded[details](t, r.Catalogue("/plans/basic-25", servertest.Header{"Accept-Language": "ar"})).Data
	require.Equal(t, "الأساسية 25", basic.Plan.Name)
	require.Equal(t, "25 دقيقة محلية", basic.Plan.Items[1].Label)
	require.Equal(t, "دقيقة محلية", basic.Rates[0].Name)
	require.EqualValues(t, 55, basic.Rates[0].Price, "the plan's own rate comes before the general rate")
	require.Len(t, basic.Rates, 4)

	ends := servertest.Decoded[details](t, r.Catalogue("/plans/data-sim-350")).Data
	require.Equal(t, []any{gen.PlanKindData, false, false}, []any{ends.Plan.Kind, ends.Plan.Renews, ends.Plan.TakesPorted})
	require.Len(t, ends.Rates, 1, "a data SIM has data rates only")
}

func TestPlans_Families_AreListed(t *testing.T) {
	r := servertest.WithPlans(t)
	listed := servertest.Decoded[gen.ListPlanCategories200JSONResponse](t, r.Catalogue("/plans/categories")).Items
	require.Len(t, listed, 4)
	require.Equal(t, "Hawakom", listed[0].Name)
	require.Equal(t, []gen.SubscriptionType{"prepaid"}, listed[0].SubscriptionTypes)
	require.Equal(t, []gen.SubscriptionType{"postpaid"}, listed[2].SubscriptionTypes)
	one := servertest.Decoded[gen.GetPlanCategory200JSONResponse](t, r.Catalogue("/plans/category/data-sim", servertest.Header{"Accept-Language": "ar"})).Data
	require.Equal(t, "شرائح البيانات", one.Name)
	require.NotNil(t, one.Description)
	ids, page := planPage(r, "/plans/category/hawakom/items?per_page=3")
	require.Equal(t, "hawakom-55 hawakom-90 hawakom-130", ids)
	require.True(t, page.HasMore)
	ids, _ = planPage(r, "/plans/category/postpaid/items")
	require.Equal(t, "postpaid-200 postpaid-290", ids)
	r.Exec("UPDATE plans SET category = 'hawakom' WHERE id = 'postpaid-200'")
	ids, _ = planPage(r, "/plans/category/hawakom/items?subscription=postpaid")
	require.Equal(t, "postpaid-200", ids)
	both := servertest.Decoded[gen.GetPlanCategory200JSONResponse](t, r.Catalogue("/plans/category/hawakom")).Data
	require.Equal(t, []gen.SubscriptionType{"prepaid", "postpaid"}, both.SubscriptionTypes)
	r.Exec("UPDATE plans SET on_sale = false WHERE category = 'basic'")
	servertest.RequireRefused(t, r.Call(http.MethodGet, "/api/plans/category/basic", ""), contract.FailPlanCategoryUnknown)
}

func TestPlan_Unknown_IsNotFound(t *testing.T) {
	r := servertest.WithPlans(t)
	r.Exec("UPDATE plans SET on_sale = false WHERE id = 'hawakom-55'")
	for path, want := range map[string]struct {
		code   contract.Code
		en, ar string
	}{
		"/plans/hawakom-56":          {contract.FailPlanNotFound, "This plan is not on sale.", "هذه الباقة غير معروضة للبيع."},
		"/plans/hawakom-55":          {contract.FailPlanNotFound, "This plan is not on sale.", "هذه الباقة غير معروضة للبيع."},
		"/plans/category/gold":       {contract.FailPlanCategoryUnknown, "No plan of this family is on sale.", "لا توجد باقات معروضة للبيع في هذه الفئة."},
		"/plans/category/gold/items": {contract.FailPlanCategoryUnknown, "No plan of this family is on sale.", "لا توجد باقات معروضة للبيع في هذه الفئة."},
	} {
		english, arabic := r.Call(http.MethodGet, "/api"+path, ""), r.Call(http.MethodGet, "/api"+path, "", servertest.Header{"Accept-Language": "ar"})
		servertest.RequireRefused(t, english, want.code)
		servertest.RequireRefused(t, arabic, want.code)
		require.Equal(t, http.StatusNotFound, english.StatusCode)
		require.Contains(t, string(english.Body), want.en)
		require.Contains(t, string(arabic.Body), want.ar)
	}
	for path, want := range map[string]contract.Code{
		"/plans/Hawakom": contract.FailPlanNotFound, "/plans/category/x": contract.FailPlanCategoryUnknown,
		"/plans/category/A%20B/items": contract.FailPlanCategoryUnknown,
	} {
		servertest.RequireRefused(t, r.Call(http.MethodGet, "/api"+path, ""), want)
	}
}

func TestPlans_EachCatalogue_HasItsETag(t *testing.T) {
	r := servertest.WithPlans(t)
	for _, path := range []string{
		"/plans", "/plans?external_ids=BASIC-25", "/plans/promoted", "/plans/categories", "/plans/category/hawakom",
		"/plans/category/hawakom/items", "/plans/basic-25", "/lookup/mnp-plans",
	} {
		first := r.Catalogue(path)
		require.NotEmpty(t, first.Header.Get("ETag"), path)
		again := r.Call(http.MethodGet, "/api"+path, "", servertest.Header{"If-None-Match": first.Header.Get("ETag")})
		require.Equal(t, http.StatusNotModified, again.StatusCode, path)
		require.Empty(t, again.Body)
		other := r.Call(http.MethodGet, "/api"+path, "", servertest.Header{"If-None-Match": first.Header.Get("ETag"), "Accept-Language": "ar"})
		require.Equal(t, http.StatusOK, other.StatusCode, path)
	}
}

func TestPlans_Changed_HasANewETag(t *testing.T) {
	r := servertest.WithPlans(t)
	for _, path := range []string{"/plans", "/plans/category/basic/items", "/plans/basic-25"} {
		r.Exec("UPDATE plans SET name_en = 'Basic' WHERE id = 'basic-25'")
		first := r.Catalogue(path)
		seen := servertest.Header{"If-None-Match": first.Header.Get("ETag")}
		r.Exec("UPDATE plans SET name_en = 'Basic and new' WHERE id = 'basic-25'")
		changed := r.Catalogue(path, seen)
		require.Contains(t, string(changed.Body), "Basic and new", path)
		require.NotEqual(t, first.Header.Get("ETag"), changed.Header.Get("ETag"), path)
		again := r.Call(http.MethodGet, "/api"+path, "", servertest.Header{"If-None-Match": changed.Header.Get("ETag")})
		require.Equal(t, http.StatusNotModified, again.StatusCode, path)
	}
}

// Cached answers are keyed by address and language, so an answer that depends on the caller must not be cached.
func TestCache_PublicAnswer_IsKept(t *testing.T) {
	document, err := gen.GetSpec()
	require.NoError(t, err)
	kept := 0
	for path, item := range document.Paths.Map() {
		for method, operation := range item.Operations() {
			catalogue := slices.Contains(operation.Tags, "catalogue")
			if !catalogue {
				require.True(t, operation.Responses.Status(http.StatusNotModified) == nil || operation.Extensions["x-revalidated"] == true, path)
				continue
			}
			kept++
			rule, listed := permission.Of(servertest.AsContracted(operation.OperationID))
			require.True(t, listed, path)
			open, ways, headers := permission.Rule{Caller: permission.Public}, 0, []string{"accept-language", "x-api-version"}
			if rule.Key != "" { // the permission check stands before the cache
				open, ways = permission.Rule{Caller: permission.Visitor, Key: rule.Key}, 2
				headers = append(headers, "authorization", "x-sub-account")
			}
			require.Equal(t, open, rule, path)
			require.Equal(t, http.MethodGet, method, path)
			require.Len(t, *operation.Security, ways, path)
			require.NotNil(t, operation.Responses.Status(http.StatusNotModified), path)
			for _, parameter := range operation.Parameters {
				if parameter.Value.In == "header" {
					require.Contains(t, headers, strings.ToLower(parameter.Value.Name), path)
				}
			}
		}
	}
	require.NotZero(t, kept)
}

func TestCache_PersonalAnswer_IsNotKept(t *testing.T) {
	r := servertest.New(t)
	r.Customer(servertest.MainLine, "prepaid")
	r.Customer("0570000002", "prepaid")
	mine, other := r.SignIn(servertest.MainLine), r.SignIn("0570000002")
	for path, store := range map[string]string{"/api/dashboard": "no-store", "/api/users/current/lines": "private, no-cache"} {
		shown := r.Call(http.MethodGet, path, "", servertest.Bearer(mine))
		require.Equal(t, http.StatusOK, shown.StatusCode, path)
		require.Equal(t, store, shown.Header.Get("Cache-Control"), path)
		theirs := r.Call(http.MethodGet, path, "", servertest.Bearer(other), servertest.Header{"If-None-Match": shown.Header.Get("ETag")})
		require.Equal(t, http.StatusOK, theirs.StatusCode, path)
		require.NotEqual(t, shown.Body, theirs.Body, path)
		servertest.RequireRefused(t, r.Call(http.MethodGet, path, "", servertest.Bearer(r.Device())), contract.FailNotSignedIn)
	}
}

func TestPortInPlans_Each_AcceptsAPort(t *testing.T) {
	r := servertest.WithPlans(t)
	got := servertest.Decoded[gen.ListMnpPlans200JSONResponse](t, r.Catalogue("/lookup/mnp-plans"))
	require.Len(t, got.Items, 7)
	for _, item := range got.Items {
		require.True(t, item.TakesPorted)
		require.EqualValues(t, "voice", item.Kind)
		require.NotEmpty(t, item.ExternalId)
	}
}

func TestLinePlan_Shown_HasItsRates(t *testing.T) {
	r := servertest.WithPlans(t)
	r.Customer(servertest.MainLine, "prepaid")
	token := r.SignIn(servertest.MainLine)
	r.Exec("UPDATE lines SET plan_id = '' WHERE msisdn = ?", servertest.MainLine)
	type shownPlan struct {
		Plan  *gen.Plan `json:"plan"`
		Rates gen.Rates `json:"rates"`
	}
	shown := func() shownPlan {
		return servertest.Decoded[struct{ Data shownPlan }](t, r.MustGet("/users/plan", token)).Data
	}
	without := shown()
	require.Nil(t, without.Plan)
	require.EqualValues(t, 35, without.Rates[0].Price, "the general rate")
	r.Exec("UPDATE lines SET plan_id = 'basic-25' WHERE msisdn = ?", servertest.MainLine)
	r.Exec("UPDATE plans SET on_sale = false WHERE id = 'basic-25'")
	with := shown()
	require.Equal(t, "basic-25", with.Plan.Id, "a withdrawn plan is shown too")
	require.Equal(t, gen.Rates{
		{Key: "local-minute", Name: "Local minute", Unit: "minute", Price: 55},
		{Key: "local-sms", Name: "Local SMS", Unit: "sms", Price: 25},
		{Key: "data", Name: "Data", Unit: "MB", Price: 10},
		{Key: "international-minute", Name: "International minute from", Unit: "minute", Price: 40},
	}, with.Rates)
}

func TestPlans_Imported_AreOnSale(t *testing.T) {
	r := servertest.WithPlans(t)
	ids, page := planPage(r, "/plans/category/hawakom/items")
	require.Equal(t, "hawakom-55 hawakom-90 hawakom-130 hawakom-170 hawakom-210", ids)
	prices := make([]int64, len(page.Items))
	for i, item := range page.Items {
		prices[i] = item.Price
		require.True(t, item.Renews && item.PriceIncludesVat, item.Id)
		require.EqualValues(t, "prepaid", item.SubscriptionType)
		require.NotEmpty(t, item.Items, item.Id)
		require.Contains(t, string(r.Catalogue("/plans/"+item.Id).Body), `"rates":[{`)
	}
	require.Equal(t, []int64{5_500, 9_000, 13_000, 17_000, 21_000}, prices)
	ids, page = planPage(r, "/plans/category/basic/items")
	require.Equal(t, "basic-25", ids)
	require.EqualValues(t, 2_500, page.Items[0].Price)
}
