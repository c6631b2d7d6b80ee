package scale

import (
	"context"
	"fmt"
	"strings"

	"github.com/uptrace/bun"
)

// Limits of one statement. The tables with more rows than manyRows are the ones that grow with the customers.
const (
	manyRows  = 10_000
	mostRows  = 10_000 // of one table
	mostPages = 2_000
	mostFound = 500 // of numbers, in a search without a sign-in
)

// allowed are the statements that pass the limits, by the begin of their call or caller, each with the reason.
var allowed = map[string]string{
	"Allowances.Receive":           "what comes covers the events of its month that nothing covered, for this line",
	"supportcase.Cases.renew":      "reads all cases of support, which are few beside the lines, for all members of staff every five seconds",
	"Partitions.Keep":              "makes and drops tables each night: its pages are those of catalogues",
	"PlanSubscriptions.Active":     "reads the recharges of a line's life, two a month: a posting has no time of its own",
	"figure.Figures.countRenewals": "counts the plans of the next day every five minutes, for all processes",
	"Outbox.Claim":                 "claims from all eight shards, as tests do; a sender claims from its own",
	"Seals.Verify":                 "the whole audit log is verified each week",
	"Numbers.FreeElapsed":          "writes each number that it frees into nine indexes of free numbers, at forty pages each",
	"Requests.Purge":               "deletes 500 rows, at three to four pages each",
	"Sweeps.Late plan":             "passes the index entries of plans that went on since the last sweep, once",
}

// Broken lists the statements that pass a limit without a reason.
func (r Report) Broken() (broken []*Statement) {
	for _, s := range r.Statements {
		if s.Problem != "" && reasonFor(allowed, s.Call)+reasonFor(allowed, s.Caller) == "" {
			broken = append(broken, s)
		}
	}
	return broken
}

// Scans counts the statements among others that read a long table in full.
func Scans(among []*Statement) (count int) {
	for _, s := range among {
		if strings.HasSuffix(s.Problem, inFull) {
			count++
		}
	}
	return count
}

const inFull = " in full"

// problem tells which limit a statement passes.
func (s Statement) problem(long map[string]bool) string {
	for _, table := range s.Sequential {
		if long[table] {
			return "reads the table " + table + inFull
		}
	}
	most := mostRows
	if strings.HasPrefix(s.Call, "Numbers.Search") {
		most = mostFound
	}
	if table, rows := s.mostRead(); rows > most {
		return fmt.Sprintf("reads %d rows of %s", rows, table)
	}
	if s.Buffers > mostPages {
		return fmt.Sprintf("reads %d pages", s.Buffers)
	}
	return ""
}

func reasonFor(list map[string]string, name string) string {
	for part, reason := range list {
		if strings.HasPrefix(name, part) {
			return reason
		}
	}
	return ""
}

// longTables are those with so many rows that no statement may read all.
func longTables(ctx context.Context, db *bun.DB) (map[string]bool, error) {
	var names []string
	if err := db.NewRaw("SELECT relname FROM pg_class WHERE relkind = 'r' AND reltuples > ?", manyRows).Scan(ctx, &names); err != nil {
		return nil, err
	}
	long := map[string]bool{}
	for _, name := range names {
		long[name] = true
	}
	return long, nil
}
