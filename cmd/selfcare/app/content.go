package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"strings"
	"text/tabwriter"
	"time"

	"selfcare/api/server/middleware"
	"selfcare/internal/contract/texts"
	"selfcare/internal/domain/site"
	"selfcare/internal/platform/config"
	"selfcare/internal/platform/metrics"
	storeerrors "selfcare/internal/store/errors"
	sitestore "selfcare/internal/store/site"
)

// LoadContent puts a file of site content in force, whole or not at all.
func LoadContent(ctx context.Context, cfg config.Config, log *slog.Logger, file sitestore.File) error {
	return changeContent(ctx, cfg, log, func(p *parts) error { return p.store.Site.Load(ctx, file) })
}

// RestoreContent puts an earlier file in force again, unchanged.
func RestoreContent(ctx context.Context, cfg config.Config, log *slog.Logger, version int64, by string) error {
	return changeContent(ctx, cfg, log, func(p *parts) error {
		file, err := p.version(ctx, version)
		if err != nil {
			return err
		}
		return p.store.Site.Load(ctx, sitestore.File{Source: fmt.Sprintf("version %d again", version), File: file, By: by})
	})
}

// SetMaintenance plans a maintenance; nil ends it.
func SetMaintenance(ctx context.Context, cfg config.Config, log *slog.Logger, window *site.Window) error {
	if window != nil && !window.Valid() {
		return errors.New("a maintenance has to end after its start")
	}
	err := changeContent(ctx, cfg, log, func(p *parts) error { return p.store.Site.SetMaintenance(ctx, window) })
	switch {
	case err != nil:
	case window == nil:
		log.InfoContext(ctx, "no maintenance is planned, and none is under way")
	default:
		log.InfoContext(ctx, "maintenance is planned", "start", window.Start, "end", window.End)
	}
	return err
}

// WriteContent writes the file in force, as it was loaded, or that of a version.
func WriteContent(ctx context.Context, cfg config.Config, log *slog.Logger, version int64, out io.Writer) error {
	return withContent(ctx, cfg, log, func(p *parts) (err error) {
		content := sitestore.Content{}
		if version == 0 {
			content, err = p.contentInForce(ctx)
		} else {
			content.File, err = p.version(ctx, version)
		}
		if err != nil {
			return err
		}
		_, err = io.WriteString(out, content.File)
		return err
	})
}

// changeContent also clears the copy in Redis. The change takes effect even if that fails, only later.
func changeContent(ctx context.Context, cfg config.Config, log *slog.Logger, change func(*parts) error) error {
	return withContent(ctx, cfg, log, func(p *parts) error {
		if err := change(p); err != nil {
			return err
		}
		if err := p.cache.DropSite(ctx); err != nil {
			return fmt.Errorf("done, but shown only after five minutes, because REDIS_URL does not answer: %w", err)
		}
		return nil
	})
}

func withContent(ctx context.Context, cfg config.Config, log *slog.Logger, do func(*parts) error) (err error) {
	p := &parts{cfg: cfg, log: log, metrics: metrics.New()}
	defer func() { err = p.close(ctx, err) }()
	if err := errors.Join(p.openStore(ctx), p.openCache(ctx)); err != nil {
		return err
	}
	return do(p)
}

// lookAtContent reads the content as the API does: a newer release may require more than the one that loaded it.
func lookAtContent(ctx context.Context, cfg config.Config) (found string, err error) {
	err = withContent(ctx, cfg, slog.New(slog.DiscardHandler), func(p *parts) error {
		content, err := p.contentInForce(ctx)
		if err != nil {
			return err
		}
		_, err = site.Parse(content.File)
		found = "in force: " + content.Source
		return err
	})
	return found, err
}

func (p *parts) version(ctx context.Context, version int64) (string, error) {
	file, err := p.store.Site.Version(ctx, version)
	if errors.Is(err, storeerrors.ErrNotFound) {
		return "", fmt.Errorf("there is no version %d: selfcare content versions lists them", version)
	}
	return file, err
}

func (p *parts) contentInForce(ctx context.Context) (sitestore.Content, error) {
	content, err := p.store.Site.Content(ctx)
	if errors.Is(err, storeerrors.ErrNotFound) {
		return content, errors.New("no content was ever loaded: use selfcare content load FILE")
	}
	return content, err
}

// PreviewContent stores a content file for the holders of its links, which it writes, one for each language.
func PreviewContent(ctx context.Context, cfg config.Config, log *slog.Logger, file sitestore.File, keep time.Duration, out io.Writer) error {
	return withContent(ctx, cfg, log, func(p *parts) error {
		now := time.Now()
		token, hash := middleware.NewToken()
		if err := p.store.Site.Preview(ctx, file, hash, now, now.Add(keep)); err != nil {
			return err
		}
		for _, language := range []string{texts.Arabic, texts.English} {
			fmt.Fprintf(out, "%s/%s/?preview=%s\n", strings.TrimSuffix(cfg.PublicURL, "/"), language, token)
		}
		_, err := fmt.Fprintf(out, "until %s\n", shownAt(now.Add(keep)))
		return err
	})
}

// ListContent lists the earlier files, the newest first.
func ListContent(ctx context.Context, cfg config.Config, log *slog.Logger, most int, out io.Writer) error {
	return withContent(ctx, cfg, log, func(p *parts) error {
		versions, err := p.store.Site.Versions(ctx, most)
		if err != nil {
			return err
		}
		table := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
		fmt.Fprintln(table, "VERSION\tLOADED\tBY\tFROM\t")
		for i, v := range versions {
			inForce := ""
			if i == 0 {
				inForce = "in force"
			}
			fmt.Fprintf(table, "%d\t%s\t%s\t%s\t%s\n", v.Version, shownAt(v.LoadedAt), v.By, v.Source, inForce)
		}
		return table.Flush()
	})
}

// WriteHelpfulness lists the ratings of answers, the worst first.
func WriteHelpfulness(ctx context.Context, cfg config.Config, log *slog.Logger, out io.Writer) error {
	return withContent(ctx, cfg, log, func(p *parts) error {
		content, err := p.contentInForce(ctx)
		if err != nil {
			return err
		}
		known, err := site.Parse(content.File)
		if err != nil {
			return err
		}
		listed, err := p.store.Site.Helpfulness(ctx)
		if err != nil {
			return err
		}
		table := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
		fmt.Fprintln(table, "ID\tHELPED\tDID NOT\tQUESTION")
		for _, one := range listed {
			title := "(question removed)"
			if question, there := known.FAQ.Question(fmt.Sprint(one.Question)); there {
				title = question.Title.En
			}
			fmt.Fprintf(table, "%d\t%d\t%d\t%s\n", one.Question, one.Helped, one.Not, title)
		}
		return table.Flush()
	})
}

// riyadh is the operator's time zone.
var riyadh = time.FixedZone("Asia/Riyadh", 3*60*60)

func shownAt(t time.Time) string { return t.In(riyadh).Format("2006-01-02 15:04 -07:00") }
