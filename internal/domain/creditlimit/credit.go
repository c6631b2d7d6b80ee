package creditlimit

import (
	"slices"
	"strconv"
	"time"

	"selfcare/internal/contract"
	"selfcare/internal/domain/line"
	"selfcare/internal/domain/money"
)

// CreditRules are the figures on credit limits that an operator sets.
type CreditRules struct {
	Default contract.Halalas // where nobody has chosen one, or some prices of the plan where that is more
	Minimum contract.Halalas
	Maximum contract.Halalas
	Presets []contract.Halalas
	// DefaultPlans and MostPlans count prices of the plan: the limit of whoever has not chosen one covers so many, and none is raised
	// above so many.
	DefaultPlans int
	MostPlans    int
	InService    time.Duration // before a line may have its limit raised
}

// Account is a postpaid line as its credit limit is decided on.
type Account struct {
	line.Condition
	Chosen    contract.Halalas // zero where nobody has chosen a limit
	Used      contract.Halalas
	PlanPrice contract.Halalas // of one cycle, with VAT
	Since     time.Time        // in service
	Overdue   bool             // a bill is
	Barred    bool             // because of its bills
}

// ValidateCap refuses a cap that nobody can set.
func ValidateCap(amount, lowest, highest contract.Halalas) error {
	if amount%riyal != 0 || amount < lowest || amount > highest {
		return refuseAmount(contract.FailSpendCapAmount, lowest, highest)
	}
	return nil
}

// riyal is what a limit is counted in.
const riyal contract.Halalas = 100

// Limit is the one in force.
func (r CreditRules) Limit(a Account) contract.Halalas {
	if a.Chosen > 0 {
		return a.Chosen
	}
	return max(r.Default, up(a.PlanPrice*contract.Halalas(r.DefaultPlans)))
}

// Bounds are the lowest and the highest limit that a line may choose now. What is used already is not called back, and one that is
// in force may be kept, also where what is lowest was raised above it since.
func (r CreditRules) Bounds(a Account, now time.Time) (lowest, highest contract.Halalas) {
	limit := r.Limit(a)
	lowest = min(max(r.Minimum, up(a.Used)), max(limit, r.Minimum))
	if r.ValidateRaise(a, now) != nil {
		return min(lowest, limit), limit
	}
	return lowest, max(lowest, limit, min(r.Maximum, a.PlanPrice*contract.Halalas(r.MostPlans)/riyal*riyal))
}

// Offered are the presets for a line: those within its bounds, but for the one it has.
func (r CreditRules) Offered(a Account, now time.Time) []contract.Halalas {
	lowest, highest := r.Bounds(a, now)
	limit := r.Limit(a)
	return slices.DeleteFunc(slices.Clone(r.Presets), func(amount contract.Halalas) bool {
		return amount < lowest || amount > highest || amount == limit
	})
}

// ValidateRaise refuses a line whose limit may not grow now.
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

// Validate refuses a limit that a line cannot have now. Lowering one needs nothing but that what is used stays within it.
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

// up is an amount in whole riyals, none of it lost.
func up(amount contract.Halalas) contract.Halalas { return (amount + riyal - 1) / riyal * riyal }
