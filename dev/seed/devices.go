package seed

import (
	"context"
	"strings"

	"github.com/uptrace/bun"

	"selfcare/internal/store/seal"
)

// eSIMPhones are phones on sale in Saudi Arabia that take an eSIM, by brand, the newest first.
var eSIMPhones = []struct {
	brand string
	names []string
}{
	{"Apple", []string{
		"iPhone 17 Pro Max", "iPhone 17 Pro", "iPhone 17", "iPhone Air", "iPhone 16 Pro Max", "iPhone 16 Pro", "iPhone 16 Plus",
		"iPhone 16", "iPhone 16e", "iPhone 15 Pro Max", "iPhone 15 Pro", "iPhone 15 Plus", "iPhone 15", "iPhone 14 Pro Max",
		"iPhone 14 Pro", "iPhone 14 Plus", "iPhone 14", "iPhone 13 Pro Max", "iPhone 13 Pro", "iPhone 13", "iPhone 13 mini",
		"iPhone 12 Pro Max", "iPhone 12 Pro", "iPhone 12", "iPhone 12 mini", "iPhone 11 Pro Max", "iPhone 11 Pro", "iPhone 11",
		"iPhone SE 2022", "iPhone SE 2020", "iPhone XS Max", "iPhone XS", "iPhone XR",
	}},
	{"Samsung", []string{
		"Galaxy S25 Ultra", "Galaxy S25 Plus", "Galaxy S25", "Galaxy S24 Ultra", "Galaxy S24 Plus", "Galaxy S24", "Galaxy S24 FE",
		"Galaxy S23 Ultra", "Galaxy S23 Plus", "Galaxy S23", "Galaxy S22 Ultra", "Galaxy S22", "Galaxy S21 Ultra", "Galaxy S21",
		"Galaxy Z Fold7", "Galaxy Z Flip7", "Galaxy Z Fold6", "Galaxy Z Flip6", "Galaxy Z Fold5", "Galaxy Z Flip5",
		"Galaxy A56", "Galaxy A55", "Galaxy A54",
	}},
	{"Google", []string{"Pixel 10 Pro", "Pixel 10", "Pixel 9 Pro", "Pixel 9", "Pixel 8 Pro", "Pixel 8", "Pixel 7"}},
	{"Xiaomi", []string{"15 Ultra", "15", "14 Ultra", "14T Pro", "14", "13T Pro", "13"}},
	{"Honor", []string{"Magic7 Pro", "Magic6 Pro", "Magic V3", "Magic V2", "200 Pro"}},
	{"Huawei", []string{"Pura 70 Pro", "Mate X6", "P40 Pro", "P40"}},
	{"Oppo", []string{"Find X8 Pro", "Find X5 Pro", "Find N3", "Reno12 Pro"}},
	{"OnePlus", []string{"13", "12", "11"}},
	{"Motorola", []string{"Razr 60 Ultra", "Razr 50 Ultra", "Edge 50 Pro"}},
	{"Nothing", []string{"Phone 3"}},
}

func devices(ctx context.Context, db bun.IDB, _ *seal.Keys) error {
	position := 0
	for _, phones := range eSIMPhones {
		for _, name := range phones.names {
			_, err := db.NewRaw("INSERT INTO devices (model, brand, name, position) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING",
				modelKey(phones.brand, name), phones.brand, name, position).Exec(ctx)
			if err != nil {
				return err
			}
			position++
		}
	}
	return nil
}

// modelKey is "apple-iphone-15-pro".
func modelKey(brand, name string) string {
	return strings.ToLower(strings.ReplaceAll(brand+" "+name, " ", "-"))
}
