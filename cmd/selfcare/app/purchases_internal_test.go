package app

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/dev/seed"
	"selfcare/dev/testkit"
	"selfcare/internal/domain/purchase"
	"selfcare/internal/store"
)

func TestDoctor_EachPurchaseKind_ShowsItsOffer(t *testing.T) {
	db, keys := testkit.Postgres(t), testkit.Keys(t)
	s := store.New(db, keys)
	said, err := purchasesOn(t.Context(), s, time.Now())
	require.NoError(t, err)
	require.Contains(t, said, "voucher: no voucher can be used")
	require.NoError(t, seed.Run(t.Context(), db, keys))
	said, err = purchasesOn(t.Context(), s, time.Now())
	require.NoError(t, err)
	require.Contains(t, said, "voucher: vouchers can be used")
	require.Contains(t, said, "data-recharge: 4 packs on sale")
	require.Contains(t, said, "game: 16 codes of games on sale")
	require.Contains(t, said, "service: 14 services on sale")
	require.Contains(t, said, "bundle: 15 bundles on sale, ")
	require.Contains(t, said, "gift: 15 bundles on sale")
	require.Contains(t, said, "plan-switch: 11 plans on sale")
	require.Contains(t, said, "international-transfer: fee of 5 %, at least 50 halalas")
	for kind := range purchase.Definitions {
		require.Contains(t, stocks, kind)
	}
}

func TestImportVouchers_Repeat_AddsEachOnce(t *testing.T) {
	s := testkit.Store(t)
	list, err := purchase.ReadVouchers(strings.NewReader("VCHR20SAR00001,20,2090-12-31\nVCHR20SAR00002,20,2090-12-31\n"))
	require.NoError(t, err)
	counts := func(dry bool) [2]int {
		added, known, err := addVouchers(t.Context(), s, list, "test", dry)
		require.NoError(t, err)
		return [2]int{added, known}
	}
	require.Equal(t, [2]int{2, 0}, counts(true))
	require.Equal(t, [2]int{2, 0}, counts(false), "the dry run added none")
	require.Equal(t, [2]int{0, 2}, counts(false))
	_, usable, _, err := s.Figures.OnSale(t.Context())
	require.NoError(t, err)
	require.True(t, usable)
}
