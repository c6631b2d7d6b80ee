package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"slices"
	"strings"
	"time"

	"selfcare/internal/contract"
	"selfcare/internal/domain/purchase"
	"selfcare/internal/platform/config"
	"selfcare/internal/store"
	"selfcare/internal/store/setting"
)

// stocks names for each kind of purchase the missing stock, without which it cannot be sold.
var stocks = map[contract.PurchaseKind]func(s stock) string{
	contract.PurchaseRecharge: func(s stock) string { return fmt.Sprintf("%d amounts", len(s.settings.Purchase.RechargePresets)) },
	contract.PurchaseData:     func(s stock) string { return fmt.Sprintf("%d packs on sale", s.packs) },
	contract.PurchaseBundle:   func(s stock) string { return fmt.Sprintf("%d bundles on sale", s.bundles) },
	contract.PurchaseGift:     func(s stock) string { return fmt.Sprintf("%d bundles on sale", s.bundles) },
	contract.PurchaseVoucher: func(s stock) string {
		return map[bool]string{true: "vouchers can be used", false: "no voucher can be used"}[s.vouchers]
	},
	contract.PurchaseSwitch:  func(s stock) string { return fmt.Sprintf("%d plans on sale", s.plans) },
	contract.PurchaseInvoice: func(s stock) string { return fmt.Sprintf("%d unpaid bills", s.bills) },
	contract.TransferCredit: func(s stock) string {
		return fmt.Sprintf("up to %d halalas a day", s.settings.Purchase.TransferDaily)
	},
	contract.TransferData: func(s stock) string {
		return fmt.Sprintf("%d amounts of data", len(s.settings.Purchase.TransferDataMB))
	},
	contract.TransferInternational: func(s stock) string {
		return fmt.Sprintf("fee of %d %%, at least %d halalas", s.settings.Purchase.InternationalFeePercent, s.settings.Purchase.InternationalFeeMin)
	},
	contract.PurchaseService: func(s stock) string { return fmt.Sprintf("%d services on sale", s.services) },
	contract.PurchaseGame:    func(s stock) string { return fmt.Sprintf("%d codes of games on sale", s.games) },
	contract.PurchaseCard:    func(s stock) string { return fmt.Sprintf("checked with %d halalas", s.settings.Purchase.CardCheck) },
}

type stock struct {
	settings                        setting.Settings
	packs, plans                    int
	vouchers                        bool
	bills, services, games, bundles int
}

// purchasesOn reports the products on sale of each kind. An empty offer is no fault: it may be intended.
func purchasesOn(ctx context.Context, s *store.Store, now time.Time) (string, error) {
	settings, err := s.Settings.Get(ctx)
	if err != nil {
		return "", err
	}
	found := stock{settings: settings}
	if found.packs, found.vouchers, found.plans, err = s.Figures.OnSale(ctx); err != nil {
		return "", err
	}
	if found.bills, err = s.Invoices.CountUnpaid(ctx); err != nil {
		return "", err
	}
	if found.services, err = s.Services.OnSale(ctx); err != nil {
		return "", err
	}
	onSale, err := s.Games.OnSale(ctx)
	if err != nil {
		return "", err
	}
	found.games = len(onSale)
	if found.bundles, err = s.Bundles.OnSale(ctx, now); err != nil {
		return "", err
	}
	var said []string
	for _, kind := range slices.Sorted(maps.Keys(purchase.Definitions)) {
		said = append(said, string(kind)+": "+stocks[kind](found))
	}
	return strings.Join(said, ", "), nil
}

// ImportVouchers adds the new vouchers of a list, all or none; a dry run adds none and reports the same.
func ImportVouchers(ctx context.Context, cfg config.Config, log *slog.Logger, list io.Reader, batch string, dry bool) (added, known int, err error) {
	vouchers, err := purchase.ReadVouchers(list)
	if err != nil {
		return 0, 0, err
	}
	err = withContent(ctx, cfg, log, func(p *parts) error {
		added, known, err = addVouchers(ctx, p.store, vouchers, batch, dry)
		return err
	})
	return added, known, err
}

// errDry rolls the writes of a dry run back.
var errDry = errors.New("a dry run")

func addVouchers(ctx context.Context, s *store.Store, vouchers []purchase.ListedVoucher, batch string, dry bool) (added, known int, err error) {
	err = s.InTx(ctx, func(q *store.Tx) error {
		for _, v := range vouchers {
			fresh, err := q.Vouchers.Import(ctx, v.Code, batch, v.Voucher)
			if err != nil {
				return err
			}
			if fresh {
				added++
			}
		}
		if dry {
			return errDry
		}
		return nil
	})
	if errors.Is(err, errDry) {
		err = nil
	}
	return added, len(vouchers) - added, err
}
