package number_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/dev/testkit"
	"selfcare/internal/contract"
	"selfcare/internal/store"
	"selfcare/internal/store/number"
	"selfcare/internal/store/storetest"
)

// withNumbers returns a store with one class and the given numbers.
func withNumbers(t *testing.T, msisdns ...string) *store.Store {
	t.Helper()
	db, s := storetest.Database(t)
	storetest.Exec(t, db, "INSERT INTO number_categories VALUES ('bronze', 3000, 0)")
	for _, msisdn := range msisdns {
		storetest.Exec(t, db, "INSERT INTO numbers (msisdn, category) VALUES (?, 'bronze')", msisdn)
	}
	return s
}

func search(t *testing.T, s *store.Store, query number.Query) ([]string, bool) {
	t.Helper()
	query.Page, query.PerPage = max(query.Page, 1), max(query.PerPage, 10)
	found, err := s.Numbers.Search(ctx, query)
	require.NoError(t, err)
	msisdns := make([]string, len(found.Items))
	for i, item := range found.Items {
		msisdns[i] = item.MSISDN
	}
	return msisdns, found.More
}

func TestSearchNumbers_Pattern_MatchesSevenDigits(t *testing.T) {
	s := withNumbers(t, "0571234567", "0577654321", "0570570570", "0571111123")
	tests := map[string]struct {
		query number.Query
		want  []string
	}{
		"all":                         {number.Query{}, []string{"0570570570", "0571111123", "0571234567", "0577654321"}},
		"anywhere":                    {number.Query{Contains: "234"}, []string{"0571234567"}},
		"not in the prefix":           {number.Query{Contains: "571"}, nil},
		"one digit":                   {number.Query{Contains: "7"}, []string{"0577654321", "0570570570", "0571234567"}},
		"the same digits twice":       {number.Query{Contains: "570"}, []string{"0570570570"}},
		"at the end":                  {number.Query{EndsWith: "23"}, []string{"0571111123"}},
		"the whole number":            {number.Query{EndsWith: "1234567"}, []string{"0571234567"}},
		"both":                        {number.Query{Contains: "65", EndsWith: "21"}, []string{"0577654321"}},
		"a class without numbers":     {number.Query{Category: "gold"}, nil},
		"wildcards have no meaning":   {number.Query{Contains: "%23_"}, []string{"0571234567", "0571111123"}},
		"similar ones, nearest first": {number.Query{SimilarTo: "0571234568", PerPage: 1}, []string{"0571234567"}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			got, _ := search(t, s, tt.query)
			require.Equal(t, tt.want, append([]string(nil), got[:min(len(got), max(len(tt.want), 1))]...))
		})
	}
}

func TestSearchNumbers_MaxPrice_HidesDearer(t *testing.T) {
	db, s := storetest.Database(t)
	storetest.Exec(t, db, "INSERT INTO number_categories VALUES ('bronze', 3000, 0), ('silver', 15000, 1), ('gold', 50000, 2)")
	storetest.Exec(t, db, "INSERT INTO numbers (msisdn, category) VALUES ('0571234567', 'gold'), ('0571234500', 'silver'), ('0579999999', 'bronze')")
	tests := map[string]struct {
		query number.Query
		want  []string
	}{
		"any price":              {number.Query{SimilarTo: "0571234568"}, []string{"0571234567", "0571234500", "0579999999"}},
		"a price in between":     {number.Query{SimilarTo: "0571234568", MaxPrice: new(contract.Halalas(49999))}, []string{"0571234500", "0579999999"}},
		"the very price":         {number.Query{MaxPrice: new(contract.Halalas(15000))}, []string{"0579999999", "0571234500"}},
		"less than every price":  {number.Query{MaxPrice: new(contract.Halalas(2999))}, []string{}},
		"nothing to pay":         {number.Query{MaxPrice: new(contract.Halalas(0))}, []string{}},
		"with a class":           {number.Query{MaxPrice: new(contract.Halalas(15000)), Category: "bronze"}, []string{"0579999999"}},
		"with a dearer class":    {number.Query{MaxPrice: new(contract.Halalas(15000)), Category: "gold"}, []string{}},
		"with digits at the end": {number.Query{MaxPrice: new(contract.Halalas(15000)), EndsWith: "00"}, []string{"0571234500"}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			got, _ := search(t, s, tt.query)
			require.Equal(t, tt.want, got)
		})
	}
}

func TestSearchNumbers_HeldNumber_IsHidden(t *testing.T) {
	s := withNumbers(t, "0571000001", "0571000002", "0571000003", "0571000004")
	_, err := s.Numbers.Claim(ctx, "0571000001", storetest.NewID(), storetest.Soon())
	require.NoError(t, err)
	late := storetest.NewID()
	_, err = s.Numbers.Claim(ctx, "0571000002", late, storetest.Past())
	require.NoError(t, err)
	require.NoError(t, s.Numbers.Sell(ctx, "0571000003", storetest.NewID()))
	got, _ := search(t, s, number.Query{})
	require.Equal(t, []string{"0571000004"}, got)

	freed, err := s.Numbers.FreeElapsed(ctx, 10)
	require.NoError(t, err)
	require.Equal(t, 1, freed)
	got, _ = search(t, s, number.Query{})
	require.Equal(t, []string{"0571000002", "0571000004"}, got)
	require.NoError(t, s.Numbers.Sell(ctx, "0571000002", late), "the order may still buy it")
}

func TestSearchNumbers_Pages_AreDisjoint(t *testing.T) {
	var all []string
	for i := range 25 {
		all = append(all, fmt.Sprintf("05710000%02d", i))
	}
	s := withNumbers(t, all...)
	var seen []string
	for page := 1; page <= 3; page++ {
		got, more := search(t, s, number.Query{Page: page})
		require.Equal(t, page < 3, more)
		seen = append(seen, got...)
	}
	require.Equal(t, all, seen)
	require.Equal(t, all, walk(t, s, number.Query{}))
}

// walk reads all pages by their places.
func walk(t *testing.T, s *store.Store, query number.Query) (all []string) {
	t.Helper()
	query.Page, query.PerPage = 1, 10
	for {
		found, err := s.Numbers.Search(ctx, query)
		require.NoError(t, err)
		for _, item := range found.Items {
			all = append(all, item.MSISDN)
		}
		if query.After = found.Next; query.After == "" {
			return all
		}
	}
}

// A walk by places finds each number with the patterns once, also those beyond the rows of one search.
func TestSearchNumbers_Places_ReachEachOnce(t *testing.T) {
	db, s := storetest.Database(t)
	storetest.Exec(t, db, "INSERT INTO number_categories VALUES ('bronze', 3000, 0), ('silver', 15000, 1)")
	storetest.Exec(t, db, `INSERT INTO numbers (msisdn, category) SELECT '057' || lpad((n * 6180341::bigint % 10000000)::text, 7, '0'), CASE n % 3 WHEN 0 THEN 'silver' ELSE 'bronze' END
		FROM generate_series(1, 3000) AS n`)
	for name, tt := range map[string]struct {
		query number.Query
		where string
	}{
		"all":      {number.Query{}, "true"},
		"class":    {number.Query{Category: "silver"}, "category = 'silver'"},
		"price":    {number.Query{MaxPrice: new(contract.Halalas(3000))}, "category = 'bronze'"},
		"contains": {number.Query{Contains: "7"}, "substr(msisdn, 4) LIKE '%7%'"},
		"digits":   {number.Query{Contains: "12", Category: "bronze"}, "substr(msisdn, 4) LIKE '%12%' AND category = 'bronze'"},
		"ends":     {number.Query{EndsWith: "7"}, "msisdn LIKE '%7'"},
		"both":     {number.Query{Contains: "1", EndsWith: "7"}, "substr(msisdn, 4) LIKE '%1%' AND msisdn LIKE '%7'"},
		"longer":   {number.Query{Contains: "12", EndsWith: "7"}, "substr(msisdn, 4) LIKE '%12%' AND msisdn LIKE '%7'"},
	} {
		t.Run(name, func(t *testing.T) {
			var want []string
			require.NoError(t, db.NewRaw("SELECT msisdn FROM numbers WHERE "+tt.where).Scan(ctx, &want))
			require.NotEmpty(t, want)
			require.ElementsMatch(t, want, walk(t, s, tt.query))
		})
	}
}

// A visitor without an account searches, so no search may read more rows than a bound.
func TestSearchNumbers_AnyQuery_ReadsFewRows(t *testing.T) {
	address, keys := testkit.SeededURL(t)
	db := testkit.Connect(t, address)
	storetest.Exec(t, db, "VACUUM ANALYZE numbers") // as autovacuum does
	s := store.New(db, keys)
	for _, class := range []string{"", "bronze", "silver", "gold", "platinum"} {
		for _, query := range []number.Query{
			{},
			{Contains: "7"},
			{Contains: "57"},
			{Contains: "9081"},
			{Contains: "1234567"},
			{EndsWith: "5"},
			{EndsWith: "555"},
			{EndsWith: "7654321"},
			{Contains: "1", EndsWith: "2"},
			{Contains: "57", EndsWith: "9"},
			{SimilarTo: "0577777777"},
			{SimilarTo: "0571234567", Contains: "5"},
			{MaxPrice: new(contract.Halalas(3000))},
			{MaxPrice: new(contract.Halalas(0))},
			{MaxPrice: new(contract.Halalas(15000)), Contains: "57"},
		} {
			for _, page := range []int{1, 50} {
				for _, perPage := range []int{10, 50} {
					query.Category, query.Page, query.PerPage = class, page, perPage
					work, err := s.Numbers.Work(ctx, query)
					require.NoError(t, err)
					require.LessOrEqual(t, work.Rows, 500.0, "%+v", query)
					require.LessOrEqual(t, work.Pages, 2000.0, "%+v", query)
				}
			}
		}
	}
}
