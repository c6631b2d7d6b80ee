// Package rules lists the checks of ZATCA and EN 16931 on a document, each under its official id. It checks the XML, as the
// authority does. A test writes docs/einvoices.md from the list.
package rules

import (
	"slices"
	"time"

	"github.com/beevik/etree"
)

// Rule is one check.
type Rule struct {
	ID     string
	Source Source
	Says   string

	broken func(document) bool
}

// Source is the origin of a rule.
type Source string

// Sources, both files of ZATCA's SDK (Data/Rules/schematrons).
const (
	EN  Source = "CEN-EN16931-UBL.xsl"
	KSA Source = "20210819_ZATCA_E-invoice_Validation_Rules.xsl"
)

// All holds all rules in the order of the page.
var All = slices.Concat(heads, chain, parties, buyers, lineRules, decimals, arithmetic, categories, stamps)

// Broken returns the ids of the rules that a document breaks, in the order of All.
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
