package transfers

import (
	"context"
	"fmt"

	"selfcare/api/gen"
	"selfcare/api/server/middleware"
	"selfcare/api/server/verification"
	"selfcare/internal/contract"
	"selfcare/internal/domain/money"
	"selfcare/internal/domain/ratelimit"
	"selfcare/internal/domain/transfer"
	"selfcare/internal/store/line"
)

// TopUpHandlers send top-ups to numbers of other countries.
type TopUpHandlers struct {
	*middleware.Core
	Access    *verification.LineAccess
	Codes     *verification.Codes
	Offers    Offers
	Notes     verification.NoteCache
	Lines     balanceReader
	Purchases Purchases
}

// Offers finds the operator of a number, and its present products.
type Offers interface {
	Offer(ctx context.Context, in contract.TopUpQuestion) (contract.TopUpOffer, error)
}

type balanceReader interface {
	Get(ctx context.Context, id string) (line.Line, error)
	Usage(ctx context.Context, lineID string) (line.Usage, error)
}

// ResolveTopUpRecipient shows the operator of a number, and its products. The answer may be some minutes old:
// the payment is checked against the present offer.
func (s *TopUpHandlers) ResolveTopUpRecipient(
	ctx context.Context, req gen.ResolveTopUpRecipientRequestObject,
) (gen.ResolveTopUpRecipientResponseObject, error) {
	to, err := s.findRecipient(ctx, "to_mobile", req.Body.ToMobile)
	if err != nil {
		return nil, err
	}
	offer, err := s.recentOffer(ctx, to)
	if err != nil {
		return nil, err
	}
	shown, err := s.presentOffer(ctx, to, offer)
	return gen.ResolveTopUpRecipient200JSONResponse{Data: shown}, err
}

// RequestTopUpCode sends the code for a transfer, after every check.
func (s *TopUpHandlers) RequestTopUpCode(
	ctx context.Context, req gen.RequestTopUpCodeRequestObject,
) (gen.RequestTopUpCodeResponseObject, error) {
	draft, err := s.draftTransfer(ctx, req.Body.Transfer)
	if err != nil {
		return nil, err
	}
	sent, err := s.Access.SendOwnCode(ctx, s.Codes, s.code(draft))
	return gen.RequestTopUpCode200JSONResponse{CodeUnderwayJSONResponse: sent}, err
}

// SendTopUp begins a transfer. The repeat of a request whose answer got lost gets the begun transfer.
func (s *TopUpHandlers) SendTopUp(
	ctx context.Context, req gen.SendTopUpRequestObject,
) (gen.SendTopUpResponseObject, error) {
	before, err := s.Purchases.FindRepeated(ctx)
	if err != nil {
		return nil, err
	}
	if before != nil {
		return gen.SendTopUp201JSONResponse{Data: *before}, nil
	}
	draft, err := s.draftTransfer(ctx, req.Body.Transfer)
	if err != nil {
		return nil, err
	}
	if err := s.Codes.UseCode(ctx, s.code(draft), middleware.RequestOf(ctx).Line.MSISDN, req.Body.Verify.Otp); err != nil {
		return nil, err
	}
	begun, err := s.Purchases.StartTransfer(ctx, draft)
	return gen.SendTopUp201JSONResponse{Data: begun}, err
}

// draftTransfer reads a transfer and checks it against the present offer; it makes every later check before a code is
// used or money moves.
func (s *TopUpHandlers) draftTransfer(ctx context.Context, in gen.TopUpChoice) (contract.Purchase, error) {
	draft := contract.Purchase{Kind: contract.TransferInternational, Way: contract.PayBalance, LineID: middleware.RequestOf(ctx).Line.LineID}
	to, err := s.findRecipient(ctx, "transfer.to_mobile", in.ToMobile)
	if err != nil {
		return draft, err
	}
	offer, err := s.askOffer(ctx, to)
	if err != nil {
		return draft, err
	}
	figures, err := s.figures(ctx)
	if err != nil {
		return draft, err
	}
	chosen := transfer.Chosen{OperatorID: in.OperatorId, ServiceID: in.ServiceId, ProductID: in.ProductId, Amount: contract.Halalas(in.Amount)}
	product, price, err := transfer.FindProduct(offer, chosen, figures)
	if err != nil {
		return draft, err
	}
	usage, err := s.Lines.Usage(ctx, draft.LineID)
	if err != nil {
		return draft, fmt.Errorf("read balance: %w", err)
	}
	draft.Total = price.Total
	draft.International = &contract.TopUpTransfer{
		Mobile: to.mobile, Country: to.country, OperatorID: offer.OperatorID, Operator: offer.Operator, ServiceID: product.ServiceID,
		ProductID: product.ID, Gets: product.Gets, Rate: price.Rate, Cost: product.Cost, Fee: price.Fee,
	}
	return draft, transfer.ValidateCovered(usage.Balance, price.Total)
}

// code is the kind of code for this transfer only: of this product, to this number, at this price.
func (s *TopUpHandlers) code(draft contract.Purchase) verification.CodeKind {
	i, kind := draft.International, verification.PinFor(string(draft.Kind))
	kind.Bound = s.Derive.ID("international transfer", i.Mobile, i.OperatorID, i.ProductID, i.Gets.Amount, fmt.Sprint(draft.Total))
	kind.Says = map[string]string{
		"to": i.Mobile, "gets": i.Gets.Currency + " " + i.Gets.Amount, "total": money.Riyals(draft.Total),
	}
	return kind
}

// foreign is a number of another country.
type foreign struct{ mobile, country string }

// findRecipient reads the recipient's number for the chosen line, if that may send now: without a recent SIM change and
// without another change in progress. The limit applies because the partner reveals its customers.
func (s *TopUpHandlers) findRecipient(ctx context.Context, field, typed string) (foreign, error) {
	mobile, country, err := transfer.ReadTopUpNumber(field, typed)
	if err != nil {
		return foreign{}, err
	}
	own, err := s.Lines.Get(ctx, middleware.RequestOf(ctx).Line.LineID)
	if err != nil {
		return foreign{}, fmt.Errorf("read line: %w", err)
	}
	if err := s.Access.ValidateChange(ctx, own, ""); err != nil {
		return foreign{}, err
	}
	return foreign{mobile, country}, s.Permit(ctx, ratelimit.AbroadCheck, nil)
}
