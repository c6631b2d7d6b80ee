package site

import (
	"context"

	storeerrors "selfcare/internal/store/errors"
	"selfcare/internal/store/tx"
)

// Load puts a content file into force; a file with any mistake is refused as a whole. The file in force is not loaded again.
func (q Site) Load(ctx context.Context, file File) error {
	return q.Commit(ctx, func(conn *tx.Conn) error {
		q := Site{conn}
		if err := q.examine(ctx, file.File); err != nil {
			return err
		}
		// Raw: it inserts what it selects.
		_, err := q.DB.NewRaw(`
			INSERT INTO site_contents (source, file, loaded_by)
			SELECT ?0, ?1, ?2 WHERE ?1 IS DISTINCT FROM (SELECT file FROM site_contents ORDER BY version DESC LIMIT 1)`,
			file.Source, file.File, file.By).Exec(ctx)
		return storeerrors.Translate("load site content", err)
	})
}
