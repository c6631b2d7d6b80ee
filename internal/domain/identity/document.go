package identity

import (
	"regexp"
	"strings"
)

// Document is the kind of paper that a line is registered under.
type Document string

// Documents. Orders take an ID alone (spec §5); a passport is what some lines came with, such as a visitor's from a shop.
const (
	DocumentID       Document = "id" // of a citizen, or the Iqama of a resident
	DocumentPassport Document = "passport"
)

// ofID is how every ID and Iqama looks, and of passports only those of ten digits that begin so.
var ofID = regexp.MustCompile(`^[12][0-9]{9}$`)

// Number is how the number of any paper looks: of an ID, an Iqama or a passport (IdOrPassport of the contract).
var Number = regexp.MustCompile(`^[A-Za-z0-9]{1,20}$`)

// DocumentOf tells the kind of paper by its number.
func DocumentOf(number string) Document {
	if ofID.MatchString(number) {
		return DocumentID
	}
	return DocumentPassport
}

// Normal is the one way that a number of a paper is kept and compared in: passports in capitals.
func Normal(number string) string { return strings.ToUpper(number) }
