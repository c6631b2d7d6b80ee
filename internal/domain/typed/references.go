package typed

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Form is the structure of a reference.
type Form struct {
	Prefix string `json:"prefix"`
	Groups []int  `json:"groups"` // digits of each group; a hyphen stands between groups
}

// Forms of the references that customers and support read out. Readers, searches and patterns take prefix and length from here; tests
// compare the contract and the pages (web/src/lib/text/references.ts).
var (
	OrderNumber    = Form{"SC", []int{8}}
	PurchaseNumber = Form{"PU", []int{8}}
	Complaint      = Form{"CR", []int{10}}
	Reseller       = Form{"RS", []int{10}}
	BillNumber     = Form{"INV", []int{4, 8}}
)

// Forms lists all of them.
var Forms = []Form{OrderNumber, PurchaseNumber, Complaint, Reseller, BillNumber}

// PortOutPattern matches the references of the clearing house for numbers that leave.
const PortOutPattern = "^[A-Za-z0-9-]{4,40}$"

// Read returns a reference of this form as printed; false for another text.
func (f Form) Read(typed string) (string, bool) {
	rest, begins := strings.CutPrefix(strings.TrimLeft(Bare(typed), "#"), f.Prefix)
	groups, fits := f.Split(rest)
	if !begins || !fits {
		return "", false
	}
	return f.Join(groups), true
}

// Split divides the digits of a reference into its groups; false for any other text.
func (f Form) Split(digits string) (groups []string, fits bool) {
	if !isDigits(digits) {
		return nil, false
	}
	for _, length := range f.Groups {
		if len(digits) < length {
			return nil, false
		}
		groups, digits = append(groups, digits[:length]), digits[length:]
	}
	return groups, digits == ""
}

// Join returns the reference with these groups of digits.
func (f Form) Join(groups []string) string { return f.Prefix + strings.Join(groups, "-") }

// Write derives a reference from random bytes, so that a known reference does not help to guess the next.
func (f Form) Write(random []byte) string {
	var value uint64
	for _, b := range random[:8] {
		value = value<<8 | uint64(b)
	}
	groups := make([]string, len(f.Groups))
	for i, digits := range f.Groups {
		limit := uint64(math.Pow10(digits))
		groups[i] = fmt.Sprintf("%0*d", digits, value%limit)
		value /= limit
	}
	return f.Join(groups)
}

// Pattern returns the regular expression of this form.
func (f Form) Pattern() string {
	groups := make([]string, len(f.Groups))
	for i, digits := range f.Groups {
		groups[i] = "[0-9]{" + strconv.Itoa(digits) + "}"
	}
	return "^" + f.Prefix + strings.Join(groups, "-") + "$"
}

// Reference reads a reference of any form. Another text is read as a code.
func Reference(typed string) string {
	for _, form := range Forms {
		if read, is := form.Read(typed); is {
			return read
		}
	}
	return strings.TrimLeft(Code(typed), "#")
}
