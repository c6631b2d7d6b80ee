// Package setting stores the business settings.
package setting

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"selfcare/internal/domain/figure"
	storeerrors "selfcare/internal/store/errors"
)

// Figure is a setting with its values in the form of the table.
type Figure struct {
	figure.Setting

	Default, InForce string   // JSON in the form of the table
	Rules            []string // rules that name the setting
}

// Figures returns all settings by their names.
func (q Table) Figures(ctx context.Context) (all []Figure, err error) {
	inForce, err := q.fetch(ctx)
	if err != nil {
		return nil, err
	}
	usual := Defaults()
	fields, now := usual.fields(), inForce.fields()
	rules := slices.Sorted(maps.Keys(usual.rules()))
	for _, key := range slices.Sorted(maps.Keys(fields)) {
		f := Figure{Setting: figure.Setting{Key: key, Type: figure.TypeOf(key, fields[key])}}
		for _, rule := range rules {
			if f.Names(rule) {
				f.Rules = append(f.Rules, rule)
			}
		}
		if f.Default, err = figureText(fields[key]); err != nil {
			return nil, err
		}
		if f.InForce, err = figureText(now[key]); err != nil {
			return nil, err
		}
		all = append(all, f)
	}
	return all, nil
}

// Try returns the rule that a value of one setting would break at a time, together with the changes decided for then; "" without
// one. A value of the wrong type is ErrConflict, an unknown key ErrNotFound.
func (q Table) Try(ctx context.Context, key string, value json.RawMessage, at time.Time) (rule string, err error) {
	usual := Defaults()
	field, known := usual.fields()[key]
	if !known {
		return "", fmt.Errorf("setting %s: %w", key, storeerrors.ErrNotFound)
	}
	if string(value) != "null" {
		if err := assign(field, value); err != nil {
			return "", fmt.Errorf("setting %s: %w", key, storeerrors.ErrConflict)
		}
	}
	changed, err := q.readWritten(ctx, sql.NullTime{Time: at, Valid: true})
	if err != nil {
		return "", err
	}
	delete(changed, key)
	if string(value) != "null" {
		changed[key] = value
	}
	return broken(changed)
}

// FindBroken returns a rule that the settings break now, or when an approved change takes effect; "" without one.
func (q Table) FindBroken(ctx context.Context) (rule string, err error) {
	var times []time.Time
	err = q.DB.NewSelect().Table("changes").Column("effective_at").Where("kind = 'setting'").Where("state = 'approved'").
		Where("effective_at > now()").Order("effective_at").Scan(ctx, &times)
	if err != nil {
		return "", storeerrors.Translate("read changes", err)
	}
	for _, at := range append(times, time.Time{}) {
		changed, err := q.readWritten(ctx, sql.NullTime{Time: at, Valid: !at.IsZero()})
		if err != nil {
			return "", err
		}
		if rule, err := broken(changed); err != nil || rule != "" {
			return rule, err
		}
	}
	return "", nil
}

func broken(changed map[string]json.RawMessage) (rule string, err error) {
	_, err = parseSettings(changed)
	if errors.Is(err, errSetting) {
		return strings.TrimPrefix(err.Error(), errSetting.Error()+": "), nil
	}
	return "", err
}

// ReadFigure parses a value of a setting into the form of the table. An unknown key is ErrNotFound, a value of another type
// ErrConflict.
func ReadFigure(key, text string) (json.RawMessage, error) {
	usual := Defaults()
	field, known := usual.fields()[key]
	if !known {
		return nil, fmt.Errorf("setting %s: %w", key, storeerrors.ErrNotFound)
	}
	value, is := figure.TypeOf(key, field).Read(text)
	if !is {
		return nil, fmt.Errorf("setting %s: %w", key, storeerrors.ErrConflict)
	}
	return value, nil
}

// figureText formats a field in the form of the table.
func figureText(field any) (string, error) {
	if d, is := field.(*time.Duration); is {
		text := strings.NewReplacer("h0m0s", "h", "m0s", "m").Replace(d.String())
		field = text
	}
	written, err := json.Marshal(field)
	return string(written), err
}
