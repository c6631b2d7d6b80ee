package servertest

import (
	"context"

	"selfcare/internal/contract"
)

// noBulks finds no held work.
type noBulks struct{}

func (noBulks) Start(context.Context, contract.Bulk) (contract.Bulk, error) {
	return contract.Bulk{}, contract.Refuse(contract.FailBulkNothing)
}

func (noBulks) Move(context.Context, string, string, contract.BulkMove) (contract.Bulk, error) {
	return contract.Bulk{}, contract.Refuse(contract.FailBulkOver)
}
