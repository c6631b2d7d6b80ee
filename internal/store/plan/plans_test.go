package plan_test

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/uptrace/bun"

	"selfcare/dev/seed"
	"selfcare/dev/testkit"
	"selfcare/internal/domain/plan"
	"selfcare/internal/store"
	storeerrors "selfcare/internal/store/errors"
	planstore "selfcare/internal/store/plan"
	"selfcare/internal/store/storetest"
)

var ctx = context.Background()

func planIDs(t *testing.T, s *store.Store, wanted planstore.Query) (ids []string, more bool) {
	t.Helper()
	found, more, err := s.Catalogue.Plans(ctx, wanted)
	require.NoError(t, err)
	for _, p := range found {
		ids = append(ids, p.ID)
	}
	return ids, more
}

func TestPlans_Query_NarrowsAndPages(t *testing.T) {
	s := testkit.Seeded(t)
	yes, no := true, false
	for name, tt := range map[string]struct {
		wanted planstore.Query
		ids    string
		more   bool
	}{
		"the first page":       {planstore.Query{Page: 1, PerPage: 3}, "hawakom-55 hawakom-90 hawakom-130", true},
		"the second":           {planstore.Query{Page: 2, PerPage: 3}, "hawakom-170 hawakom-210 basic-25", true},
		"a last one, full":     {planstore.Query{Page: 1, PerPage: 11, Category: "postpaid"}, "postpaid-200 postpaid-290", false},
		"exactly full":         {planstore.Query{Page: 1, PerPage: 2, Category: "postpaid"}, "postpaid-200 postpaid-290", false},
		"beyond the last":      {planstore.Query{Page: 9, PerPage: 10}, "", false},
		"featured":             {planstore.Query{Featured: &yes}, "hawakom-90 hawakom-130 hawakom-210", false},
		"not featured":         {planstore.Query{Featured: &no, Category: "hawakom"}, "hawakom-55 hawakom-170", false},
		"promoted":             {planstore.Query{Promoted: true}, "hawakom-130 postpaid-290", false},
		"for data SIMs":        {planstore.Query{Kind: plan.Data}, "data-sim-60 data-sim-130 data-sim-350", false},
		"by ids of others":     {planstore.Query{ExternalIDs: []string{"POSTPAID-200", "BASIC-25", "UNKNOWN-1"}}, "basic-25 postpaid-200", false},
		"only unknown ids":     {planstore.Query{ExternalIDs: []string{"UNKNOWN-1"}}, "", false},
		"for numbers from off": {planstore.Query{Ported: true, Category: "basic"}, "", false},
	} {
		t.Run(name, func(t *testing.T) {
			ids, more := planIDs(t, s, tt.wanted)
			require.Equal(t, tt.ids, strings.Join(ids, " "))
			require.Equal(t, tt.more, more)
		})
	}
}

func TestPlan_EachReader_IsTheSame(t *testing.T) {
	s := testkit.Seeded(t)
	found, _, err := s.Catalogue.Plans(ctx, planstore.Query{})
	require.NoError(t, err)
	wanted, err := plan.Parse(seed.PlansFile)
	require.NoError(t, err)
	require.Len(t, found, len(wanted.Plans))
	for i, listed := range found {
		one, err := s.Catalogue.Plan(ctx, listed.ID)
		require.NoError(t, err)
		sold, err := s.Catalogue.PlanSold(ctx, listed.ID)
		require.NoError(t, err)
		require.Equal(t, listed, sold)
		if len(listed.FreeCategories) == 0 {
			listed.FreeCategories, one.FreeCategories = nil, nil
		}
		require.Equal(t, listed, one)
		require.Equal(t, wanted.Plans[i], one, "as it was written")
	}
	gigabytes := int64(5 * 1024)
	require.Equal(t, plan.Item{Type: "data", Unit: "MB", Amount: &gigabytes, LabelEn: "5 GB data", LabelAr: "5 جيجابايت إنترنت"}, found[0].Items[0])
	require.Nil(t, found[4].Items[0].Amount, "unlimited")
	_, err = s.Catalogue.Plan(ctx, "hawakom-1")
	require.ErrorIs(t, err, storeerrors.ErrNotFound)
	_, err = s.Catalogue.PlanSold(ctx, "hawakom-1")
	require.ErrorIs(t, err, storeerrors.ErrNotFound)
}

// smallCatalogue has one plan in each of two families.
const smallCatalogue = `
categories:
  - { key: one, name: { en: One, ar: واحد } }
  - { key: two, name: { en: Two, ar: اثنان } }
plans:
  - { id: a-1, externalId: A-1, category: one, subscription: prepaid, name: { en: A, ar: أ }, price: 10, validityDays: 30 }
  - { id: b-1, externalId: B-1, category: two, subscription: prepaid, name: { en: B, ar: ب }, price: 20, validityDays: 30 }
rates:
  - { key: sms, name: { en: SMS, ar: رسالة }, unit: sms, price: 0.25 }
  - { key: sms, plan: b-1, name: { en: SMS, ar: رسالة }, unit: sms, price: 0.10 }
`

// replaces imports a catalogue with some words replaced, and returns the changes.
func replaces(t *testing.T, s *store.Store, words ...string) (plan.Changes, string) {
	t.Helper()
	wanted, err := plan.Parse(strings.NewReplacer(words...).Replace(smallCatalogue))
	require.NoError(t, err)
	changes, problems, err := s.Catalogue.ReplacePlans(ctx, wanted, "test")
	require.NoError(t, err)
	said := ""
	for _, p := range problems {
		said += p.Key + ": " + p.Text + "\n"
	}
	return changes, said
}

func TestReplacePlans_Again_ChangesNothing(t *testing.T) {
	db, s := storetest.Database(t)
	changes, _ := replaces(t, s)
	require.Equal(t, []string{"a-1", "b-1"}, changes.Plans.Added)
	require.Equal(t, []string{"sms", "sms b-1"}, changes.Rates.Added)
	changes, _ = replaces(t, s)
	require.True(t, changes.None())
	require.Equal(t, []int{2, 2, 2}, []int{changes.Plans.Unchanged, changes.Categories.Unchanged, changes.Rates.Unchanged})
	require.Equal(t, 1, count(t, db, "plan_imports"), "an import without changes is not recorded")

	changes, _ = replaces(t, s, "price: 10,", "price: 11,", "en: Two", "en: Second", "price: 0.25", "price: 0.30")
	require.Equal(t, []string{"a-1 (price)"}, changes.Plans.Changed)
	require.Equal(t, []string{"two (nameEn)"}, changes.Categories.Changed)
	require.Equal(t, []string{"sms (price)"}, changes.Rates.Changed)
	changed, err := s.Catalogue.Plan(ctx, "a-1")
	require.NoError(t, err)
	require.EqualValues(t, 1100, changed.Price)
}

const planB = "  - { id: b-1, externalId: B-1, category: two, subscription: prepaid, name: { en: B, ar: ب }, price: 20, validityDays: 30 }\n"

const rateB = "  - { key: sms, plan: b-1, name: { en: SMS, ar: رسالة }, unit: sms, price: 0.10 }\n"

func TestReplacePlans_PlanInUse_LeavesShop(t *testing.T) {
	db, s := storetest.Database(t)
	replaces(t, s)
	storetest.Exec(t, db, "INSERT INTO subscribers (id_hash, personal) VALUES ('x', 'x')")
	storetest.Exec(t, db, `INSERT INTO lines (order_id, subscriber_id, msisdn, plan_id, activated_at) SELECT gen_random_uuid(), id, '0571000009', 'b-1', now() FROM subscribers`)
	changes, _ := replaces(t, s, planB, "", rateB, "", "  - { key: two, name: { en: Two, ar: اثنان } }\n", "")
	require.Equal(t, []string{"b-1"}, changes.Plans.Gone)
	require.Equal(t, []string{"sms b-1"}, changes.Rates.Gone)
	require.Empty(t, changes.Categories.Gone, "the plan still has it")

	_, err := s.Catalogue.Plan(ctx, "b-1")
	require.ErrorIs(t, err, storeerrors.ErrNotFound)
	sold, err := s.Catalogue.PlanSold(ctx, "b-1")
	require.NoError(t, err)
	require.False(t, sold.OnSale)
	require.EqualValues(t, 2000, sold.Price)
	categories, err := s.Catalogue.PlanCategories(ctx)
	require.NoError(t, err)
	require.Equal(t, []plan.Category{{Key: "one", NameEn: "One", NameAr: "واحد", SubscriptionTypes: []string{"prepaid"}}}, categories)
	_, err = s.Catalogue.PlanCategory(ctx, "two")
	require.ErrorIs(t, err, storeerrors.ErrNotFound)

	changes, _ = replaces(t, s, planB, "", rateB, "", "  - { key: two, name: { en: Two, ar: اثنان } }\n", "")
	require.True(t, changes.None(), "repeated")
	changes, _ = replaces(t, s)
	require.Equal(t, []string{"b-1 (onSale)"}, changes.Plans.Changed, "the plan is on sale again")
}

func TestReplacePlans_EmptyFamily_IsDeleted(t *testing.T) {
	_, s := storetest.Database(t)
	replaces(t, s)
	changes, _ := replaces(t, s, "category: two", "category: one", "  - { key: two, name: { en: Two, ar: اثنان } }\n", "")
	require.Equal(t, []string{"two"}, changes.Categories.Gone)
	categories, err := s.Catalogue.PlanCategories(ctx)
	require.NoError(t, err)
	require.Len(t, categories, 1)
}

func TestReplacePlans_ForbiddenChange_IsRefused(t *testing.T) {
	_, s := storetest.Database(t)
	replaces(t, s)
	for name, tt := range map[string]struct {
		words []string
		want  string
	}{
		"another kind of line":      {[]string{"id: b-1,", "id: b-1, kind: data,", "price: 10", "price: 99"}, "plans[1].kind: stays voice"},
		"postpaid":                  {[]string{"category: two, subscription: prepaid", "category: two, subscription: postpaid"}, "plans[1].subscription: stays prepaid"},
		"the id of a plan off sale": {[]string{"id: b-1,", "id: c-1,", rateB, ""}, "plans[1].externalId: is that of b-1"},
	} {
		t.Run(name, func(t *testing.T) {
			_, said := replaces(t, s, tt.words...)
			require.Contains(t, said, tt.want)
			changes, _ := replaces(t, s)
			require.True(t, changes.None())
		})
	}
}

func TestReplacePlans_ExternalIDs_CanSwap(t *testing.T) {
	_, s := storetest.Database(t)
	replaces(t, s)
	changes, said := replaces(t, s, "externalId: A-1", "externalId: B-1", "externalId: B-1", "externalId: A-1")
	require.Empty(t, said)
	require.Equal(t, []string{"a-1 (externalID)", "b-1 (externalID)"}, changes.Plans.Changed)
}

func TestPlans_Database_RefusesMistakes(t *testing.T) {
	db, s := storetest.Database(t)
	replaces(t, s)
	for name, statement := range map[string]string{
		"an allowance of no type":         `UPDATE plans SET items = '[{"type": "fax", "unit": "MB", "amount": 1, "labelEn": "x", "labelAr": "x"}]'`,
		"in another unit":                 `UPDATE plans SET items = '[{"type": "data", "unit": "minute", "amount": 1, "labelEn": "x", "labelAr": "x"}]'`,
		"of no amount":                    `UPDATE plans SET items = '[{"type": "data", "unit": "MB", "labelEn": "x", "labelAr": "x"}]'`,
		"of a broken amount":              `UPDATE plans SET items = '[{"type": "data", "unit": "MB", "amount": 1.5, "labelEn": "x", "labelAr": "x"}]'`,
		"of nothing":                      `UPDATE plans SET items = '[{"type": "data", "unit": "MB", "amount": 0, "labelEn": "x", "labelAr": "x"}]'`,
		"of an amount in words":           `UPDATE plans SET items = '[{"type": "data", "unit": "MB", "amount": "1", "labelEn": "x", "labelAr": "x"}]'`,
		"without its Arabic name":         `UPDATE plans SET items = '[{"type": "data", "unit": "MB", "amount": null, "labelEn": "x"}]'`,
		"two of a type":                   `UPDATE plans SET items = '[{"type": "sms", "unit": "sms", "amount": 1, "labelEn": "x", "labelAr": "x"}, {"type": "sms", "unit": "sms", "amount": 2, "labelEn": "x", "labelAr": "x"}]'`,
		"no list":                         `UPDATE plans SET items = '{"type": "data"}'`,
		"a strange external id":           `UPDATE plans SET external_id = 'a 1' WHERE id = 'a-1'`,
		"no external id":                  `UPDATE plans SET external_id = NULL WHERE id = 'a-1'`,
		"a family that is not there":      `UPDATE plans SET category = 'three' WHERE id = 'a-1'`,
		"a data SIM with a ported number": `UPDATE plans SET kind = 'data', takes_ported = true WHERE id = 'a-1'`,
		"an address of the API":           `INSERT INTO plans (id, external_id, name_en, name_ar, price, subscription_type, category, validity_days, position) VALUES ('promoted', 'P-1', 'P', 'P', 1, 'prepaid', 'one', 1, 1)`,
		"one external id twice":           `UPDATE plans SET external_id = 'A-1'`,
		"a rate twice":                    `INSERT INTO rates (key, name_en, name_ar, unit, price, position) VALUES ('sms', 'x', 'x', 'sms', 1, 9)`,
	} {
		t.Run(name, func(t *testing.T) {
			_, err := db.NewRaw(statement).Exec(ctx)
			require.ErrorContains(t, err, "SQLSTATE 23")
		})
	}
	unlimited := `UPDATE plans SET items = '[{"type": "data", "unit": "MB", "amount": null, "labelEn": "x", "labelAr": "x"}]'`
	storetest.Exec(t, db, unlimited)
}

func count(t *testing.T, db *bun.DB, table string) (n int) {
	t.Helper()
	require.NoError(t, db.NewRaw("SELECT count(*) FROM ?", bun.Ident(table)).Scan(ctx, &n))
	return n
}

func TestPlans_PrepaidCommitment_IsRefused(t *testing.T) {
	db := testkit.Postgres(t)
	storetest.Exec(t, db, "INSERT INTO plan_categories (key, name_en, name_ar, position) VALUES ('hawakom', 'H', 'ه', 0)")
	add := func(kind string) error {
		_, err := db.NewRaw(`INSERT INTO plans (id, external_id, name_en, name_ar, price, subscription_type, category, validity_days, position, commitment_months)
			VALUES (?0, upper(?0), 'P', 'ب', 100, ?0, 'hawakom', 30, 0, 12)`, kind).Exec(t.Context())
		return err
	}
	require.ErrorContains(t, add("prepaid"), "plans_commitment_billed")
	require.NoError(t, add("postpaid"))
}

func TestPlans_Ported_OmitsOtherPlans(t *testing.T) {
	s := testkit.Seeded(t)
	plans, _, err := s.Catalogue.Plans(ctx, planstore.Query{Ported: true})
	require.NoError(t, err)
	require.NotEmpty(t, plans)
	for _, plan := range plans {
		require.NotEqual(t, "basic-25", plan.ID)
		require.True(t, plan.TakesPorted)
	}
	basic, err := s.Catalogue.Plan(ctx, "basic-25")
	require.NoError(t, err)
	require.False(t, basic.TakesPorted)
}
