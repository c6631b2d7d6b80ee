// Package transfer holds the rules on transfers between lines as pure functions: amounts, sources and recipients.
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

// Sender is the balance of a line, and its transfers so far.
type Sender struct {
	Balance   contract.Halalas
	Today     contract.Halalas
	ThisMonth contract.Halalas
}

// Share returns the greatest part of a balance for one transfer, rounded down to the halala; zero for a negative balance.
func (r Rules) Share(balance contract.Halalas) contract.Halalas {
	return max(balance, 0) * contract.Halalas(r.MaxPercent) / 100
}

// DayLeft returns the rest of the daily limit.
func (r Rules) DayLeft(s Sender) contract.Halalas { return max(0, r.Daily-s.Today) }

// MonthLeft returns the rest of the monthly limit.
func (r Rules) MonthLeft(s Sender) contract.Halalas { return max(0, r.Monthly-s.ThisMonth) }

// Most returns the greatest amount that the line may transfer now; zero when it is below the minimum.
func (r Rules) Most(s Sender) contract.Halalas {
	most := min(r.Share(s.Balance), r.DayLeft(s), r.MonthLeft(s))
	if most < r.Minimum {
		return 0
	}
	return most
}

// Validate refuses an amount below the minimum, above the share of the balance, or above a limit.
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

// Recipient holds the facts about the receiving line.
type Recipient struct {
	ID           string
	Subscription string // prepaid or postpaid
	Active       bool
}

// ValidateRecipient refuses the sender's own line, a postpaid line, and a line out of service.
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
