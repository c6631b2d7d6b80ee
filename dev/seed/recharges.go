package seed

import (
	"context"
	"fmt"
	"time"

	"github.com/uptrace/bun"

	"selfcare/internal/contract"
	"selfcare/internal/domain/purchase"
	"selfcare/internal/store"
	"selfcare/internal/store/seal"
)

// dataPacks on sale: prices without VAT.
var dataPacks = []store.DataPack{
	{ID: "data-1", NameEn: "1 GB for a week", NameAr: "1 جيجابايت لأسبوع", Megabytes: gigabyte, ValidityDays: 7, Price: 1000},
	{ID: "data-5", NameEn: "5 GB for a month", NameAr: "5 جيجابايت لشهر", Megabytes: 5 * gigabyte, ValidityDays: month, Price: 3500},
	{ID: "data-20", NameEn: "20 GB for a month", NameAr: "20 جيجابايت لشهر", Megabytes: 20 * gigabyte, ValidityDays: month, FreeMegabytes: 2 * gigabyte, Price: 9000},
	{ID: "data-100", NameEn: "100 GB for three months", NameAr: "100 جيجابايت لثلاثة أشهر", Megabytes: 100 * gigabyte, ValidityDays: 3 * month, Price: 25_000},
}

func packs(ctx context.Context, db bun.IDB, _ *seal.Keys) error {
	for position, p := range dataPacks {
		_, err := db.NewRaw(`
			INSERT INTO data_packs (id, name_en, name_ar, megabytes, validity_days, free_megabytes, price, position) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
			ON CONFLICT DO NOTHING`, p.ID, p.NameEn, p.NameAr, p.Megabytes, p.ValidityDays, p.FreeMegabytes, int64(p.Price), position).Exec(ctx)
		if err != nil {
			return err
		}
	}
	return nil
}

// Vouchers of development: VCHR20SAR00001 to VCHR20SAR00050, and so for 50 and 90 SAR; VCHROLD0000001 has expired.
const (
	vouchersOfAKind = 50
	expiredVoucher  = "VCHROLD0000001"
)

func vouchers(ctx context.Context, s *store.Store) error {
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
