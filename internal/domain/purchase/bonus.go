package purchase

import "selfcare/internal/contract"

// BonusRules say what recharges give on top (specification §9): after some recharges a share of them is credited. Some plans
// instead credit a share with each recharge.
type BonusRules struct {
	Recharges   int // recharges until the share is credited
	Percent     int // the share in per cent
	PlanPercent int // of the line's plan; 0 without one
}

// Meter counts the recharges of a line between two bonuses.
type Meter struct {
	Count     int              // recharges since the last bonus
	Collected contract.Halalas // their sum
}

// Bonus returns the bonus of one more recharge, and the meter after it.
func (r BonusRules) Bonus(before Meter, amount contract.Halalas) (bonus contract.Halalas, after Meter) {
	if r.PlanPercent > 0 {
		return share(amount, r.PlanPercent), before
	}
	after = Meter{Count: before.Count + 1, Collected: before.Collected + amount}
	if r.Recharges == 0 || after.Count < r.Recharges {
		return 0, after
	}
	return r.Expected(after), Meter{}
}

// Expected returns the bonus of the recharges so far, once there are enough of them.
func (r BonusRules) Expected(m Meter) contract.Halalas { return share(m.Collected, r.Percent) }

// share rounds down, so that the bonus never exceeds the promise.
func share(amount contract.Halalas, percent int) contract.Halalas {
	return amount * contract.Halalas(percent) / 100
}
