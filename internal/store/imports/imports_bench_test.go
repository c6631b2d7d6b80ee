package imports_test

import (
	"os"
	"regexp"
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/dev/testkit"
	"selfcare/internal/domain/imports"
	"selfcare/internal/store"
	importsstore "selfcare/internal/store/imports"
)

// BenchmarkRun measures the first and the second import of a million numbers, and the peak memory of the process.
func BenchmarkRun(b *testing.B) {
	db, keys := testkit.Postgres(b), testkit.Keys(b)
	s := store.New(db, keys)
	_, err := db.NewRaw("INSERT INTO number_categories VALUES ('bronze', 3000, 0), ('silver', 15000, 1), ('gold', 50000, 2), ('platinum', 200000, 3)").Exec(b.Context())
	require.NoError(b, err)
	run := func(kind string, rows int) (result importsstore.Result) {
		file := manyNumbers(rows, "")
		list, err := imports.Open(imports.Kinds[kind], "numbers.csv", file)
		require.NoError(b, err)
		err = s.Import(b.Context(), func(_ *store.Tx, lists importsstore.Imports) error {
			result, err = lists.Run(b.Context(), list, imports.Kinds[kind], false)
			return err
		})
		require.NoError(b, err)
		return result
	}
	const million = 1_000_000
	for _, part := range []string{"new", "unchanged"} {
		b.Run(part, func(b *testing.B) {
			for b.Loop() {
				result := run("numbers", million)
				require.Equal(b, million, result.Added+result.Unchanged)
			}
			b.ReportMetric(million*float64(b.N)/b.Elapsed().Seconds(), "rows/s")
			status, err := os.ReadFile("/proc/self/status")
			require.NoError(b, err)
			b.Logf("%s", regexp.MustCompile(`VmHWM:.*`).Find(status))
		})
	}
}
