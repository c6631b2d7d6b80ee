package support_test

import (
	"net/http"
	"net/url"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"selfcare/api/gen"
	"selfcare/api/servertest"
	"selfcare/internal/contract"
	"selfcare/internal/store/audit"
)

func (p *pair) subjects(language string) map[string]gen.ProposalSubject {
	p.T.Helper()
	got := p.Call(http.MethodGet, "/api/support/changes/subjects?kind=setting", "", p.first, servertest.Header{"Accept-Language": language})
	require.Equal(p.T, http.StatusOK, got.StatusCode, string(got.Body))
	found := map[string]gen.ProposalSubject{}
	for _, one := range servertest.Decoded[struct{ Items []gen.ProposalSubject }](p.T, got).Items {
		found[one.Key] = one
	}
	return found
}

func (p *pair) previews(body string) servertest.Answer {
	p.T.Helper()
	return p.Call(http.MethodPost, "/api/support/changes/preview", body, p.first)
}

func TestListProposalSubjects_Setting_HasNameAndBound(t *testing.T) {
	p := newPair(t)
	fee := p.subjects("en")["deliveryFeeHome"].Setting
	require.Equal(t, gen.SettingWords{
		Name: "Fee for home delivery", Meaning: "Price of home delivery, with VAT.", Group: "delivery", GroupName: "Delivery and activation",
		Type: "amount", Bound: fee.Bound, Now: "25.00 SAR", Usual: "25.00 SAR",
	}, *fee)
	require.Equal(t, "Zero or more.", *fee.Bound)
	vat := p.subjects("ar")["vatPercent"].Setting
	require.Equal(t, "ضريبة القيمة المضافة", vat.Name)
	require.Equal(t, "من 0 إلى 100%.", *vat.Bound)
}

func TestPreviewChange_PlainDigits_AreTheHotline(t *testing.T) {
	p := newPair(t)
	got := p.previews(`{"kind":"setting","key":"supportPhone","value":{"setting":"920012345"}}`)
	require.Equal(t, http.StatusOK, got.StatusCode, string(got.Body))
	shown := servertest.Decoded[gen.PreviewProposalAnswer](t, got).Setting
	require.Equal(t, gen.SettingShown{Name: "Support hotline", Before: "Empty", After: "920012345"}, *shown)
}

func TestPreviewChange_Amount_IsShownInRiyals(t *testing.T) {
	p := newPair(t)
	got := p.previews(`{"kind":"setting","key":"deliveryFeePickup","value":{"setting":"17.00 SAR"}}`)
	shown := servertest.Decoded[gen.PreviewProposalAnswer](t, got).Setting
	require.Equal(t, "15.00 SAR", shown.Before)
	require.Equal(t, "17.00 SAR", shown.After)
	c := p.proposed(p.first, `{"kind":"setting","key":"deliveryFeePickup","value":{"setting":"17.00 SAR"},"note":"dearer"}`)
	require.Equal(t, *shown, *c.Setting)
	require.Equal(t, "1700", *c.Value.Setting)
}

func TestPreviewChange_WrongValue_NamesTheBound(t *testing.T) {
	p := newPair(t)
	for key, tt := range map[string]struct {
		value string
		code  contract.Code
		want  string
	}{
		"minAge":  {"500", contract.FailChangeBounds, "Minimum age: From 0 to 120 years."},
		"holdFor": {"soon", contract.FailChangeValue, "Enter a time, like 30 minutes or 2 days. The usual value: 15 minutes"},
	} {
		got := p.previews(`{"kind":"setting","key":"` + key + `","value":{"setting":"` + tt.value + `"}}`)
		servertest.RequireRefused(t, got, tt.code)
		require.Contains(t, string(got.Body), tt.want)
	}
}

func TestListAudit_Entries_NameTheirSubject(t *testing.T) {
	d := servertest.NewDesk(t)
	o := stuck(d, 0)
	p := &pair{d.Rig, d.Agent, servertest.Bearer(d.SignedIn("supervisor@selfcare.example", "support"))}
	p.proposed(p.first, older+"}")
	since := newest(d.Rig)
	for _, amount := range []string{"2090.00", "209000"} {
		entry := audit.Record{Key: uuid.NewString(), Actor: "selfcare", Action: "refund-requested", OrderID: o.ID, Details: map[string]string{"amount": amount}}
		require.NoError(t, d.Store.Audit.Write(t.Context(), entry))
	}
	got := d.Call(http.MethodGet, "/api/support/audit", "", d.Agent)
	require.Equal(t, http.StatusOK, got.StatusCode, string(got.Body))
	said := map[string]int{}
	for _, e := range servertest.Decoded[gen.ListAudit200JSONResponse](t, got).Items {
		for _, fact := range *e.Facts {
			said[fact.Name+": "+fact.Value]++
		}
		if e.Id > since && e.Action == "refund-requested" {
			require.NotNil(t, e.Reference)
			require.Contains(t, *e.Reference, "SC")
		}
	}
	require.Equal(t, 2, said["Amount: 2,090.00 SAR"], said)
	require.Equal(t, 1, said["Before: 18 years"], said)
	require.Equal(t, 1, said["After: 21 years"], said)
	require.Equal(t, 1, said["Item: Minimum age"], said)
	require.Equal(t, 1, said["Operation: Read the audit log"], said)
}

func TestListAudit_StaffEmail_FindsOwnEntries(t *testing.T) {
	d := servertest.NewDesk(t)
	p := &pair{d.Rig, d.Agent, servertest.Bearer(d.SignedIn("supervisor@selfcare.example", "support"))}
	p.proposed(p.first, older+"}")
	find := func(email string) []gen.AuditEntry {
		got := d.Call(http.MethodGet, "/api/support/audit?"+url.Values{"staff": {email}, "action": {"change-proposed"}}.Encode(), "", d.Agent)
		require.Equal(t, http.StatusOK, got.StatusCode, string(got.Body))
		return servertest.Decoded[gen.ListAudit200JSONResponse](t, got).Items
	}
	require.Len(t, find("Agent@selfcare.example"), 1)
	require.Empty(t, find("supervisor@selfcare.example"))
	require.Empty(t, find("nobody@selfcare.example"))
}
