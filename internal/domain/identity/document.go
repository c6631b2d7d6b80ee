package identity

import (
	"regexp"
	"strings"
)

// Document is the kind of identity document of a line's owner.
type Document string

// Documents. Orders accept an ID alone (spec §5); some lines came with a passport, such as a visitor's line from a shop.
const (
	DocumentID       Document = "id" // of a citizen, or the Iqama of a resident
	DocumentPassport Document = "passport"
)

// ofID matches every ID and Iqama, and those passports that look alike.
var ofID = regexp.MustCompile(`^[12][0-9]{9}$`)

// Number matches the number of any document: of an ID, an Iqama or a passport (IdOrPassport of the contract).
var Number = regexp.MustCompile(`^[A-Za-z0-9]{1,20}$`)

// DocumentOf returns the kind of a document by its number.
func DocumentOf(number string) Document {
	if ofID.MatchString(number) {
		return DocumentID
	}
	return DocumentPassport
}

// Normal returns the form in which document numbers are stored and compared: passports in capitals.
func Normal(number string) string { return strings.ToUpper(number) }
