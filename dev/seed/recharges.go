package seed

import (
	"context"
	"fmt"
	"time"

	"selfcare/internal/contract"
	"selfcare/internal/domain/purchase"
	"selfcare/internal/store"
)

// Vouchers of development: VCHR20SAR00001 to VCHR20SAR00050, and so for 50 and 90 SAR; VCHROLD0000001 has expired.
const (
	vouchersOfAKind = 50
	expiredVoucher  = "VCHROLD0000001"
)

func seedVouchers(ctx context.Context, s *store.Store) error {
	until := time.Now().AddDate(2, 0, 0)
	for _, riyals := range []int{20, 50, 90} {
		v := purchase.Voucher{Value: contract.Halalas(riyals * 100), ExpiresAt: until}
		for n := range vouchersOfAKind {
			if _, err := s.Vouchers.Import(ctx, fmt.Sprintf("VCHR%02dSAR%05d", riyals, n+1), "development", v); err != nil {
				return err
			}
		}
	}
	_, err := s.Vouchers.Import(ctx, expiredVoucher, "development", purchase.Voucher{Value: 2000, ExpiresAt: time.Now().AddDate(0, 0, -1)})
	return err
}
