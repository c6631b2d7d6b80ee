package app

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"selfcare/internal/domain/change"
	"selfcare/internal/platform/config"
	"selfcare/internal/store"
	"selfcare/internal/store/changes"
)

// Setting is a business figure that an operator sets.
type Setting struct {
	Key, Value, Reason string
	DryRun             bool
}

// ShowSettings writes a line for each figure, or for each that differs from its default.
func ShowSettings(ctx context.Context, cfg config.Config, log *slog.Logger, changed bool, out io.Writer) error {
	return withStore(ctx, cfg, log, func(s *store.Store) error {
		figures, err := s.Settings.Figures(ctx)
		if err != nil {
			return err
		}
		last, err := lastChanges(ctx, s, len(figures))
		if err != nil {
			return err
		}
		table := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
		_, _ = fmt.Fprintln(table, "KEY\tDEFAULT\tIN FORCE\tCHANGED BY")
		for _, f := range figures {
			if !changed || f.InForce != f.Default {
				_, _ = fmt.Fprintf(table, "%s\t%s\t%s\t%s\n", f.Key, f.Default, f.InForce, last[f.Key])
			}
		}
		return table.Flush()
	})
}

// lastChanges say who changed each figure last, when it began to count and why: a command, or two people together. One of two people
// that a command came after counts no more.
func lastChanges(ctx context.Context, s *store.Store, most int) (map[string]string, error) {
	last := map[string]string{}
	entries, err := s.Audit.SettingChanges(ctx)
	if err != nil {
		return nil, err
	}
	for _, e := range entries {
		last[e.Details["key"]] = changedBy(e.Actor, e.At, e.Note)
	}
	together, err := s.Changes.Find(ctx, changes.Filter{Kind: change.Setting, State: change.InForce, Limit: most})
	if err != nil {
		return nil, err
	}
	for _, c := range together {
		last[c.Key] = changedBy(cmp.Or(c.ProposedName, c.ProposedBy)+", approved by "+cmp.Or(c.ApprovedName, c.ApprovedBy), c.EffectiveAt, c.Note)
	}
	return last, nil
}

func changedBy(who string, at time.Time, why string) string {
	return strings.Join([]string{who, minute(at), why}, ", ")
}

// SetSetting sets a figure by the rules of whoever reads it, says what that changes, and writes it down with its reason.
func SetSetting(ctx context.Context, cfg config.Config, log *slog.Logger, wanted Setting, out io.Writer) error {
	if strings.TrimSpace(wanted.Reason) == "" {
		return errors.New("say why, with --reason")
	}
	return withStore(ctx, cfg, log, func(s *store.Store) error {
		var before, after string
		err := s.InTx(ctx, func(q *store.Tx) (err error) {
			if before, err = inForceNow(ctx, q, wanted.Key); err != nil {
				return err
			}
			value, err := change.WrittenSetting(wanted.Value)
			if err != nil {
				return err
			}
			if err := q.Settings.Change(ctx, map[string]json.RawMessage{wanted.Key: value}); err != nil {
				return err
			}
			if after, err = inForceNow(ctx, q, wanted.Key); err != nil {
				return err
			}
			if wanted.DryRun {
				return errDry
			}
			return q.Audit.Write(ctx, store.AuditEntry{
				Area: store.AuditSupport, Actor: "operator", Action: store.SettingChanged, Note: wanted.Reason,
				Details: map[string]string{"key": wanted.Key, "before": before, "after": after},
			})
		})
		if err != nil && !errors.Is(err, errDry) {
			return err
		}
		_, err = fmt.Fprintf(out, "%s: %s -> %s%s\n", wanted.Key, before, after, map[bool]string{true: " (dry run: nothing was changed)"}[wanted.DryRun])
		return err
	})
}

func inForceNow(ctx context.Context, q *store.Tx, key string) (string, error) {
	figures, err := q.Settings.Figures(ctx)
	if err != nil {
		return "", err
	}
	at := slices.IndexFunc(figures, func(f store.Figure) bool { return f.Key == key })
	if at < 0 {
		return "", fmt.Errorf("%s is no setting: see selfcare settings show", key)
	}
	return figures[at].InForce, nil
}
