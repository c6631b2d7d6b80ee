package purchase

import (
	"strings"
	"time"

	"selfcare/internal/contract"
	"selfcare/internal/domain/money"
	"selfcare/internal/domain/typed"
)

// VoucherLength is the number of characters of a voucher (specification §3).
const VoucherLength = 14

// VoucherCode returns a code in its stored form: capital letters and Latin digits without separators.
func VoucherCode(text string) (string, error) {
	bare := typed.Bare(text)
	plain := func(r rune) bool { return r >= '0' && r <= '9' || r >= 'A' && r <= 'Z' }
	if len(bare) != VoucherLength || strings.ContainsFunc(bare, func(r rune) bool { return !plain(r) }) {
		return "", contract.RefuseField("voucher", contract.FailVoucherFormat)
	}
	return bare, nil
}

// Voucher holds the facts that decide whether a voucher can be used.
type Voucher struct {
	Value     contract.Halalas
	ExpiresAt time.Time
	Blocked   bool
	UsedBy    string // id of a purchase; empty for an unused voucher
}

// ValidateUse refuses a voucher that is used, expired or blocked. The purchase that used it may use it again: the retry is the
// same use.
func (v Voucher) ValidateUse(purchaseID string, now time.Time) error {
	switch {
	case v.UsedBy == purchaseID:
		return nil
	case v.UsedBy != "":
		return contract.RefuseField("voucher", contract.FailVoucherUsed)
	case v.Blocked:
		return contract.RefuseField("voucher", contract.FailVoucherUnknown)
	case !now.Before(v.ExpiresAt):
		return contract.RefuseField("voucher", contract.FailVoucherExpired)
	default:
		return nil
	}
}

func whole(amount contract.Halalas) string { return money.Grouped(int64(amount / 100)) }
