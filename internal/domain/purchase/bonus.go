package purchase

import "selfcare/internal/contract"

// BonusRules say what recharges give on top (specification §9): after some recharges a share of them comes back; on one plan
// each recharge gives its share at once, in place of that.
type BonusRules struct {
	Recharges   int // until the share comes back
	Percent     int // the share
	PlanPercent int // of the line's plan; 0 where it has none
}

// Meter is where a line stands between two bonuses.
type Meter struct {
	Count     int              // recharges since the last bonus
	Collected contract.Halalas // what they were together
}

// Bonus is what one more recharge gives on top, and the meter after it.
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

// Expected is what the recharges so far give back once there are enough of them.
func (r BonusRules) Expected(m Meter) contract.Halalas { return share(m.Collected, r.Percent) }

// share rounds down: what is given is never more than was said.
func share(amount contract.Halalas, percent int) contract.Halalas {
	return amount * contract.Halalas(percent) / 100
}
