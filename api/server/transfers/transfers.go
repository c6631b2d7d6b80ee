// Package transfers moves credit and data between lines.
package transfers

import (
	"context"
	"fmt"
	"time"

	"selfcare/api/gen"
	"selfcare/api/server/middleware"
	"selfcare/api/server/verification"
	"selfcare/internal/contract"
	"selfcare/internal/domain/transfer"
	"selfcare/internal/store/line"
	transferstore "selfcare/internal/store/transfer"
)

// TransferHandlers transfer credit and data.
type TransferHandlers struct {
	*middleware.Core
	Access    *verification.LineAccess
	Codes     *verification.Codes
	Lines     lineReader
	Transfers transferReader
	Purchases Purchases
}

type lineReader interface {
	ByNumber(ctx context.Context, msisdn string) (line.Line, error)
	Get(ctx context.Context, id string) (line.Line, error)
}

type transferReader interface {
	ReadSender(ctx context.Context, lineID string, now time.Time) (transfer.Sender, error)
	Months(ctx context.Context, lineID string, kinds []string, now time.Time, count int) ([]transferstore.Month, error)
	OfLine(ctx context.Context, lineID string, kinds []string, page, size int) ([]transferstore.Transfer, int, error)
	Wallet(ctx context.Context, lineID, id string, now time.Time) (w transfer.Wallet, known bool, err error)
	Wallets(ctx context.Context, lineID string, now time.Time, minimum int) ([]transfer.Wallet, error)
}

// Purchases begins purchases: a transfer is one.
type Purchases interface {
	StartTransfer(ctx context.Context, draft contract.Purchase) (gen.Purchase, error)
	// FindRepeated returns the purchase that this very request has begun before its answer got lost; nil if there is
	// none.
	FindRepeated(ctx context.Context) (*gen.Purchase, error)
}

// TransferBalance gives credit to another line.
func (s *TransferHandlers) TransferBalance(ctx context.Context, req gen.TransferBalanceRequestObject) (gen.TransferBalanceResponseObject, error) {
	w := wanted{kind: contract.TransferCredit, to: req.Body.ToMobile, amount: contract.Halalas(req.Body.Amount)}
	begun, err := s.beginTransfer(ctx, w, req.Body.Otp)
	return gen.TransferBalance201JSONResponse{Data: begun}, err
}

// TransferData gives data to another line.
func (s *TransferHandlers) TransferData(ctx context.Context, req gen.TransferDataRequestObject) (gen.TransferDataResponseObject, error) {
	w := wanted{kind: contract.TransferData, to: req.Body.ToMobile, wallet: req.Body.WalletId, denomination: req.Body.DenominationId}
	begun, err := s.beginTransfer(ctx, w, req.Body.Otp)
	return gen.TransferData201JSONResponse{Data: begun}, err
}

// beginTransfer makes every check, takes the code, and begins. The repeat of a request whose answer got lost gets the
// begun transfer: by then the limits have changed.
func (s *TransferHandlers) beginTransfer(ctx context.Context, w wanted, typed string) (gen.Purchase, error) {
	before, err := s.Purchases.FindRepeated(ctx)
	if err != nil {
		return gen.Purchase{}, err
	}
	if before != nil {
		return *before, nil
	}
	checked, err := s.check(ctx, w)
	if err != nil {
		return gen.Purchase{}, err
	}
	if err := s.Codes.UseCode(ctx, checked.code(), middleware.RequestOf(ctx).Line.MSISDN, typed); err != nil {
		return gen.Purchase{}, err
	}
	return s.Purchases.StartTransfer(ctx, checked.draft)
}

// RequestTransferCode sends the code for a transfer, after every check.
func (s *TransferHandlers) RequestTransferCode(
	ctx context.Context, req gen.RequestTransferCodeRequestObject,
) (gen.RequestTransferCodeResponseObject, error) {
	w, err := read(*req.Body)
	if err != nil {
		return nil, err
	}
	checked, err := s.check(ctx, w)
	if err != nil {
		return nil, err
	}
	sent, err := s.Access.SendOwnCode(ctx, s.Codes, checked.code())
	return gen.RequestTransferCode200JSONResponse{CodeUnderwayJSONResponse: sent}, err
}

// findOwnLine returns the chosen line, if it may transfer now: without a recent SIM change and without another change in
// progress.
func (s *TransferHandlers) findOwnLine(ctx context.Context) (line.Line, error) {
	found, err := s.Lines.Get(ctx, middleware.RequestOf(ctx).Line.LineID)
	if err != nil {
		return found, fmt.Errorf("read line: %w", err)
	}
	return found, s.Access.ValidateChange(ctx, found, "")
}
