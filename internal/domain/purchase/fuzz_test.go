package purchase_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/internal/domain/purchase"
)

func FuzzReadVouchers(f *testing.F) {
	for _, list := range []string{"", "ABCDEFGH123456,20,2027-01-31\n", "\"", "a,b", "ABCDEFGH123456,99999999999999999999,2027-01-31", "ABCDEFGH123456,92233720368547759,2027-01-31", ",,\n,,"} {
		f.Add(list)
	}
	f.Fuzz(func(t *testing.T, list string) {
		vouchers, err := purchase.ReadVouchers(strings.NewReader(list))
		if err != nil {
			require.NotEmpty(t, err.Error())
			return
		}
		seen := map[string]bool{}
		for _, v := range vouchers {
			require.False(t, seen[v.Code], v.Code)
			seen[v.Code] = true
			require.Len(t, v.Code, purchase.VoucherLength)
			require.Positive(t, v.Value)
		}
	})
}

func FuzzVoucherCode(f *testing.F) {
	for _, typed := range []string{"", "abcd efgh-123456", "١٢٣٤٥٦٧٨٩٠١٢٣٤", "ÀBCDEFGH123456"} {
		f.Add(typed)
	}
	f.Fuzz(func(t *testing.T, typed string) {
		code, err := purchase.VoucherCode(typed)
		if err != nil {
			return
		}
		require.Len(t, code, purchase.VoucherLength)
		again, err := purchase.VoucherCode(code)
		require.NoError(t, err)
		require.Equal(t, code, again)
	})
}
