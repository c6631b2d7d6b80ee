package purchase_test

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/internal/domain/purchase"
)

func TestReadVouchers_LastDay_Included(t *testing.T) {
	got, err := purchase.ReadVouchers(strings.NewReader("VCHR20SAR00001,20,2026-12-31\nvchr-50sar-00001,50,2027-01-31\n"))
	require.NoError(t, err)
	require.Len(t, got, 2)
	require.Equal(t, "VCHR50SAR00001", got[1].Code)
	require.EqualValues(t, 2000, got[0].Value)
	require.True(t, got[0].ExpiresAt.Equal(time.Date(2026, time.December, 31, 21, 0, 0, 0, time.UTC)))
}

func TestReadVouchers_Mistakes_NameTheirLines(t *testing.T) {
	_, err := purchase.ReadVouchers(strings.NewReader(strings.Join([]string{
		"VCHR20SAR00001,20,2026-12-31", "VCHR20SAR0001,20,2026-12-31", "VCHR20SAR00003,0,2026-12-31", "VCHR20SAR00004,12.5,2026-12-31",
		"VCHR20SAR00005,20,31.12.2026", "VCHR20SAR00001,20,2026-12-31", "VCHR20SAR00007,20",
		"VCHR20SAR00008,92233720368547759,2026-12-31",
	}, "\n")))
	require.EqualError(t, err, strings.Join([]string{
		"line 2: a code has 14 letters and digits", "line 3: the value is not a whole number of riyals", "line 4: the value is not a whole number of riyals",
		"line 5: the last day is not written YYYY-MM-DD", "line 6: duplicates the code of line 1", "line 7: 2 fields instead of code, riyals, until",
		"line 8: the value is not a whole number of riyals",
	}, "\n"))
}
