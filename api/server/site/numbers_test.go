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
	gold := gen.FreeNumber{Msisdn: "0571234567", Category: "gold", Price: 50000}
	bronze := gen.FreeNumber{Msisdn: "0579999999", Category: "bronze", Price: 3000}
	require.Equal(t, []gen.FreeNumber{gold, bronze}, found("&max_price=50000"))
	require.Equal(t, []gen.FreeNumber{bronze}, found("&max_price=49999"))
	require.Empty(t, found("&max_price=0"))
}
