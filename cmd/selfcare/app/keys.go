package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"slices"
	"text/tabwriter"
	"time"

	"selfcare/internal/platform/config"
	"selfcare/internal/platform/metrics"
	"selfcare/internal/platform/temporal/payloadkeys"
	"selfcare/internal/store/rotation"
	"selfcare/internal/store/seal"
)

// tellEvery is how often progress is written.
const tellEvery = 2 * time.Second

// Keys are an operator's actions on the key rings.
type Keys struct {
	parts *parts
	ring  *seal.Keys
	out   io.Writer
}

// WithKeys connects to the database, does something and closes the connections again.
func WithKeys(ctx context.Context, cfg config.Config, log *slog.Logger, out io.Writer, do func(Keys) error) (err error) {
	p := &parts{cfg: cfg, log: log, metrics: metrics.New()}
	defer func() { err = p.close(ctx, err) }()
	ring, err := seal.Parse(cfg.DataKeys, cfg.IndexKey)
	if err != nil {
		return fmt.Errorf("DATA_KEYS or INDEX_KEY: %w", err)
	}
	if err := p.openStore(ctx); err != nil {
		return err
	}
	return do(Keys{p, ring, out})
}

// unneeded describes a key that has sealed no value. A new key after the first one looks the same as an old key after
// `rotate`.
const unneeded = "key %s seals no value. If you have just added it, it is not used yet: put it first in DATA_KEYS on every process. " +
	"If it was the first key before, you may drop it.\n"

// Status writes a line for each column and key, and the keys without a use. A missing key is an error.
func (k Keys) Status(ctx context.Context) error {
	counts, err := rotation.Counts(ctx, k.parts.db)
	if err != nil {
		return err
	}
	table := tabwriter.NewWriter(k.out, 0, 0, 2, ' ', 0)
	_, err = fmt.Fprintln(table, "COLUMN\tKEY\tVALUES")
	for _, c := range counts {
		_, lineErr := fmt.Fprintf(table, "%s\t%s\t%d\n", c.Column, c.Key, c.Values)
		err = errors.Join(err, lineErr)
	}
	if err := errors.Join(err, table.Flush()); err != nil {
		return err
	}
	for _, id := range k.ring.IDs() {
		needed := id == k.ring.Current() || slices.ContainsFunc(counts, func(c rotation.Count) bool { return c.Key == id })
		if !needed {
			if err := k.say(unneeded, id); err != nil {
				return err
			}
		}
	}
	return rotation.Missing(counts, k.ring)
}

// Rotate seals all columns with the first key.
func (k Keys) Rotate(ctx context.Context) error {
	var told time.Time
	left, err := rotation.Run(ctx, k.parts.db, k.ring, func(column string, sealed int64, percent int) {
		if percent == 100 || time.Since(told) > tellEvery {
			told = time.Now()
			_ = k.say("%s: %d values sealed (%d %%)\n", column, sealed, percent) // only the end matters
		}
	})
	if err != nil {
		return err
	}
	if len(left) == 0 {
		return k.say("all columns are sealed with %s\n", k.ring.Current())
	}
	var sum int64
	for _, c := range left {
		sum += c.Values
		_ = k.say("%s: %d values are still sealed with %s\n", c.Column, c.Values, c.Key)
	}
	return fmt.Errorf("%d values are left: they were locked, or a process without %s as its first key wrote them; fix that, then repeat this command",
		sum, k.ring.Current())
}

// RotateSchedules seals the inputs of schedules with the first key of PAYLOAD_KEYS.
func (k Keys) RotateSchedules(ctx context.Context) error {
	if err := k.parts.dialTemporal(ctx); err != nil {
		return err
	}
	changed, err := payloadkeys.Reseal(ctx, k.parts.temporal, k.parts.cfg.Temporal.Namespace, k.parts.payloads)
	if err != nil {
		return err
	}
	return k.say("%d schedules were sealed with %s; histories stay as they are: selfcare keys status --payloads\n", changed, k.parts.payloads.Current())
}

// PayloadStatus writes the need for each key of PAYLOAD_KEYS, and when it may be dropped. A missing key is an error.
func (k Keys) PayloadStatus(ctx context.Context) error {
	if err := k.parts.dialTemporal(ctx); err != nil {
		return err
	}
	var told time.Time
	uses, err := payloadkeys.Scan(ctx, k.parts.temporal, k.parts.cfg.Temporal.Namespace, func(runs int) {
		if time.Since(told) > tellEvery {
			told = time.Now()
			_ = k.say("%d histories read\n", runs)
		}
	})
	if err != nil {
		return err
	}
	ring := k.parts.payloads
	var missing []error
	for _, id := range uses.IDs() {
		if !ring.Has(id) {
			missing = append(missing, fmt.Errorf("PAYLOAD_KEYS has no key %s, which %s", id, needs(uses.Of(id))))
		}
	}
	for _, id := range ring.IDs() {
		if err := k.say("payload key %s: %s\n", id, verdict(id == ring.Current(), uses.Of(id), time.Now().Add(uses.Retention))); err != nil {
			return err
		}
	}
	return errors.Join(missing...)
}

func needs(u payloadkeys.Use) string {
	text := fmt.Sprintf("%d open workflows", u.Runs)
	if u.Runs > 0 {
		text += fmt.Sprintf(" (the first of %s)", u.Oldest.UTC().Format(time.DateOnly))
	}
	return text + fmt.Sprintf(" and %d schedules need", u.Schedules)
}

// verdict: a history never changes, so a key is needed until the last run that it sealed a part of is gone; closed
// runs are retained for a while.
func verdict(current bool, u payloadkeys.Use, kept time.Time) string {
	switch {
	case current:
		return "encrypts; " + needs(u) + " it"
	case u.Runs > 0 || u.Schedules > 0:
		return needs(u) + " it: keep it"
	default:
		return "nothing open needs it. If you have just added it, it is not used yet. If it was the first key before, you may drop it after " + kept.UTC().Format(time.DateOnly) + ", when the last workflow that ended is no longer kept"
	}
}

func (k Keys) say(text string, args ...any) error {
	_, err := fmt.Fprintf(k.out, text, args...)
	return err
}
