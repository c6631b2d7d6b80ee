package present

import (
	"strings"

	"selfcare/api/gen"
	"selfcare/api/server/optional"
	"selfcare/internal/contract"
	"selfcare/internal/store/plan"
)

// Switch is a plan that was bought to replace another one.
func (v Presenter) Switch(s contract.PlanSwitch, to, from plan.Name) *gen.SwitchBought {
	return &gen.SwitchBought{
		PlanId: s.PlanID, Plan: v.Localized(to.Ar, to.En), FromPlan: v.Localized(from.Ar, from.En),
		Items: SwitchItems(s.Items), From: optional.Time(s.From), Until: optional.Time(s.Until),
	}
}

// SwitchItems are the price items of a switch, without the SIM of each.
func SwitchItems(items []contract.PlanCharge) []gen.SwitchItem {
	shown := make([]gen.SwitchItem, len(items))
	for i, item := range items {
		kind, _, _ := strings.Cut(item.Item, ":")
		shown[i] = gen.SwitchItem{Item: gen.SwitchItemItem(kind), Amount: int64(item.Amount), Vat: int64(item.VAT)}
	}
	return shown
}
