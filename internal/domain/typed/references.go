package typed

import (
	"encoding/binary"
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Form is the structure of a reference.
type Form struct {
	Prefix  string `json:"prefix"`
	Groups  []int  `json:"groups"`  // characters of each group; a hyphen stands between groups
	Checked bool   `json:"checked"` // characters of refAlphabet, the last one checks the others; older references have digits
}

// Forms of the references that customers and support read out. Readers, searches and patterns take prefix, length and alphabet from
// here; tests compare the contract and the pages (web/src/lib/text/references.ts).
var (
	OrderNumber    = Form{Prefix: "SC", Groups: []int{8}, Checked: true}
	PurchaseNumber = Form{Prefix: "PU", Groups: []int{8}, Checked: true}
	Complaint      = Form{Prefix: "CR", Groups: []int{10}}
	Reseller       = Form{Prefix: "RS", Groups: []int{10}}
	BillNumber     = Form{Prefix: "INV", Groups: []int{4, 8}}
)

// Forms lists all of them.
var Forms = []Form{OrderNumber, PurchaseNumber, Complaint, Reseller, BillNumber}

// refAlphabet has no 0 O 1 I L U, which people confuse. Seven of its characters make 21.9 billion references.
const (
	refAlphabet = "23456789ABCDEFGHJKMNPQRSTVWXYZ"
	refClass    = "[2-9A-HJKMNP-TV-Z]"
)

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

// Split divides a reference without its prefix into its groups; false for any other text.
func (f Form) Split(body string) (groups []string, fits bool) {
	if isKnown := isDigits(body) || f.Checked && isChecked(body); !isKnown {
		return nil, false
	}
	for _, length := range f.Groups {
		if len(body) < length {
			return nil, false
		}
		groups, body = append(groups, body[:length]), body[length:]
	}
	return groups, body == ""
}

// Join returns the reference with these groups.
func (f Form) Join(groups []string) string { return f.Prefix + strings.Join(groups, "-") }

// Write derives a reference from eight or more random bytes, so that a known reference does not help to guess the next.
func (f Form) Write(random []byte) string {
	value := binary.BigEndian.Uint64(random)
	groups := make([]string, len(f.Groups))
	for i, length := range f.Groups {
		if f.Checked {
			groups[i] = writeChecked(value, length)
			continue
		}
		limit := uint64(math.Pow10(length))
		groups[i] = fmt.Sprintf("%0*d", length, value%limit)
		value /= limit
	}
	return f.Join(groups)
}

// writeChecked writes a value in the alphabet of references, cut to the length, with the check character at its end.
func writeChecked(value uint64, length int) string {
	body := make([]byte, length-1)
	for i := range body {
		body[i] = refAlphabet[value%uint64(len(refAlphabet))]
		value /= uint64(len(refAlphabet))
	}
	return string(body) + string(luhnModN(string(body), refAlphabet))
}

// Pattern returns the regular expression of this form.
func (f Form) Pattern() string {
	groups := make([]string, len(f.Groups))
	for i, length := range f.Groups {
		times := "{" + strconv.Itoa(length) + "}"
		groups[i] = "[0-9]" + times
		if f.Checked {
			groups[i] = "([0-9]" + times + "|" + refClass + times + ")"
		}
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
