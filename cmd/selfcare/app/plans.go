package app

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"

	"selfcare/internal/domain/configfile"
	"selfcare/internal/domain/plan"
	"selfcare/internal/platform/config"
	"selfcare/internal/store"
)

// ImportPlans replaces the catalogue of plans with a file, whole or, if any part is invalid, not at all. A dry run
// reports the changes without making them. Source is the origin of the file.
func ImportPlans(ctx context.Context, cfg config.Config, log *slog.Logger, source, file string, dry bool) (changes plan.Changes, err error) {
	wanted, err := plan.Parse(file)
	if err != nil {
		return changes, err
	}
	err = withContent(ctx, cfg, log, func(p *parts) error {
		changes, err = replacePlans(ctx, p.store, wanted, source, file, dry)
		return err
	})
	return changes, err
}

func replacePlans(ctx context.Context, s *store.Store, wanted plan.List, source, file string, dry bool) (changes plan.Changes, err error) {
	err = s.InTx(ctx, func(q *store.Tx) error {
		var problems []configfile.Problem
		if changes, problems, err = q.Catalogue.ReplacePlans(ctx, wanted, source); err != nil {
			return err
		}
		if len(problems) > 0 {
			return configfile.Locate(file, problems)
		}
		if dry {
			return errDry
		}
		return nil
	})
	if errors.Is(err, errDry) {
		err = nil
	}
	return changes, err
}

// DescribePlans lists the changes of an import.
func DescribePlans(changes plan.Changes, dry bool) string {
	var said strings.Builder
	for _, part := range []struct {
		name string
		plan.Difference
		gone string
	}{
		{"plans", changes.Plans, "no longer on sale"}, {"categories", changes.Categories, "gone"}, {"rates", changes.Rates, "gone"},
	} {
		fmt.Fprintf(&said, "%s: %d added, %d changed, %d unchanged, %d %s\n",
			part.name, len(part.Added), len(part.Changed), part.Unchanged, len(part.Gone), part.gone)
		for _, list := range []struct {
			what  string
			names []string
		}{{"added", part.Added}, {"changed", part.Changed}, {part.gone, part.Gone}} {
			for _, name := range list.names {
				fmt.Fprintf(&said, "  %s: %s\n", list.what, name)
			}
		}
	}
	switch {
	case changes.None():
		said.WriteString("nothing changes\n")
	case dry:
		said.WriteString("dry run: nothing was changed\n")
	}
	return said.String()
}
