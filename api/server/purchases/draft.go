package purchases

import (
	"context"
	"errors"
	"fmt"

	"selfcare/api/gen"
	"selfcare/api/server/inputs"
	"selfcare/api/server/middleware"
	"selfcare/api/server/optional"
	"selfcare/internal/contract"
	"selfcare/internal/domain/purchase"
	"selfcare/internal/domain/ratelimit"
	storeerrors "selfcare/internal/store/errors"
	"selfcare/internal/store/line"
	"selfcare/internal/store/setting"
)

// draftOf reads item, receiver and payment method; it makes every check that needs no write.
func (s *PurchaseHandlers) draftOf(ctx context.Context, in gen.StartPurchase) (contract.Purchase, contract.OpenPurchase, error) {
	p := contract.Purchase{Kind: contract.PurchaseKind(in.Kind), Way: contract.PaymentMethod(in.Pay.Way), LineID: middleware.RequestOf(ctx).Line.LineID}
	var pay contract.OpenPurchase
	if err := purchase.ValidateWay(p.Kind, p.Way); err != nil {
		return p, pay, err
	}
	pay, err := payOf(ctx, in.Pay)
	if err != nil {
		return p, pay, err
	}
	if err := s.Permit(ctx, ratelimit.PurchaseStart, nil); err != nil {
		return p, pay, err
	}
	if in.Friend != nil {
		friend, err := s.findFriend(ctx, "friend", *in.Friend)
		if err != nil {
			return p, pay, err
		}
		p.LineID = friend.ID
	}
	p, err = s.pricePurchase(ctx, p, in)
	return p, pay, err
}

// pricePurchase sets item and price. A price other than the one that the customer saw is refused.
func (s *PurchaseHandlers) pricePurchase(ctx context.Context, p contract.Purchase, in gen.StartPurchase) (contract.Purchase, error) {
	settings, err := s.Settings(ctx)
	if err != nil {
		return p, err
	}
	p, net, err := s.readBought(ctx, p, in, settings)
	if err != nil {
		return p, err
	}
	p, err = s.applyPromo(ctx, purchase.Priced(p, net, figures(settings)), optional.Value(in.PromoCode), settings.VATPercent)
	if err != nil {
		return p, err
	}
	if in.Total != nil && contract.Halalas(*in.Total) != p.Total {
		return p, contract.Refuse(contract.FailPriceChanged)
	}
	return p, nil
}

// readBought returns the item and its price without VAT.
func (s *PurchaseHandlers) readBought(
	ctx context.Context, p contract.Purchase, in gen.StartPurchase, settings setting.Settings,
) (contract.Purchase, contract.Halalas, error) {
	switch p.Kind {
	case contract.PurchaseVoucher:
		code, err := s.readVoucher(ctx, optional.Value(in.Voucher))
		p.Voucher = code
		return p, 0, err
	case contract.PurchaseData:
		pack, err := s.Recharges.DataPack(ctx, optional.Value(in.DataPackId))
		if errors.Is(err, storeerrors.ErrNotFound) {
			return p, 0, contract.RefuseField("dataPackId", contract.FailDataPackUnknown)
		}
		p.Data = &contract.DataBought{PackID: pack.ID, Megabytes: pack.Megabytes, ValidityDays: pack.ValidityDays}
		if pack.FreeMegabytes > 0 {
			p.Data.Free = &contract.FreeData{Megabytes: pack.FreeMegabytes, ValidityDays: settings.Site.FreeDataValidityDays}
		}
		return p, pack.Price, err
	case contract.PurchaseGame:
		wanted, price, err := s.readGame(ctx, in.Game)
		p.Game = wanted
		return p, price, err
	case contract.PurchaseRecharge, contract.PurchaseCard, contract.PurchaseSwitch, // other handlers begin these
		contract.TransferCredit, contract.TransferData, contract.TransferInternational, contract.PurchaseInvoice, contract.PurchaseService,
		contract.PurchaseBundle, contract.PurchaseGift:
	}
	p.Amount = contract.Halalas(optional.Value(in.Amount))
	return p, p.Amount, purchase.ValidateAmount(p.Amount, figures(settings))
}

// readVoucher returns the stored form of a voucher. Wrong ones are counted against guessing.
func (s *PurchaseHandlers) readVoucher(ctx context.Context, typed string) ([]byte, error) {
	code, err := purchase.VoucherCode(typed)
	if err != nil {
		return nil, err
	}
	return s.Vouchers.Hash(code), s.Permit(ctx, ratelimit.VoucherGuess, nil)
}

// findFriend finds another customer's line that can be recharged, by its number.
func (s *PurchaseHandlers) findFriend(ctx context.Context, field, typed string) (line.Line, error) {
	found, err := s.findOther(ctx, field, typed)
	if err != nil {
		return found, err
	}
	known := purchase.Line{ID: found.ID, Subscription: found.Type, Active: found.Status == contract.LineActive}
	return found, purchase.ValidateLine(contract.PurchaseRecharge, known, true)
}

// findOther finds another customer's line by its number. The limit applies because the answer reveals our customers.
func (s *PurchaseHandlers) findOther(ctx context.Context, field, typed string) (line.Line, error) {
	msisdn, err := inputs.Number(field, typed)
	if err != nil {
		return line.Line{}, err
	}
	if msisdn == middleware.RequestOf(ctx).Line.MSISDN {
		return line.Line{}, contract.RefuseField(field, contract.FailFriendSelf)
	}
	if err := s.Permit(ctx, ratelimit.FriendCheck, nil); err != nil {
		return line.Line{}, err
	}
	found, err := s.Lines.ByNumber(ctx, msisdn)
	if errors.Is(err, storeerrors.ErrNotFound) {
		return found, contract.RefuseField(field, contract.FailFriendForeign)
	}
	if err != nil {
		return found, fmt.Errorf("find the friend's line: %w", err)
	}
	return found, nil
}

// payOf reads the payment method: exactly the fields that it needs.
func payOf(ctx context.Context, in gen.PurchasePay) (contract.OpenPurchase, error) {
	user := middleware.RequestOf(ctx).User.ID
	token, card, mobile := optional.Value(in.CardToken), optional.Value(in.CardId), optional.Value(in.StcPayMobile)
	needed := map[contract.PaymentMethod]string{
		contract.PayCard: "pay.cardToken", contract.PayApplePay: "pay.cardToken", contract.PaySavedCard: "pay.cardId", contract.PaySTCPay: "pay.stcPayMobile",
	}
	given := map[string]string{"pay.cardToken": token, "pay.cardId": card, "pay.stcPayMobile": mobile}
	way := contract.PaymentMethod(in.Way)
	for field, value := range given {
		if (needed[way] == field) != (value != "") {
			return contract.OpenPurchase{}, &middleware.Invalid{Code: contract.FailValidation, Fields: map[string]string{field: "field.required"}}
		}
	}
	switch {
	case way == contract.PaySTCPay:
		wallet, err := inputs.Mobile("pay.stcPayMobile", mobile)
		return contract.OpenPurchase{Wallet: wallet}, err
	case way == contract.PaySavedCard:
		return contract.OpenPurchase{Kept: &contract.SavedCard{UserID: user, CardID: card}}, nil
	case way == contract.PayCard && optional.Value(in.KeepCard):
		return contract.OpenPurchase{CardToken: token, Kept: &contract.SavedCard{UserID: user, Keep: true}}, nil
	default:
		return contract.OpenPurchase{CardToken: token}, nil
	}
}

func figures(s setting.Settings) purchase.Figures {
	return purchase.Figures{
		VATPercent: s.VATPercent, Minimum: s.Purchase.RechargeMin, Maximum: s.Purchase.RechargeMax, CardCheck: s.Purchase.CardCheck,
	}
}
