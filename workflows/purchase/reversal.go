package purchase

import (
	"go.temporal.io/sdk/workflow"

	"selfcare/internal/contract"
	"selfcare/internal/domain/purchase"
	"selfcare/workflows/internal/process"
)

// watchReversal asks the partner a few times whether it took a top-up back that had arrived. If so, the money goes back, once.
func (p *purchaseRun) watchReversal(ctx workflow.Context) error {
	if purchase.Definitions[p.State.Kind].Delivers != purchase.TopUp {
		return nil
	}
	for _, pause := range process.ReversalPauses {
		if p.State.Stage != contract.PurchaseCompleted {
			return nil
		}
		wait := process.Wait{For: "a reversal of the top-up", Limit: pause, Then: "the partner is asked whether it took the top-up back; after the last time, the purchase is over"}
		if err := process.Pause(ctx, wait); err != nil {
			return err
		}
		var found contract.TopUpFound
		err := p.Do(process.WithGatewayPolicy(ctx, "Ask about a reversal"), &found, topups.FindTopUp, p.topUp())
		if err != nil || !found.Reversed { // a partner that does not answer is asked again at the next date
			continue
		}
		back := contract.PurchaseRefunded{At: process.At(ctx)}
		if err := p.Apply(ctx, "Take the top-up back", purchases.ReverseTopUp, back); err != nil {
			return err
		}
	}
	return nil
}
