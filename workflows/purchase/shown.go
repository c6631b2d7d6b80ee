package purchase

import (
	"go.temporal.io/sdk/workflow"

	"selfcare/internal/contract"
	"selfcare/internal/domain/money"
	"selfcare/internal/domain/purchase"
	"selfcare/workflows/internal/process"
)

// updateAttributes returns the search attributes that follow from a change of the purchase. States that pass within a moment
// are not written.
func (p *purchaseRun) updateAttributes(ctx workflow.Context, before contract.Purchase) []process.Attribute {
	p.show(ctx)
	var changed []process.Attribute
	if p.State.Stage != before.Stage {
		changed = append(changed, process.Stage.ValueSet(string(p.State.Stage)), process.WaitsFor.ValueSet(waitsFor(p.State)))
	}
	switch {
	case before.Held == nil && p.State.Held != nil:
		changed = append(changed, p.Attention.AddAttributes(ctx, p.State.Held.FailureCode)...)
	case before.Held != nil && p.State.Held == nil:
		changed = append(changed, p.Attention.DropAttributes(ctx, before.Held.FailureCode)...)
	}
	return changed
}

func waitsFor(p contract.Purchase) string {
	switch p.Stage {
	case contract.PurchaseHeld:
		return contract.FixSupport
	case contract.PurchasePaying:
		return contract.FixCustomer
	default:
		return contract.FixNone
	}
}

// show writes the progress for the Temporal UI. Details there are stored in clear, so they hold no personal data.
func (p *purchaseRun) show(ctx workflow.Context) {
	text := purchase.Definitions[p.State.Kind].Title + " " + p.State.Number + " · " + money.Riyals(p.State.Total) + " SAR · **" + purchase.Status(p.State) + "**"
	if code := p.State.FailureCode; code != "" {
		text += " because of `" + string(code) + "`"
	}
	if p.State.Held != nil {
		text += "\n\n" + process.Held(p.State.Held.Since, p.State.Held.FailureCode, p.State.Held.Work, func(r contract.Resolution) error {
			return purchase.ValidateResolution(p.State, r)
		})
	}
	workflow.SetCurrentDetails(ctx, text)
}
