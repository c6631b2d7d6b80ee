package line

import (
	"context"
	"slices"

	"selfcare/activities/internal/failure"
	"selfcare/activities/internal/lines"
	"selfcare/internal/contract"
	"selfcare/internal/domain/numbersetting"
	"selfcare/internal/store"
	"selfcare/internal/store/line"
	"selfcare/internal/store/roaming"
)

// BeginSetting claims the line and returns the call for the network. A change that is over is returned as it ended.
func (a *Activities) BeginSetting(ctx context.Context, in contract.SettingChangeAt) (begun contract.SettingBegun, err error) {
	err = a.store.InTx(ctx, func(q *store.Tx) error {
		known, found, err := q.NumberSettings.Change(ctx, in.Change.ID)
		if err != nil {
			return err
		}
		if found && known.Stage != contract.SettingPending {
			begun.Change = known
			return nil
		}
		begun, err = beginSetting(ctx, q, in)
		return err
	})
	return begun, failure.Map("begin setting", err)
}

func beginSetting(ctx context.Context, q *store.Tx, in contract.SettingChangeAt) (contract.SettingBegun, error) {
	c := in.Change
	c.Stage, c.RequestedAt = contract.SettingPending, in.Now
	begun := contract.SettingBegun{Change: c}
	claim := line.Claim{Holder: c.ID, Until: in.Now.Add(simChangeWithin)}
	found, err := lines.Changeable(ctx, q, c.LineID, claim, in.Now)
	if err != nil {
		return begun, err
	}
	now, err := settings(ctx, q, found, c)
	if err != nil {
		return begun, err
	}
	if err := now.ValidateChange(c); err != nil {
		return begun, err
	}
	begun.Order = contract.FeatureOrder{Key: c.ID, MSISDN: found.MSISDN, Kind: c.Kind, Item: c.Item, Value: c.Value}
	return begun, q.NumberSettings.Begin(ctx, c)
}

// settings returns the facts about a line that decide whether the change is allowed.
func settings(ctx context.Context, q *store.Tx, found line.Line, c contract.SettingChange) (numbersetting.Line, error) {
	now := numbersetting.Line{MSISDN: found.MSISDN, DataLine: found.Kind == line.Data}
	figures, err := q.Settings.Get(ctx)
	if err != nil {
		return now, err
	}
	now.Most = figures.Blocking.Most()
	set, err := q.NumberSettings.OfLine(ctx, found.ID)
	if err != nil {
		return now, err
	}
	for _, one := range set {
		now.Set = append(now.Set, one.Set)
	}
	if c.Kind != contract.SettingCountry {
		return now, nil
	}
	countries, err := q.Rates.Countries(ctx)
	now.Country = slices.ContainsFunc(countries, func(one roaming.Country) bool { return one.Code == c.Item })
	return now, err
}

// RecordSetting ends a change with the network's answer, and releases the line.
func (a *Activities) RecordSetting(ctx context.Context, in contract.SettingChangeAt) error {
	err := a.store.InTx(ctx, func(q *store.Tx) error {
		if err := q.NumberSettings.Finish(ctx, in.Change, in.Now); err != nil {
			return err
		}
		return q.Lines.Release(ctx, in.Change.ID)
	})
	return failure.Map("record setting", err)
}
