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

	"selfcare/internal/contract/texts"
	"selfcare/internal/domain/figure"
	"selfcare/internal/domain/proposal"
	"selfcare/internal/platform/config"
	"selfcare/internal/store"
	"selfcare/internal/store/audit"
	proposalstore "selfcare/internal/store/proposal"
	"selfcare/internal/store/setting"
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
		_, _ = fmt.Fprintln(table, "KEY\tNAME\tUSUAL\tIN FORCE\tCHANGED BY")
		for _, f := range figures {
			if !changed || f.InForce != f.Default {
				_, _ = fmt.Fprintf(table, "%s\t%s\t%s\t%s\t%s\n", f.Key, f.Name(texts.English), shown(f, f.Default), shown(f, f.InForce), last[f.Key])
			}
		}
		return table.Flush()
	})
}

// lastChanges returns the person, time and reason of each figure's last change: by a command, or by two people
// together. A change of two people before a command no longer counts.
func lastChanges(ctx context.Context, s *store.Store, most int) (map[string]string, error) {
	last := map[string]string{}
	entries, err := s.Audit.SettingChanges(ctx)
	if err != nil {
		return nil, err
	}
	for _, e := range entries {
		last[e.Details["key"]] = changedBy(e.Actor, e.At, e.Note)
	}
	together, err := s.Proposals.Find(ctx, proposalstore.Filter{Kind: proposal.Setting, State: proposal.InForce, Limit: most})
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

// SetSetting sets a figure by the rules of its readers, reports the change, and audits it with its reason.
func SetSetting(ctx context.Context, cfg config.Config, log *slog.Logger, wanted Setting, out io.Writer) error {
	if strings.TrimSpace(wanted.Reason) == "" {
		return errors.New("give a reason, with --reason")
	}
	return withStore(ctx, cfg, log, func(s *store.Store) error {
		var before, after setting.Figure
		err := s.InTx(ctx, func(q *store.Tx) (err error) {
			if before, err = inForceNow(ctx, q, wanted.Key); err != nil {
				return err
			}
			value, err := readSetting(before, wanted.Value)
			if err != nil {
				return err
			}
			if err := q.Settings.Change(ctx, map[string]json.RawMessage{wanted.Key: value}); err != nil {
				return inWords(before, err)
			}
			if after, err = inForceNow(ctx, q, wanted.Key); err != nil {
				return err
			}
			if wanted.DryRun {
				return errDry
			}
			return q.Audit.Write(ctx, audit.Record{
				Area: audit.Support, Actor: "operator", Action: audit.SettingChanged, Note: wanted.Reason,
				Details: map[string]string{"key": wanted.Key, "before": before.InForce, "after": after.InForce},
			})
		})
		if err != nil && !errors.Is(err, errDry) {
			return err
		}
		_, err = fmt.Fprintf(out, "%s (%s): %s -> %s%s\n", wanted.Key, after.Name(texts.English), shown(before, before.InForce), shown(after, after.InForce), map[bool]string{true: " (dry run: nothing was changed)"}[wanted.DryRun])
		return err
	})
}

// shown puts a value with its unit into words.
func shown(f setting.Figure, value string) string {
	return f.Shown(texts.English, json.RawMessage(value))
}

// readSetting reads a typed value; null restores the default.
func readSetting(f setting.Figure, written string) (json.RawMessage, error) {
	if written == proposal.Nothing {
		return json.RawMessage(proposal.Nothing), nil
	}
	value, is := f.Type.Read(written)
	if !is {
		return nil, fmt.Errorf("%s (%s) cannot be %q. %s%s The usual value: %s",
			f.Key, f.Name(texts.English), written, f.Expected(texts.English), howOnTheCommandLine[f.Type], shown(f, f.Default))
	}
	return value, nil
}

// howOnTheCommandLine describes values that have form fields in the console.
var howOnTheCommandLine = map[figure.Type]string{
	figure.Amount: " A whole number without SAR is halalas.", figure.Amounts: " Whole numbers without SAR are halalas.",
	figure.Duration: " Here it is written 30m, 2h or 2d.", figure.YesNo: " Here it is written yes or no.",
}

// inWords adds the description of this setting to a broken rule.
func inWords(f setting.Figure, err error) error {
	for _, rule := range f.Rules {
		if said, is := f.Bound(texts.English, rule); is && strings.Contains(err.Error(), rule) {
			return fmt.Errorf("%s (%s): %s (%w)", f.Key, f.Name(texts.English), said, err)
		}
	}
	return err
}

func inForceNow(ctx context.Context, q *store.Tx, key string) (setting.Figure, error) {
	figures, err := q.Settings.Figures(ctx)
	if err != nil {
		return setting.Figure{}, err
	}
	at := slices.IndexFunc(figures, func(f setting.Figure) bool { return f.Key == key })
	if at < 0 {
		return setting.Figure{}, fmt.Errorf("%s is not a setting: see selfcare settings show", key)
	}
	return figures[at], nil
}
