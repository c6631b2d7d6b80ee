package bundle

import (
	"slices"

	"selfcare/internal/contract"
	"selfcare/internal/domain/allowance"
)

// Step is one of the amounts that a customer can choose for a bundle of their own.
type Step struct {
	Amount  int64            // megabytes, minutes, messages, days
	Price   contract.Halalas // of what it gives in a month, without VAT
	Percent int              // of days: how much of that price
}

// Builder is what a bundle of one's own is put together from: the steps of each type, and of days, each list from the least on.
type Builder struct {
	Data, Minutes, Messages, Days []Step
}

// Choice is what a customer chose; nothing of a type is 0.
type Choice struct {
	DataMB, Minutes, Messages int64
	Days                      int
}

const riyal = 100

// Build is the bundle of a choice with its price: what its parts cost, by the share that its days have, up to the next whole riyal. A
// choice that is none of the steps, or nothing at all, is refused.
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

// share is a part of a sum, up to the next whole riyal.
func share(sum contract.Halalas, percent int) contract.Halalas {
	return (sum*contract.Halalas(percent) + all*riyal - 1) / (all * riyal) * riyal
}

// ChoiceOf is what was chosen for a bundle of one's own that was bought.
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
