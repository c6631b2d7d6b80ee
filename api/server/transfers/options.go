package transfers

import (
	"context"
	"fmt"

	"selfcare/api/gen"
	"selfcare/api/server/middleware"
	"selfcare/api/server/optional"
	"selfcare/internal/contract/texts"
)

// GetTransferOptions shows the transfer limits of the chosen line.
func (s *TransferHandlers) GetTransferOptions(ctx context.Context, _ gen.GetTransferOptionsRequestObject) (gen.GetTransferOptionsResponseObject, error) {
	settings, err := s.Settings(ctx)
	if err != nil {
		return nil, err
	}
	line, err := s.Lines.Get(ctx, middleware.RequestOf(ctx).Line.LineID)
	if err != nil {
		return nil, fmt.Errorf("read line: %w", err)
	}
	sender, err := s.Transfers.ReadSender(ctx, line.ID, s.Now())
	if err != nil {
		return nil, fmt.Errorf("read what was transferred: %w", err)
	}
	rules := settings.Transfers()
	shown := gen.TransferOptions{
		Balance: int64(sender.Balance), Minimum: int64(rules.Minimum), Maximum: int64(rules.Most(sender)), MaxPercent: rules.MaxPercent,
		DayLeft: int64(rules.DayLeft(sender)), MonthLeft: int64(rules.MonthLeft(sender)), MinWalletMegabytes: settings.Site.DataTransferMinMB,
	}
	if line.ValidateGuard(s.Now()) != nil {
		shown.GuardedUntil = optional.Time(line.GuardedUntil)
	}
	return gen.GetTransferOptions200JSONResponse{Data: shown}, nil
}

// ListDataWallets shows the data buckets that can give.
func (s *TransferHandlers) ListDataWallets(ctx context.Context, _ gen.ListDataWalletsRequestObject) (gen.ListDataWalletsResponseObject, error) {
	settings, err := s.Settings(ctx)
	if err != nil {
		return nil, err
	}
	current := middleware.RequestOf(ctx)
	found, err := s.Transfers.Wallets(ctx, current.Line.LineID, s.Now(), settings.Site.DataTransferMinMB)
	if err != nil {
		return nil, fmt.Errorf("read wallets: %w", err)
	}
	shown := make([]gen.DataWallet, len(found))
	for i, w := range found {
		name := "wallet.plan"
		if w.Purchased {
			name = "wallet.bought"
		}
		shown[i] = gen.DataWallet{
			Id: w.ID, Name: texts.Text(current.Language, name, nil), Left: w.Left, ValidUntil: optional.Time(w.ValidUntil),
		}
	}
	return gen.ListDataWallets200JSONResponse{Data: shown}, nil
}

// ListTransferableDenominations shows the data amounts of a transfer.
func (s *TransferHandlers) ListTransferableDenominations(
	ctx context.Context, _ gen.ListTransferableDenominationsRequestObject,
) (gen.ListTransferableDenominationsResponseObject, error) {
	settings, err := s.Settings(ctx)
	if err != nil {
		return nil, err
	}
	offered := settings.Purchase.TransferDataMB
	shown := make([]gen.Denomination, len(offered))
	for i, d := range offered {
		shown[i] = gen.Denomination{Id: d.ID(), Megabytes: int64(d)}
	}
	return gen.ListTransferableDenominations200JSONResponse{Data: shown}, nil
}
