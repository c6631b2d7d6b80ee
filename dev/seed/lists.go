package seed

import (
	"context"
	"embed"

	"github.com/uptrace/bun"

	"selfcare/internal/domain/imports"
	"selfcare/internal/store"
	importsstore "selfcare/internal/store/imports"
	"selfcare/internal/store/seal"
)

// Lists are samples for selfcare import. Development starts with some of them.
//
//go:embed lists
var Lists embed.FS

// listed imports a list as an operator does, while its table is empty: a developer's changes stay.
func listed(db *bun.DB, kind, table string) func(context.Context, bun.IDB, *seal.Keys) error {
	return func(ctx context.Context, _ bun.IDB, keys *seal.Keys) error {
		if have, err := count(ctx, db, table); err != nil || have > 0 {
			return err
		}
		file, err := Lists.Open("lists/" + kind + ".csv")
		if err != nil {
			return err
		}
		defer func() { _ = file.Close() }()
		list, err := imports.Open(imports.Kinds[kind], kind+".csv", file)
		if err != nil {
			return err
		}
		return store.New(db, keys).Import(ctx, func(_ *store.Tx, lists importsstore.Imports) error {
			_, err := lists.Run(ctx, list, imports.Kinds[kind], false)
			return err
		})
	}
}
