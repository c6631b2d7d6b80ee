// Package numbersetting stores the network settings of lines, and their changes.
package numbersetting

import (
	"context"
	"database/sql"
	"encoding/hex"
	"errors"
	"fmt"
	"time"

	"github.com/uptrace/bun"

	"selfcare/internal/contract"
	"selfcare/internal/domain/numbersetting"
	"selfcare/internal/store/seal"
)

// Settings stores the settings of lines.
type Settings struct {
	DB   bun.IDB
	Keys *seal.Keys
}

// Set is a setting, and its time.
type Set struct {
	numbersetting.Set
	Since time.Time
}

type row struct {
	bun.BaseModel `bun:"table:line_settings,alias:s"`

	LineID    string
	Kind      contract.SettingKind
	Item      string
	Value     string
	Number    []byte // encrypted
	ChangedAt time.Time
}

// sealContext is the same for a setting and its change.
func sealContext(item string) string { return "line_settings/" + item }

// stored returns the stored form of an item: a number is found by its hash, and only readable with the key.
func (q Settings) stored(kind contract.SettingKind, item string) (key string, sealed []byte) {
	if kind != contract.SettingNumber {
		return item, nil
	}
	key = hex.EncodeToString(q.Keys.Hash(item))
	return key, q.Keys.Seal(sealContext(key), []byte(item))
}

func (q Settings) opened(item string, sealed []byte) (string, error) {
	if sealed == nil {
		return item, nil
	}
	number, err := q.Keys.Open(sealContext(item), sealed)
	return string(number), err
}

// OfLine returns all settings of a line, newest first.
func (q Settings) OfLine(ctx context.Context, lineID string) ([]Set, error) {
	var rows []row
	err := q.DB.NewSelect().Model(&rows).Where("line_id = ?", lineID).Order("changed_at DESC", "kind", "item").Scan(ctx)
	if err != nil {
		return nil, wrap("read settings of line", err)
	}
	all := make([]Set, len(rows))
	for i, r := range rows {
		item, err := q.opened(r.Item, r.Number)
		if err != nil {
			return nil, wrap("open blocked number", err)
		}
		all[i] = Set{numbersetting.Set{Kind: r.Kind, Item: item, Value: r.Value}, r.ChangedAt}
	}
	return all, nil
}

// Language returns the chosen language of a line's messages; empty without a choice.
func (q Settings) Language(ctx context.Context, lineID string) (language string, err error) {
	err = q.DB.NewSelect().Model((*row)(nil)).Column("value").Where("line_id = ?", lineID).Where("kind = 'language'").Scan(ctx, &language)
	if errors.Is(err, sql.ErrNoRows) {
		return "", nil
	}
	return language, wrap("read language of line", err)
}

// Languages returns the chosen languages of lines, by their ids.
func (q Settings) Languages(ctx context.Context, lineIDs []string) (map[string]string, error) {
	languages := map[string]string{}
	if len(lineIDs) == 0 {
		return languages, nil
	}
	var rows []row
	err := q.DB.NewSelect().Model(&rows).Column("line_id", "value").Where("line_id IN (?)", bun.List(lineIDs)).Where("kind = 'language'").Scan(ctx)
	for _, r := range rows {
		languages[r.LineID] = r.Value
	}
	return languages, wrap("read languages of lines", err)
}

func wrap(operation string, err error) error {
	if err != nil {
		return fmt.Errorf("%s: %w", operation, err)
	}
	return nil
}
