package transfers

import (
	"context"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"time"

	"selfcare/api/gen"
	"selfcare/api/server/middleware"
	"selfcare/internal/contract"
	"selfcare/internal/domain/transfer"
)

// offerFor is how long an offer is shown again from the cache.
const offerFor = 2 * time.Minute

// recentOffer returns a recent or the present offer. Redis has no clear number: the key is a keyed hash.
func (s *TopUpHandlers) recentOffer(ctx context.Context, to foreign) (offer contract.TopUpOffer, err error) {
	slot := "abroad:" + hex.EncodeToString(s.Derive.MAC("offer for a number abroad", to.mobile))
	kept, err := s.Notes.ReadNote(ctx, slot)
	s.LogFailure(ctx, "look for an offer", err)
	if kept != "" && json.Unmarshal([]byte(kept), &offer) == nil {
		return offer, nil
	}
	if offer, err = s.askOffer(ctx, to); err != nil {
		return offer, err
	}
	found, err := json.Marshal(offer)
	if err == nil {
		err = s.Notes.Note(ctx, slot, string(found), offerFor)
	}
	s.LogFailure(ctx, "keep an offer", err)
	return offer, nil
}

// askOffer asks the partner for its present offer.
func (s *TopUpHandlers) askOffer(ctx context.Context, to foreign) (contract.TopUpOffer, error) {
	return s.Offers.Offer(ctx, contract.TopUpQuestion{Mobile: to.mobile})
}

func (s *TopUpHandlers) figures(ctx context.Context) (transfer.TopUpFigures, error) {
	settings, err := s.Settings(ctx)
	return transfer.TopUpFigures{FeePercent: settings.Purchase.InternationalFeePercent, FeeMinimum: settings.Purchase.InternationalFeeMin}, err
}

// presentOffer shows an offer with our prices. A number without a product is not served.
func (s *TopUpHandlers) presentOffer(ctx context.Context, to foreign, offer contract.TopUpOffer) (gen.TopUpOffer, error) {
	shown := gen.TopUpOffer{
		ToMobile: to.mobile, Country: to.country, OperatorId: offer.OperatorID, Operator: offer.Operator, Products: []gen.TopUpProduct{},
	}
	figures, err := s.figures(ctx)
	if err != nil {
		return shown, err
	}
	usage, err := s.Lines.Usage(ctx, middleware.RequestOf(ctx).Line.LineID)
	if err != nil {
		return shown, fmt.Errorf("read balance: %w", err)
	}
	shown.Balance = int64(usage.Balance)
	for _, p := range offer.Products {
		if price, sold := transfer.PriceTopUp(p, figures); sold {
			shown.Products = append(shown.Products, gen.TopUpProduct{
				ProductId: p.ID, ServiceId: p.ServiceID, Kind: gen.TopUpProductKind(p.Kind), Gets: gen.ForeignAmount(p.Gets), Rate: price.Rate,
				Cost: int64(p.Cost), Fee: int64(price.Fee), Total: int64(price.Total),
			})
		}
	}
	if len(shown.Products) == 0 {
		return shown, contract.RefuseField("to_mobile", contract.FailInternationalUnserved)
	}
	return shown, nil
}
