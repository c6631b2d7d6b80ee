package orders

import (
	"context"

	"selfcare/api/gen"
	"selfcare/api/server/middleware"
	"selfcare/api/server/optional"
	"selfcare/internal/contract"
)

// PayOrder charges a card token, or a card that is kept. The payment's id follows from the repeat key, so a repeat is the same
// charge.
func (s *WizardHandlers) PayOrder(ctx context.Context, req gen.PayOrderRequestObject) (gen.PayOrderResponseObject, error) {
	kept, err := keptCardOf(ctx, *req.Body)
	if err != nil {
		return nil, err
	}
	current := middleware.RequestOf(ctx)
	orderID := current.Order.Order.ID
	answer, err := s.Updates.Apply(ctx, contract.UpdatePay, contract.PayRequest{
		PaymentID: s.Derive.ID("payment", orderID, current.Key),
		CardToken: optional.Value(req.Body.CardToken),
		ReturnURL: s.PublicURL + "/" + current.Language + "/order-sim/" + orderID + "/payment",
		Kept:      kept,
	})
	return gen.PayOrder200JSONResponse{OrderJSONResponse: answer}, err
}

// keptCardOf is the kept card that is to pay, or the wish to keep the one that was typed; both are for whoever is signed in.
// Whether the card is theirs the order looks up.
func keptCardOf(ctx context.Context, in gen.PayOrderJSONRequestBody) (*contract.KeptCard, error) {
	token, id, keep := optional.Value(in.CardToken), optional.Value(in.CardId), optional.Value(in.KeepCard)
	user := middleware.RequestOf(ctx).User.ID
	switch {
	case (token == "") == (id == ""):
		return nil, &middleware.Invalid{Code: contract.FailValidation, Fields: map[string]string{"cardToken": "field.required"}}
	case id != "" && user == "":
		return nil, contract.RefuseField("cardId", contract.FailCardUnknown)
	case keep && user == "":
		return nil, contract.Refuse(contract.FailNotSignedIn)
	case id != "":
		return &contract.KeptCard{UserID: user, CardID: id}, nil
	case keep:
		return &contract.KeptCard{UserID: user, Keep: true}, nil
	default:
		return nil, nil
	}
}
