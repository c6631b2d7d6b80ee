package store

import (
	"context"
	"errors"
	"fmt"

	"github.com/uptrace/bun"

	"selfcare/internal/domain/site"
	"selfcare/internal/domain/written"
)

// Site is the content of the pages and their maintenance.
type Site struct{ *conn }

// SiteContent is what is in force: the newest file, as it was loaded, and the maintenance that is planned or under way.
type SiteContent struct {
	Source      string // where the file came from
	File        string
	Maintenance *site.Window
}

// Content reads what is in force; ErrNotFound before the first file is loaded.
func (q Site) Content(ctx context.Context) (SiteContent, error) {
	var content SiteContent
	var start, end bun.NullTime
	err := q.prepared().row(ctx, `
		SELECT c.source, c.file, m.starts_at, m.ends_at FROM site_contents c LEFT JOIN site_maintenance m ON true
		ORDER BY c.version DESC LIMIT 1`).Scan(&content.Source, &content.File, &start, &end)
	if err != nil {
		return SiteContent{}, translate("read site content", err)
	}
	if !start.IsZero() {
		content.Maintenance = &site.Window{Start: start.UTC(), End: end.UTC()}
	}
	return content, nil
}

// ErrSiteContent means that a file of content cannot be in force.
var ErrSiteContent = errors.New("site content cannot be meant")

// Load puts a file of content in force, whole or, when anything in it cannot be meant, not at all. The file in
// force already is not loaded again.
func (q Site) Load(ctx context.Context, source, file string) error {
	parsed, err := site.Parse(file)
	if err != nil {
		return fmt.Errorf("%w:\n%w", ErrSiteContent, err)
	}
	return q.commit(ctx, func(tx *Tx) error {
		missing, err := tx.Site.plansMissing(ctx, parsed.Packages)
		if err != nil {
			return err
		}
		if len(missing) > 0 {
			return fmt.Errorf("%w:\n%w", ErrSiteContent, written.Locate(file, missing))
		}
		_, err = tx.db.NewRaw(`
			INSERT INTO site_contents (source, file)
			SELECT ?0, ?1 WHERE ?1 IS DISTINCT FROM (SELECT file FROM site_contents ORDER BY version DESC LIMIT 1)`,
			source, file).Exec(ctx)
		return translate("load site content", err)
	})
}

// plansMissing: only a plan that is on sale can be offered.
func (q Site) plansMissing(ctx context.Context, packages []site.Package) (missing []written.Problem, err error) {
	for i, offered := range packages {
		_, err := Catalogue(q).Plan(ctx, offered.Plan)
		switch {
		case errors.Is(err, ErrNotFound):
			missing = append(missing, written.Problem{Key: fmt.Sprintf("packages[%d].plan", i), Text: "no plan on sale is called " + offered.Plan})
		case err != nil:
			return nil, err
		}
	}
	return missing, nil
}

// SetMaintenance plans a maintenance or moves the one there is; nil ends it.
func (q Site) SetMaintenance(ctx context.Context, window *site.Window) error {
	var err error
	if window == nil {
		_, err = q.db.NewRaw("DELETE FROM site_maintenance").Exec(ctx)
	} else {
		_, err = q.db.NewRaw(`
			INSERT INTO site_maintenance (starts_at, ends_at) VALUES (?, ?)
			ON CONFLICT (only_one) DO UPDATE SET starts_at = EXCLUDED.starts_at, ends_at = EXCLUDED.ends_at`,
			window.Start, window.End).Exec(ctx)
	}
	return translate("set maintenance", err)
}

// Widget is one of the additional boxes of the dashboard.
type Widget struct {
	Key        string
	Permission string // key needed in the access list; empty is open
	TitleEn    string
	TitleAr    string
}

// Widgets lists them in their order.
func (q Site) Widgets(ctx context.Context) ([]Widget, error) {
	var widgets []Widget
	err := q.db.NewRaw("SELECT key, permission, title_en, title_ar FROM dashboard_widgets ORDER BY position").Scan(ctx, &widgets)
	return widgets, translate("list widgets", err)
}
