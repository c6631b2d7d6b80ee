// Package site stores the content of the pages, and their maintenance.
package site

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/uptrace/bun"

	"selfcare/internal/domain/configfile"
	"selfcare/internal/domain/site"
	"selfcare/internal/store/catalogue"
	storeerrors "selfcare/internal/store/errors"
	"selfcare/internal/store/tx"
)

// Site stores the content of the pages, and their maintenance.
type Site struct{ *tx.Conn }

type contentRow struct {
	bun.BaseModel `bun:"table:site_contents,alias:c"`
}

type previewRow struct {
	bun.BaseModel `bun:"table:site_previews,alias:p"`

	TokenHash []byte
	Source    string
	File      string
	MadeBy    string
	ExpiresAt time.Time
}

type opinionRow struct {
	bun.BaseModel `bun:"table:faq_opinions,alias:o"`

	FaqID   int
	SaidBy  []byte
	Helpful bool
}

type maintenanceRow struct {
	bun.BaseModel `bun:"table:site_maintenance,alias:m"`

	StartsAt time.Time
	EndsAt   time.Time
}

// Content is the content in force: the newest file as it was loaded, and the planned or running maintenance.
type Content struct {
	Source      string // origin of the file
	File        string
	Maintenance *site.Window
}

// Content returns the content in force; ErrNotFound before the first file is loaded.
func (q Site) Content(ctx context.Context) (Content, error) {
	var content Content
	var start, end bun.NullTime
	err := q.DB.NewSelect().Model((*contentRow)(nil)).Column("c.source", "c.file", "m.starts_at", "m.ends_at").
		Join("LEFT JOIN site_maintenance AS m ON true").Order("c.version DESC").Limit(1).Scan(ctx, &content.Source, &content.File, &start, &end)
	if err != nil {
		return Content{}, storeerrors.Translate("read site content", err)
	}
	if !start.IsZero() {
		content.Maintenance = &site.Window{Start: start.UTC(), End: end.UTC()}
	}
	return content, nil
}

// ErrContent means that a content file has mistakes.
var ErrContent = errors.New("invalid site content")

// File is a content file with its origin and its author.
type File struct{ Source, File, By string }

// examine checks a file before it is shown, in force or as a preview.
func (q Site) examine(ctx context.Context, file string) error {
	parsed, err := site.Parse(file)
	if err != nil {
		return fmt.Errorf("%w:\n%w", ErrContent, err)
	}
	missing, err := q.plansMissing(ctx, parsed.Packages)
	if err != nil {
		return err
	}
	if len(missing) > 0 {
		return fmt.Errorf("%w:\n%w", ErrContent, configfile.Locate(file, missing))
	}
	return nil
}

// Version is a present or past content file.
type Version struct {
	Version  int64
	Source   string
	By       string
	LoadedAt time.Time
}

// Versions returns the newest files, the one in force first.
func (q Site) Versions(ctx context.Context, most int) ([]Version, error) {
	var versions []Version
	err := q.DB.NewSelect().Model((*contentRow)(nil)).Column("version", "source", "loaded_at").ColumnExpr("loaded_by AS by").
		Order("version DESC").Limit(int64(most)).Scan(ctx, &versions)
	return versions, storeerrors.Translate("list versions of site content", err)
}

// Version returns the file of a version; ErrNotFound for an unknown one.
func (q Site) Version(ctx context.Context, version int64) (file string, err error) {
	err = q.DB.NewSelect().Model((*contentRow)(nil)).Column("file").Where("version = ?", version).Scan(ctx, &file)
	return file, storeerrors.Translate("read version of site content", err)
}

// Preview stores a file for holders of a token until a time, and deletes expired previews.
func (q Site) Preview(ctx context.Context, file File, tokenHash []byte, now, until time.Time) error {
	return q.Commit(ctx, func(conn *tx.Conn) error {
		q := Site{conn}
		if err := q.examine(ctx, file.File); err != nil {
			return err
		}
		_, err := q.DB.NewDelete().Model((*previewRow)(nil)).Where("expires_at <= ?", now).Exec(ctx)
		if err != nil {
			return storeerrors.Translate("drop old previews", err)
		}
		kept := previewRow{TokenHash: tokenHash, Source: file.Source, File: file.File, MadeBy: file.By, ExpiresAt: until}
		_, err = q.DB.NewInsert().Model(&kept).Exec(ctx)
		return storeerrors.Translate("keep preview", err)
	})
}

// GetPreview returns the file of a token; ErrNotFound after its end.
func (q Site) GetPreview(ctx context.Context, tokenHash []byte, now time.Time) (Content, error) {
	var content Content
	err := q.DB.NewSelect().Model((*previewRow)(nil)).Column("source", "file").Where("token_hash = ?", tokenHash).Where("expires_at > ?", now).
		Scan(ctx, &content.Source, &content.File)
	return content, storeerrors.Translate("read preview", err)
}

// SayHelpful stores whether an answer helped a reader; a later vote replaces an earlier one. first tells whether it is the
// reader's first vote.
func (q Site) SayHelpful(ctx context.Context, question int, saidBy []byte, helpful bool) (first bool, err error) {
	err = q.DB.NewInsert().Model(&opinionRow{FaqID: question, SaidBy: saidBy, Helpful: helpful}).On("CONFLICT (faq_id, said_by) DO UPDATE").
		Set("helpful = EXCLUDED.helpful").Set("said_at = now()").Returning("xmax = 0").Scan(ctx, &first)
	return first, storeerrors.Translate("write down an opinion", err)
}

// Helpfulness counts the readers whom an answer helped, and those whom it did not.
type Helpfulness struct {
	Question int
	Helped   int
	Not      int
}

// Helpfulness lists the answers with votes, the least helpful first.
func (q Site) Helpfulness(ctx context.Context) ([]Helpfulness, error) {
	var listed []Helpfulness
	err := q.DB.NewSelect().Model((*opinionRow)(nil)).ColumnExpr("faq_id AS question").ColumnExpr("count(*) FILTER (WHERE helpful) AS helped").
		ColumnExpr(`count(*) FILTER (WHERE NOT helpful) AS "not"`).Group("faq_id").Order("not DESC", "helped", "faq_id").Scan(ctx, &listed)
	return listed, storeerrors.Translate("count opinions", err)
}

// plansMissing finds offered plans that are not on sale.
func (q Site) plansMissing(ctx context.Context, packages []site.Package) (missing []configfile.Problem, err error) {
	for i, offered := range packages {
		_, err := catalogue.Catalogue(q).Plan(ctx, offered.Plan)
		switch {
		case errors.Is(err, storeerrors.ErrNotFound):
			missing = append(missing, configfile.Problem{Key: fmt.Sprintf("packages[%d].plan", i), Text: "no plan on sale is called " + offered.Plan})
		case err != nil:
			return nil, err
		}
	}
	return missing, nil
}

// SetMaintenance plans a maintenance or moves the existing one; nil ends it.
func (q Site) SetMaintenance(ctx context.Context, window *site.Window) error {
	var err error
	if window == nil {
		_, err = q.DB.NewDelete().Model((*maintenanceRow)(nil)).Where("true").Exec(ctx)
	} else {
		_, err = q.DB.NewInsert().Model(&maintenanceRow{StartsAt: window.Start, EndsAt: window.End}).On("CONFLICT (only_one) DO UPDATE").
			Set("starts_at = EXCLUDED.starts_at").Set("ends_at = EXCLUDED.ends_at").Exec(ctx)
	}
	return storeerrors.Translate("set maintenance", err)
}

// Widget is an additional box of the dashboard.
type Widget struct {
	Key        string
	Permission string // key needed in the access list; empty: no key
	TitleEn    string
	TitleAr    string
}

// Widgets lists the widgets in order.
func (q Site) Widgets(ctx context.Context) ([]Widget, error) {
	var widgets []Widget
	err := q.DB.NewSelect().Table("dashboard_widgets").Column("key", "permission", "title_en", "title_ar").Order("position").Scan(ctx, &widgets)
	return widgets, storeerrors.Translate("list widgets", err)
}
