package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"strconv"
	"strings"

	"selfcare/internal/domain/imports"
	"selfcare/internal/platform/config"
	"selfcare/internal/platform/metrics"
	"selfcare/internal/store"
	"selfcare/internal/store/audit"
	importsstore "selfcare/internal/store/imports"
)

// List is a list that an operator imports.
type List struct {
	Kind   string
	Name   string // name of the file
	File   io.Reader
	DryRun bool
	Whole  bool           // rows that are not in it are removed
	Says   func(s string) // gets the progress
}

// ImportList writes a list, whole or, if any line is invalid, not at all; rows in use keep their state. A dry run
// writes nothing and reports the same.
func ImportList(ctx context.Context, cfg config.Config, log *slog.Logger, list List) (result importsstore.Result, err error) {
	kind, known := imports.Kinds[list.Kind]
	if !known {
		return result, fmt.Errorf("%s is not a kind of list: %s", list.Kind, strings.Join(imports.Names(), ", "))
	}
	reader, err := imports.Open(kind, list.Name, list.File)
	if err != nil {
		return result, err
	}
	reader.Progress = progress(list.Says)
	p := &parts{cfg: cfg, log: log, metrics: metrics.New()}
	defer func() { err = p.close(ctx, err) }()
	if err := p.openStore(ctx); err != nil {
		return result, err
	}
	err = p.store.Import(ctx, func(q *store.Tx, lists importsstore.Imports) error {
		lists.Says = list.Says
		if result, err = lists.Run(ctx, reader, kind, list.Whole); err != nil {
			return err
		}
		if list.DryRun {
			return errDry
		}
		return q.Audit.Write(ctx, imported(list, result))
	})
	if errors.Is(err, errDry) {
		err = nil
	}
	return result, err
}

// progress reports the number of read lines, each 100,000.
func progress(says func(string)) func(int) {
	const each = 100_000
	return func(read int) {
		if says != nil && read%each == 0 {
			says(fmt.Sprintf("%d lines read", read))
		}
	}
}

func imported(list List, r importsstore.Result) audit.Record {
	return audit.Record{
		Area: audit.Support, Actor: "operator", Action: "list-imported", Details: map[string]string{
			"kind": list.Kind, "file": list.Name, "added": strconv.Itoa(r.Added), "changed": strconv.Itoa(r.Changed),
			"gone": strconv.Itoa(r.Gone), "refused": strconv.Itoa(r.RefusedLines()),
		},
	}
}

// DescribeImport reports the effect of a list, real or dry.
func DescribeImport(kind string, r importsstore.Result, dry bool) string {
	var said strings.Builder
	fmt.Fprintf(&said, "%s: %d added, %d changed, %d unchanged", kind, r.Added, r.Changed, r.Unchanged)
	if r.Gone > 0 {
		fmt.Fprintf(&said, ", %d gone", r.Gone)
	}
	if refused := r.RefusedLines(); refused > 0 {
		fmt.Fprintf(&said, ", %d left out", refused)
	}
	said.WriteString("\n")
	for _, refused := range r.Refused {
		fmt.Fprintf(&said, "left out, because it %s: %d\n", refused.Why, refused.Count)
		for _, line := range refused.Lines {
			fmt.Fprintf(&said, "  line %d%s\n", line.Line, detail(line))
		}
		if more := refused.Count - len(refused.Lines); more > 0 {
			fmt.Fprintf(&said, "  and %d more\n", more)
		}
	}
	if dry {
		said.WriteString("dry run: nothing was changed\n")
	}
	return said.String()
}

func detail(line importsstore.Refused) string {
	if line.Detail == "" {
		return ""
	}
	return ": " + line.Detail
}
