package transfer

import (
	"strconv"
	"time"

	"selfcare/internal/contract"
	"selfcare/internal/domain/money"
)

// Wallet is a bucket of data that may be transferred from.
type Wallet struct {
	ID         string
	Purchased  bool      // bought in addition to the plan
	Left       int64     // megabytes
	ValidUntil time.Time // zero has no end
}

// MayGive tells whether a wallet has more than the minimum.
func (w Wallet) MayGive(minimum int) bool { return w.Left > int64(minimum) }

// ValidateWallet refuses a wallet that has no more than the minimum, or less than the transferred amount.
func ValidateWallet(w Wallet, megabytes int64, minimum int) error {
	if !w.MayGive(minimum) || w.Left < megabytes {
		code := contract.FailWalletSmall
		return &contract.Refusal{
			Code: code, Fields: map[string]contract.Code{"wallet_id": code}, Params: map[string]string{"min": money.Grouped(int64(minimum))},
		}
	}
	return nil
}

// Denomination is an amount of data for one transfer; its id has two to five digits.
type Denomination int64

// ID returns the id that requests use.
func (d Denomination) ID() string { return strconv.FormatInt(int64(d), 10) }

// FindDenomination finds an offered denomination by its id.
func FindDenomination(offered []Denomination, id string) (Denomination, error) {
	for _, d := range offered {
		if d.ID() == id {
			return d, nil
		}
	}
	return 0, contract.RefuseField("denomination_id", contract.FailDenominationAbsent)
}
