package site_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/api/gen"
	"selfcare/api/servertest"
)

func TestSearchNumbers_MaxPrice_HidesDearer(t *testing.T) {
	r := servertest.New(t)
	for _, statement := range []string{
		"INSERT INTO number_categories VALUES ('bronze', 3000, 0), ('gold', 50000, 1)",
		"INSERT INTO numbers (msisdn, category) VALUES ('0571234567', 'gold'), ('0579999999', 'bronze')",
	} {
		_, err := r.DB.NewRaw(statement).Exec(t.Context())
		require.NoError(t, err)
	}
	found := func(query string) []gen.FreeNumber {
		return servertest.Decoded[gen.SearchNumbers200JSONResponse](t, r.Catalogue("/number-booking/numbers?similar_to=0571234568"+query)).Items
	}
	gold := gen.FreeNumber{Msisdn: "0571234567", Category: "gold", Price: 50000, Pattern: "ladder"}
	bronze := gen.FreeNumber{Msisdn: "0579999999", Category: "bronze", Price: 3000, Pattern: "repeated"}
	require.Equal(t, []gen.FreeNumber{gold, bronze}, found("&max_price=50000"))
	require.Equal(t, []gen.FreeNumber{bronze}, found("&max_price=49999"))
	require.Empty(t, found("&max_price=0"))
}

func TestNumberCategories_FreeWithAPlan_NameThePlan(t *testing.T) {
	r := servertest.WithPlans(t)
	r.Exec("INSERT INTO number_categories VALUES ('gold', 50000, 1), ('platinum', 90000, 2)")
	r.Exec("UPDATE plans SET price = 19000 WHERE id = 'postpaid-290'")
	classes := servertest.Decoded[gen.ListNumberCategories200JSONResponse](t, r.Catalogue("/number-booking/categories")).Items
	require.Equal(t, []gen.FreeWithPlan{
		{PlanId: "postpaid-290", Name: "Postpaid 290", CommitmentMonths: 12}, {PlanId: "postpaid-200", Name: "Postpaid 200", CommitmentMonths: 12},
	}, classes[0].FreeWith, "the cheapest first")
	require.Empty(t, classes[1].FreeWith)
}
