package purchases

import (
	"context"
	"fmt"
	"time"

	"selfcare/api/gen"
	"selfcare/api/server/middleware"
	"selfcare/api/server/present"
	"selfcare/internal/domain/creditlimit"
	"selfcare/internal/domain/permission"
	"selfcare/internal/domain/purchase"
	"selfcare/internal/store/recharge"
	"selfcare/internal/store/setting"
	"selfcare/internal/store/subaccount"
)

type rechargeReader interface {
	Bonuses(ctx context.Context, lineID string, most int) ([]recharge.Recharge, error)
	DataPack(ctx context.Context, id string) (recharge.DataPack, error)
	DataPacks(ctx context.Context) ([]recharge.DataPack, error)
	Meter(ctx context.Context, lineID string) (purchase.Meter, int, error)
	Months(ctx context.Context, lineID string, kinds []string, now time.Time, count int) ([]recharge.Month, error)
	OfLine(ctx context.Context, lineID string, kinds []string, page, size int) ([]recharge.Recharge, int, error)
}

// GetRechargeOptions shows the recharge options of the chosen line.
func (s *PurchaseHandlers) GetRechargeOptions(ctx context.Context, _ gen.GetRechargeOptionsRequestObject) (gen.GetRechargeOptionsResponseObject, error) {
	settings, err := s.Settings(ctx)
	if err != nil {
		return nil, err
	}
	current := middleware.RequestOf(ctx)
	packs, err := s.Recharges.DataPacks(ctx)
	if err != nil {
		return nil, fmt.Errorf("read data packs: %w", err)
	}
	_, planPercent, err := s.Recharges.Meter(ctx, current.Line.LineID)
	if err != nil {
		return nil, fmt.Errorf("read bonus of plan: %w", err)
	}
	options := gen.RechargeOptions{
		Minimum: int64(settings.Purchase.RechargeMin), Maximum: int64(settings.Purchase.RechargeMax), VatPercent: settings.VATPercent,
		VoucherLength: purchase.VoucherLength, Data: make([]gen.DataPack, len(packs)),
	}
	if planPercent > 0 {
		options.BonusPercent = &planPercent
	}
	for _, kind := range purchase.Kinds(current.Line.Type) {
		options.Kinds = append(options.Kinds, gen.PurchaseKind(kind))
	}
	for _, preset := range settings.Purchase.RechargePresets {
		options.Presets = append(options.Presets, int64(preset))
	}
	if options.LastAmount, err = s.lastAmount(ctx, settings.Purchase); err != nil {
		return nil, err
	}
	for i, pack := range packs {
		options.Data[i] = packView(pack, current.Language, settings)
	}
	return gen.GetRechargeOptions200JSONResponse{Data: options}, nil
}

// recentRecharges is the number of recharges among which the last one of this app is looked for.
const recentRecharges = 5

// lastAmount returns the credit of the line's last recharge in this app, or nil: a friend's recharges and vouchers do not count,
// nor amounts that are not offered any more, and a caller without the right to the history sees none.
func (s *PurchaseHandlers) lastAmount(ctx context.Context, offered setting.PurchaseFigures) (*int64, error) {
	kinds, err := middleware.ListPermittedKinds(ctx, historyKeys, recharge.Balance)
	if err != nil {
		return nil, nil //nolint:nilerr,nilnil // the options are shown without the amount
	}
	latest, _, err := s.Recharges.OfLine(ctx, middleware.RequestOf(ctx).Line.LineID, kinds, 1, recentRecharges)
	if err != nil {
		return nil, fmt.Errorf("read last recharge: %w", err)
	}
	for _, r := range latest {
		if r.Type == purchase.TypeEVC && !r.ByFriend && r.Amount >= offered.RechargeMin && r.Amount <= offered.RechargeMax {
			return new(int64(r.Amount)), nil
		}
	}
	return nil, nil //nolint:nilnil // the line has no such recharge
}

func packView(pack recharge.DataPack, language string, settings setting.Settings) gen.DataPack {
	shown := gen.DataPack{
		Id: pack.ID, Name: present.In(language).Localized(pack.NameAr, pack.NameEn), Megabytes: pack.Megabytes, ValidityDays: pack.ValidityDays,
		Price: int64(pack.Price), Total: int64(purchase.WithVAT(pack.Price, settings.VATPercent)),
	}
	if pack.FreeMegabytes > 0 {
		shown.Free = &gen.FreeData{Megabytes: pack.FreeMegabytes, ValidityDays: settings.Site.FreeDataValidityDays}
	}
	return shown
}

// CheckFriend tells whether another customer's number can be recharged.
func (s *PurchaseHandlers) CheckFriend(ctx context.Context, req gen.CheckFriendRequestObject) (gen.CheckFriendResponseObject, error) {
	if _, err := s.findFriend(ctx, "msisdn", req.Body.Msisdn); err != nil {
		return nil, err
	}
	return gen.CheckFriend204Response{}, nil
}

// bonusesShown is the number of past bonuses in the meter.
const bonusesShown = 12

// GetRechargeMeter shows the progress towards the next bonus.
func (s *PurchaseHandlers) GetRechargeMeter(ctx context.Context, _ gen.GetRechargeMeterRequestObject) (gen.GetRechargeMeterResponseObject, error) {
	settings, err := s.Settings(ctx)
	if err != nil {
		return nil, err
	}
	line := middleware.RequestOf(ctx).Line.LineID
	meter, planPercent, err := s.Recharges.Meter(ctx, line)
	if err != nil {
		return nil, fmt.Errorf("read recharge meter: %w", err)
	}
	bonuses, err := s.Recharges.Bonuses(ctx, line, bonusesShown)
	if err != nil {
		return nil, fmt.Errorf("read bonuses: %w", err)
	}
	rules := purchase.BonusRules{Recharges: settings.Site.RechargesForBonus, Percent: settings.Purchase.BonusPercent}
	shown := gen.RechargeMeter{
		Count: meter.Count, Needed: rules.Recharges, SharePercent: rules.Percent, Collected: int64(meter.Collected), Expected: int64(rules.Expected(meter)),
	}
	if planPercent > 0 {
		shown.PlanPercent = &planPercent
	}
	shown.Bonuses = bonusViews(bonuses)
	return gen.GetRechargeMeter200JSONResponse{Data: shown}, nil
}

func bonusViews(bonuses []recharge.Recharge) []struct {
	Amount int64     `json:"amount"`
	At     time.Time `json:"at"`
} {
	shown := make([]struct {
		Amount int64     `json:"amount"`
		At     time.Time `json:"at"`
	}, len(bonuses))
	for i, b := range bonuses {
		shown[i].Amount, shown[i].At = int64(b.Bonus), b.At.UTC()
	}
	return shown
}

// GetRemainingCredit shows the spendable amount of the line: its balance, or the rest of its limit.
func (s *PurchaseHandlers) GetRemainingCredit(ctx context.Context, _ gen.GetRemainingCreditRequestObject) (gen.GetRemainingCreditResponseObject, error) {
	line := middleware.RequestOf(ctx).Line
	if line.Type == permission.Postpaid {
		return s.creditLeft(ctx, line)
	}
	usage, err := s.Lines.Usage(ctx, line.LineID)
	if err != nil {
		return nil, fmt.Errorf("read balance: %w", err)
	}
	return gen.GetRemainingCredit200JSONResponse{Data: gen.RemainingCredit{Amount: int64(usage.Balance), Currency: gen.RemainingCreditCurrencySAR}}, nil
}

func (s *PurchaseHandlers) creditLeft(ctx context.Context, line subaccount.Subscription) (gen.GetRemainingCreditResponseObject, error) {
	standing, err := s.Credit.Standing(ctx, line.LineID, line.Type, s.Now())
	if err != nil {
		return nil, fmt.Errorf("read credit limit: %w", err)
	}
	limit, _ := standing.Of(creditlimit.Credit)
	credit := int64(limit.Amount)
	return gen.GetRemainingCredit200JSONResponse{Data: gen.RemainingCredit{
		Amount: max(0, int64(limit.Amount-limit.Used)), Currency: gen.RemainingCreditCurrencySAR, Limit: &credit,
	}}, nil
}
