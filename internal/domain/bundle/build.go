package bundle

import (
	"slices"

	"selfcare/internal/contract"
	"selfcare/internal/domain/allowance"
)

// Step is one of the amounts that a customer can choose for a custom bundle.
type Step struct {
	Amount  int64            // megabytes, minutes, messages, days
	Price   contract.Halalas // of the amount in a month, without VAT
	Percent int              // of days: the share of that price
}

// Builder holds the choices of a custom bundle: the steps of each type and of days, each list ascending.
type Builder struct {
	Data, Minutes, Messages, Days []Step
}

// Choice is the customer's choice; 0 means none of a type.
type Choice struct {
	DataMB, Minutes, Messages int64
	Days                      int
}

const riyal = 100

// Build returns the bundle of a choice with its price: the sum of its parts, times the share of its days, rounded up to a whole
// riyal. It refuses an amount that is no step, and an empty choice.
func (b Builder) Build(c Choice) (Bundle, error) {
	sum := contract.Halalas(0)
	for _, part := range []struct {
		steps  []Step
		chosen int64
		field  string
	}{{b.Data, c.DataMB, "data"}, {b.Minutes, c.Minutes, "minutes"}, {b.Messages, c.Messages, "sms"}} {
		step, offered := find(part.steps, part.chosen)
		if !offered && part.chosen != 0 {
			return Bundle{}, contract.RefuseField(part.field, contract.FailBundleStep)
		}
		sum += step.Price
	}
	days, offered := find(b.Days, int64(c.Days))
	switch {
	case !offered:
		return Bundle{}, contract.RefuseField("days", contract.FailBundleStep)
	case sum == 0:
		return Bundle{}, contract.RefuseField("data", contract.FailBundleEmpty)
	}
	return Bundle{DataMB: c.DataMB, LocalMinutes: c.Minutes, SMS: c.Messages, ValidityDays: c.Days, Price: share(sum, days.Percent)}, nil
}

func find(steps []Step, amount int64) (Step, bool) {
	for _, step := range steps {
		if step.Amount == amount {
			return step, true
		}
	}
	return Step{}, false
}

// share returns a percentage of a sum, rounded up to a whole riyal.
func share(sum contract.Halalas, percent int) contract.Halalas {
	return (sum*contract.Halalas(percent) + all*riyal - 1) / (all * riyal) * riyal
}

// ChoiceOf returns the choice behind a custom bundle that was bought.
func ChoiceOf(b contract.BundleBought) Choice {
	amount := func(t allowance.Type) int64 {
		at := slices.IndexFunc(b.Items, func(i contract.BundleItem) bool { return i.Type == string(t) })
		if at < 0 {
			return 0
		}
		return b.Items[at].Amount
	}
	return Choice{DataMB: amount(allowance.Data), Minutes: amount(allowance.LocalMinutes), Messages: amount(allowance.Messages), Days: b.ValidityDays}
}
