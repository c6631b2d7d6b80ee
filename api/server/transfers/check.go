package transfers

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"selfcare/api/gen"
	"selfcare/api/server/inputs"
	"selfcare/api/server/middleware"
	"selfcare/api/server/optional"
	"selfcare/api/server/verification"
	"selfcare/internal/contract"
	"selfcare/internal/domain/money"
	"selfcare/internal/domain/ratelimit"
	"selfcare/internal/domain/transfer"
	storeerrors "selfcare/internal/store/errors"
	"selfcare/internal/store/line"
	"selfcare/internal/store/setting"
)

// wanted is a requested transfer.
type wanted struct {
	kind         contract.PurchaseKind
	to           string
	amount       contract.Halalas
	wallet       string
	denomination string
}

// read takes exactly the fields that the kind of transfer needs.
func read(in gen.RequestTransferCodeJSONRequestBody) (wanted, error) {
	w := wanted{kind: contract.TransferCredit, to: in.ToMobile}
	needed := map[string]bool{"amount": in.Amount != nil}
	absent := map[string]bool{"wallet_id": in.WalletId != nil, "denomination_id": in.DenominationId != nil}
	if in.Kind == gen.RequestTransferCodeJSONBodyKindData {
		w.kind, needed, absent = contract.TransferData, absent, needed
	}
	for field, given := range needed {
		if !given {
			return w, &middleware.Invalid{Code: contract.FailValidation, Fields: map[string]string{field: "field.required"}}
		}
	}
	for field, given := range absent {
		if given {
			return w, &middleware.Invalid{Code: contract.FailValidation, Fields: map[string]string{field: "field.invalid"}}
		}
	}
	w.amount = contract.Halalas(optional.Value(in.Amount))
	w.wallet, w.denomination = optional.Value(in.WalletId), optional.Value(in.DenominationId)
	return w, nil
}

// checked is an allowed transfer.
type checked struct {
	draft  contract.Purchase
	wanted wanted
	party  string // the recipient's number
}

// code is the kind of code for this transfer only: to this line, of this amount.
func (c checked) code() verification.CodeKind {
	kind := verification.PinFor(string(c.draft.Kind))
	kind.Bound = strings.Join([]string{c.draft.LineID, strconv.FormatInt(int64(c.draft.Amount), 10), c.wanted.wallet, c.wanted.denomination}, "/")
	kind.Says = map[string]string{"party": c.party}
	if c.draft.Data != nil {
		kind.Says["megabytes"] = strconv.FormatInt(c.draft.Data.Megabytes, 10)
	} else {
		kind.Says["amount"] = money.Riyals(c.draft.Amount)
	}
	return kind
}

// check refuses early what the transfer itself would refuse.
func (s *TransferHandlers) check(ctx context.Context, w wanted) (checked, error) {
	c := checked{wanted: w, draft: contract.Purchase{Kind: w.kind, Way: contract.PayBalance, Amount: w.amount, Total: w.amount}}
	own, err := s.findOwnLine(ctx)
	if err != nil {
		return c, err
	}
	to, err := s.findRecipient(ctx, own, w.to)
	if err != nil {
		return c, err
	}
	c.draft.LineID, c.party = to.ID, to.MSISDN
	settings, err := s.Settings(ctx)
	if err != nil {
		return c, err
	}
	if w.kind == contract.TransferData {
		c.draft.Way = contract.PayWallet
		c.draft.Data, err = s.draftData(ctx, own.ID, w, settings)
		return c, err
	}
	sender, err := s.Transfers.ReadSender(ctx, own.ID, s.Now())
	if err != nil {
		return c, fmt.Errorf("read what was transferred: %w", err)
	}
	return c, settings.Transfers().Validate(w.amount, sender)
}

// draftData is the part of a wallet to transfer.
func (s *TransferHandlers) draftData(ctx context.Context, lineID string, w wanted, settings setting.Settings) (*contract.DataBought, error) {
	size, err := transfer.FindDenomination(settings.Purchase.TransferDataMB, w.denomination)
	if err != nil {
		return nil, err
	}
	wallet, known, err := s.Transfers.Wallet(ctx, lineID, w.wallet, s.Now())
	if err != nil {
		return nil, fmt.Errorf("read wallet: %w", err)
	}
	if !known {
		return nil, contract.RefuseField("wallet_id", contract.FailWalletUnknown)
	}
	return &contract.DataBought{WalletID: w.wallet, Megabytes: int64(size)}, transfer.ValidateWallet(wallet, int64(size), settings.Site.DataTransferMinMB)
}

// findRecipient finds the line of the recipient. The limit applies because the answer reveals our customers.
func (s *TransferHandlers) findRecipient(ctx context.Context, own line.Line, typed string) (line.Line, error) {
	msisdn, err := inputs.Number("to_mobile", typed)
	if err != nil {
		return line.Line{}, err
	}
	if msisdn == own.MSISDN {
		return line.Line{}, contract.RefuseField("to_mobile", contract.FailTransferSelf)
	}
	if err := s.Permit(ctx, ratelimit.FriendCheck, nil); err != nil {
		return line.Line{}, err
	}
	found, err := s.Lines.ByNumber(ctx, msisdn)
	if errors.Is(err, storeerrors.ErrNotFound) {
		return found, contract.RefuseField("to_mobile", contract.FailTransferForeign)
	}
	if err != nil {
		return found, fmt.Errorf("find the recipient's line: %w", err)
	}
	known := transfer.Recipient{ID: found.ID, Subscription: found.Type, Active: found.Status == contract.LineActive}
	return found, transfer.ValidateRecipient("to_mobile", own.ID, known)
}
