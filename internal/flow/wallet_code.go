package flow

import (
	"context"

	"go.temporal.io/sdk/client"

	"selfcare/internal/contract"
)

// EnterWalletCode sends the code of a wallet to the order or purchase that it pays. A workflow that has ended waits for no code.
func (f *Purchases) EnterWalletCode(ctx context.Context, workflowID, key string, in contract.WalletCode) error {
	ctx, cancel := withPersonDeadline(ctx, f.temporal)
	defer cancel()
	handle, err := f.temporal.UpdateWorkflow(ctx, client.UpdateWorkflowOptions{
		UpdateID: key, WorkflowID: workflowID, UpdateName: contract.UpdateEnterWalletCode, Args: []any{in},
		WaitForStage: client.WorkflowUpdateStageCompleted,
	})
	if err == nil {
		err = handle.Get(ctx, nil)
	}
	if notFound(err) {
		return contract.Refuse(contract.FailWalletCodeNotAsked)
	}
	return mapError(err, contract.UpdateEnterWalletCode)
}
