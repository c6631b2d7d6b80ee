package app

import (
	"context"
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
	"selfcare/internal/store"
)

// PreviewContent keeps a file of content for whoever has the links that it writes, one for each language.
func PreviewContent(ctx context.Context, cfg config.Config, log *slog.Logger, file store.SiteFile, keep time.Duration, out io.Writer) error {
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

// ListContent writes which files were in force, the newest first.
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

// WriteHelpfulness writes which answers helped, those first that helped least.
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
			title := "(not asked any more)"
			if question, there := known.FAQ.Question(fmt.Sprint(one.Question)); there {
				title = question.Title.En
			}
			fmt.Fprintf(table, "%d\t%d\t%d\t%s\n", one.Question, one.Helped, one.Not, title)
		}
		return table.Flush()
	})
}

// riyadh is where who reads it is.
var riyadh = time.FixedZone("Asia/Riyadh", 3*60*60)

func shownAt(t time.Time) string { return t.In(riyadh).Format("2006-01-02 15:04 -07:00") }
