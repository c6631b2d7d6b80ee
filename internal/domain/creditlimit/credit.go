package creditlimit

import (
	"slices"
	"strconv"
	"time"

	"selfcare/internal/contract"
	"selfcare/internal/domain/line"
	"selfcare/internal/domain/money"
)

// CreditRules are the settings of the operator on credit limits.
type CreditRules struct {
	Default contract.Halalas // for lines without a chosen limit; DefaultPlans times the plan's price when that is more
	Minimum contract.Halalas
	Maximum contract.Halalas
	Presets []contract.Halalas
	// DefaultPlans and MostPlans are multiples of the plan's price: the default limit covers DefaultPlans of them, and no limit
	// is raised above MostPlans.
	DefaultPlans int
	MostPlans    int
	InService    time.Duration // before the limit of a line may be raised
}

// Account is a postpaid line with the facts that decide on its credit limit.
type Account struct {
	line.Condition
	Chosen    contract.Halalas // zero without a chosen limit
	Used      contract.Halalas
	PlanPrice contract.Halalas // of one cycle, with VAT
	Since     time.Time        // in service
	Overdue   bool             // has an overdue bill
	Barred    bool             // for unpaid bills
}

// ValidateCap refuses a spending cap outside its bounds.
func ValidateCap(amount, lowest, highest contract.Halalas) error {
	if amount%riyal != 0 || amount < lowest || amount > highest {
		return refuseAmount(contract.FailSpendCapAmount, lowest, highest)
	}
	return nil
}

// riyal is the step of limits.
const riyal contract.Halalas = 100

// Limit returns the limit in force.
func (r CreditRules) Limit(a Account) contract.Halalas {
	if a.Chosen > 0 {
		return a.Chosen
	}
	return max(r.Default, roundUp(a.PlanPrice*contract.Halalas(r.DefaultPlans)))
}

// Bounds returns the lowest and the highest limit that a line may choose now. The lowest covers the amount in use. The limit in
// force may be kept, also when the minimum was raised above it.
func (r CreditRules) Bounds(a Account, now time.Time) (lowest, highest contract.Halalas) {
	limit := r.Limit(a)
	lowest = min(max(r.Minimum, roundUp(a.Used)), max(limit, r.Minimum))
	if r.ValidateRaise(a, now) != nil {
		return min(lowest, limit), limit
	}
	return lowest, max(lowest, limit, min(r.Maximum, a.PlanPrice*contract.Halalas(r.MostPlans)/riyal*riyal))
}

// Offered returns the presets for a line within its bounds, without the current limit.
func (r CreditRules) Offered(a Account, now time.Time) []contract.Halalas {
	lowest, highest := r.Bounds(a, now)
	limit := r.Limit(a)
	return slices.DeleteFunc(slices.Clone(r.Presets), func(amount contract.Halalas) bool {
		return amount < lowest || amount > highest || amount == limit
	})
}

// ValidateRaise refuses a line whose limit may not be raised now.
func (r CreditRules) ValidateRaise(a Account, now time.Time) error {
	if err := a.ValidateChange(now); err != nil {
		return err
	}
	switch {
	case a.Overdue:
		return contract.Refuse(contract.FailCreditOverdue)
	case a.Barred:
		return contract.Refuse(contract.FailCreditBarred)
	case now.Before(a.Since.Add(r.InService)):
		return contract.RefuseWith(contract.FailCreditTooNew, map[string]string{"days": strconv.Itoa(int(r.InService / (24 * time.Hour)))})
	default:
		return nil
	}
}

// Validate refuses a limit that a line cannot have now. A lower limit only has to cover the amount in use.
func (r CreditRules) Validate(a Account, amount contract.Halalas, now time.Time) error {
	limit := r.Limit(a)
	switch lowest, highest := r.Bounds(a, now); {
	case amount == limit:
		return contract.Refuse(contract.FailCreditSame)
	case amount > limit && r.ValidateRaise(a, now) != nil:
		return r.ValidateRaise(a, now)
	case amount%riyal != 0 || amount < r.Minimum || amount > max(r.Maximum, limit):
		return refuseAmount(contract.FailCreditBounds, lowest, highest)
	case amount > highest:
		return refuseAmount(contract.FailCreditPlan, lowest, highest)
	case amount < lowest:
		return refuseAmount(contract.FailCreditUsed, lowest, highest)
	default:
		return nil
	}
}

func refuseAmount(code contract.Code, lowest, highest contract.Halalas) error {
	return &contract.Refusal{
		Code: code, Fields: map[string]contract.Code{"amount": code},
		Params: map[string]string{"min": money.Riyals(lowest), "max": money.Riyals(highest)},
	}
}

// roundUp rounds an amount up to whole riyals.
func roundUp(amount contract.Halalas) contract.Halalas { return (amount + riyal - 1) / riyal * riyal }
