// Package transfer holds the rules of what one line gives to another as pure functions: how much, from what, to whom.
package transfer

import (
	"strconv"

	"selfcare/internal/contract"
	"selfcare/internal/domain/money"
)

// Rules are the limits of transfers (specification §5, §9).
type Rules struct {
	Minimum    contract.Halalas
	MaxPercent int              // of the balance
	Daily      contract.Halalas // of one line, per day in Riyadh
	Monthly    contract.Halalas // per calendar month in Riyadh
}

// Sender is what a line has, and has given already.
type Sender struct {
	Balance   contract.Halalas
	Today     contract.Halalas
	ThisMonth contract.Halalas
}

// Share is the most of a balance that may go at once, rounded down to the halala; nothing of one that is below zero.
func (r Rules) Share(balance contract.Halalas) contract.Halalas {
	return max(balance, 0) * contract.Halalas(r.MaxPercent) / 100
}

// DayLeft is what is left of the day's limit.
func (r Rules) DayLeft(s Sender) contract.Halalas { return max(0, r.Daily-s.Today) }

// MonthLeft is what is left of the month's limit.
func (r Rules) MonthLeft(s Sender) contract.Halalas { return max(0, r.Monthly-s.ThisMonth) }

// Most is what the line may give now; nothing where that is less than the minimum.
func (r Rules) Most(s Sender) contract.Halalas {
	most := min(r.Share(s.Balance), r.DayLeft(s), r.MonthLeft(s))
	if most < r.Minimum {
		return 0
	}
	return most
}

// Validate refuses an amount that is too small, more than the share of the balance, or beyond a limit.
func (r Rules) Validate(amount contract.Halalas, s Sender) error {
	switch {
	case amount < r.Minimum:
		return refuse(contract.FailTransferSmall, map[string]string{"min": money.Riyals(r.Minimum)})
	case amount > r.Share(s.Balance):
		return refuse(contract.FailTransferLarge, map[string]string{
			"max": money.Riyals(r.Share(s.Balance)), "percent": strconv.Itoa(r.MaxPercent),
		})
	case amount > r.DayLeft(s):
		return refuse(contract.FailTransferDay, map[string]string{"left": money.Riyals(r.DayLeft(s))})
	case amount > r.MonthLeft(s):
		return refuse(contract.FailTransferMonth, map[string]string{"left": money.Riyals(r.MonthLeft(s))})
	default:
		return nil
	}
}

func refuse(code contract.Code, params map[string]string) error {
	return &contract.Refusal{Code: code, Fields: map[string]contract.Code{"amount": code}, Params: params}
}

// Recipient is what counts of the line that is to get something.
type Recipient struct {
	ID           string
	Subscription string // prepaid or postpaid
	Active       bool
}

// ValidateRecipient refuses the sender's own line, one that pays by bill, and one that is out of service.
func ValidateRecipient(field, senderID string, to Recipient) error {
	switch {
	case to.ID == senderID:
		return contract.RefuseField(field, contract.FailTransferSelf)
	case to.Subscription != "prepaid":
		return contract.RefuseField(field, contract.FailTransferPostpaid)
	case !to.Active:
		return contract.RefuseField(field, contract.FailTransferRecipient)
	default:
		return nil
	}
}
