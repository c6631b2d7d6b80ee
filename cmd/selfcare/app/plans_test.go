package app_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/cmd/selfcare/app"
	"selfcare/dev/seed"
	"selfcare/internal/domain/plan"
)

func TestImportPlans_Twice_ChangesOnce(t *testing.T) {
	cfg, _ := contentConfig(t)
	imported := func(file string, dry bool) string {
		t.Helper()
		changes, err := app.ImportPlans(t.Context(), cfg, silent, "plans.yaml", file, dry)
		require.NoError(t, err)
		return app.DescribePlans(changes, dry)
	}
	require.Contains(t, imported(seed.PlansFile, false), "plans: 0 added, 0 changed, 11 unchanged, 0 no longer on sale")
	require.Contains(t, imported(seed.PlansFile, false), "nothing changes")

	newer := strings.NewReplacer("price: 90\n", "price: 95\n", "id: hawakom-55", "id: hawakom-60", "externalId: HAWAKOM-55", "externalId: HAWAKOM-60").Replace(seed.PlansFile)
	for range 2 {
		said := imported(newer, true)
		require.Contains(t, said, "plans: 1 added, 1 changed, 9 unchanged, 1 no longer on sale\n  added: hawakom-60\n  changed: hawakom-90 (price)\n  no longer on sale: hawakom-55\n")
		require.Contains(t, said, "categories: 0 added, 0 changed, 4 unchanged, 0 gone")
		require.Contains(t, said, "dry run: nothing was changed")
	}
	require.NotContains(t, imported(newer, false), "dry run")
	require.Contains(t, imported(newer, false), "nothing changes")
}

func TestImportPlans_InvalidPart_ChangesNothing(t *testing.T) {
	cfg, _ := contentConfig(t)
	for name, tt := range map[string]struct{ of, instead, want string }{
		"a duplicate id":        {"id: hawakom-90", "id: hawakom-55", "plans[1].id: is there twice: hawakom-55, first in line 20"},
		"a price in words":      {"price: 90\n", "price: ninety\n", "plans[1].price: must be riyals like 90 or 0.55"},
		"what can never become": {"subscription: postpaid", "subscription: prepaid", "plans[6].subscription: stays postpaid"},
	} {
		t.Run(name, func(t *testing.T) {
			uncommitted := regexp.MustCompile(`    (freeNumbers|commitmentMonths): .*\n`).ReplaceAllString(seed.PlansFile, "") // a prepaid plan has none
			wrong := strings.NewReplacer(tt.of, tt.instead, "price: 130", "price: 131").Replace(uncommitted)
			_, err := app.ImportPlans(t.Context(), cfg, silent, "plans.yaml", wrong, false)
			require.ErrorContains(t, err, tt.want)
			require.Regexp(t, `line \d+: `, err.Error())
			changes, err := app.ImportPlans(t.Context(), cfg, silent, "plans.yaml", seed.PlansFile, true)
			require.NoError(t, err)
			require.Equal(t, plan.Difference{Unchanged: 11}, changes.Plans)
		})
	}
}
