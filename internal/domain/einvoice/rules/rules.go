// Package rules is the table of what ZATCA and EN 16931 ask of a document, each rule under the id they have for it. It judges the
// XML, as they do. docs/einvoices.md is written from it.
package rules

import (
	"slices"
	"time"

	"github.com/beevik/etree"
)

// Rule is one of the table.
type Rule struct {
	ID     string
	Source Source
	Says   string

	broken func(document) bool
}

// Source is where a rule comes from.
type Source string

// Sources, both files of the SDK that ZATCA gives out (Data/Rules/schematrons).
const (
	EN  Source = "CEN-EN16931-UBL.xsl"
	KSA Source = "20210819_ZATCA_E-invoice_Validation_Rules.xsl"
)

// All is the table.
var All = slices.Concat(heads, chain, parties, buyers, lineRules, decimals, arithmetic, categories, stamps)

// Broken are the ids of the rules that a document breaks, in the order of the table.
func Broken(tree *etree.Document, now time.Time) []string {
	var ids []string
	d := document{tree.Root(), now}
	for _, rule := range All {
		if rule.broken(d) {
			ids = append(ids, rule.ID)
		}
	}
	return ids
}
