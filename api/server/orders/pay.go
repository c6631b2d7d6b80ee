package orders

import (
	"context"

	"selfcare/api/gen"
	"selfcare/api/server/inputs"
	"selfcare/api/server/middleware"
	"selfcare/api/server/optional"
	"selfcare/internal/contract"
)

// PayOrder charges a card token, a saved card, or an STC Pay wallet. The payment's id derives from the idempotency
// key, so a repeat is the same charge.
func (s *WizardHandlers) PayOrder(ctx context.Context, req gen.PayOrderRequestObject) (gen.PayOrderResponseObject, error) {
	ask, err := readPayRequest(ctx, *req.Body)
	if err != nil {
		return nil, err
	}
	current := middleware.RequestOf(ctx)
	orderID := current.Order.Order.ID
	ask.PaymentID = s.Derive.ID("payment", orderID, current.Key)
	ask.ReturnURL = s.PublicURL + "/" + current.Language + "/order-sim/" + orderID + "/payment"
	answer, err := s.Updates.Apply(ctx, contract.UpdatePay, ask)
	return gen.PayOrder200JSONResponse{OrderJSONResponse: answer}, err
}

// readPayRequest reads the payment method: exactly one of a token, a saved card and a wallet. A wallet is never saved.
func readPayRequest(ctx context.Context, in gen.PayOrderJSONRequestBody) (contract.PayRequest, error) {
	named := 0
	for _, way := range []string{optional.Value(in.CardToken), optional.Value(in.CardId), optional.Value(in.StcPayMobile)} {
		if way != "" {
			named++
		}
	}
	if named != 1 {
		return contract.PayRequest{}, &middleware.Invalid{Code: contract.FailValidation, Fields: map[string]string{"cardToken": "field.required"}}
	}
	if in.StcPayMobile != nil {
		mobile, err := inputs.Mobile("stcPayMobile", *in.StcPayMobile)
		return contract.PayRequest{Wallet: mobile}, err
	}
	kept, err := readSavedCard(ctx, in)
	return contract.PayRequest{CardToken: optional.Value(in.CardToken), Kept: kept}, err
}

// readSavedCard reads the saved card to charge, or the wish to save the typed one; both need a signed-in customer. The
// order checks the owner of the card.
func readSavedCard(ctx context.Context, in gen.PayOrderJSONRequestBody) (*contract.SavedCard, error) {
	id, keep := optional.Value(in.CardId), optional.Value(in.KeepCard)
	user := middleware.RequestOf(ctx).User.ID
	switch {
	case id != "" && user == "":
		return nil, contract.RefuseField("cardId", contract.FailCardUnknown)
	case keep && user == "":
		return nil, contract.Refuse(contract.FailNotSignedIn)
	case id != "":
		return &contract.SavedCard{UserID: user, CardID: id}, nil
	case keep:
		return &contract.SavedCard{UserID: user, Keep: true}, nil
	default:
		return nil, nil
	}
}
