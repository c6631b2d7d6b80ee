// Package csr makes the request with which a device asks the tax authority for its certificate (PKCS #10).
package csr

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// ErrField means that a field of a request is missing or has a wrong form.
var ErrField = errors.New("not a request for a certificate")

// Environment is one of the authority's platforms. Each gives out certificates of its own.
type Environment string

// Environments.
const (
	Sandbox    Environment = "sandbox"
	Simulation Environment = "simulation"
	Production Environment = "production"
)

// templates are the names of the certificate templates.
var templates = map[Environment]string{
	Sandbox: "TSTZATCA-Code-Signing", Simulation: "PREZATCA-Code-Signing", Production: "ZATCA-Code-Signing",
}

// platforms are the last parts of the authority's addresses.
var platforms = map[string]Environment{"developer-portal": Sandbox, "simulation": Simulation, "core": Production}

// EnvironmentOf returns the environment of an address of the authority; false for any other address, such as a proxy or a
// simulator.
func EnvironmentOf(address string) (e Environment, known bool) {
	address = strings.TrimRight(address, "/")
	e, known = platforms[address[strings.LastIndex(address, "/")+1:]]
	return e, known
}

// StringType is the ASN.1 type in which a request names its template.
type StringType string

// String types.
const (
	Printable StringType = "printable"
	UTF8      StringType = "utf8"
)

// Request is the content of a request. It holds no secret.
type Request struct {
	Environment  Environment `json:"environment"`
	Template     string      `json:"template"`     // name of the template; empty means that of the environment
	TemplateType StringType  `json:"templateType"` // empty means Printable
	CommonName   string      `json:"commonName"`   // a free name of the device
	Organisation string      `json:"organisation"` // the taxpayer
	Branch       string      `json:"branch"`
	VATNumber    string      `json:"vatNumber"` // 15 digits, from 3 to 3
	Serial       string      `json:"serial"`    // 1-solution|2-model|3-serial number
	Flags        Flags       `json:"flags"`
	Address      string      `json:"address"` // registered address
	Category     string      `json:"category"`
}

// Flags say which documents a device issues: a digit each for standard and simplified ones, and two zeros.
type Flags string

// Standard says whether the device issues invoices for businesses.
func (f Flags) Standard() bool { return f[0] == '1' }

// Simplified says whether the device issues simplified invoices.
func (f Flags) Simplified() bool { return f[1] == '1' }

// The longest texts: those of a name by X.520, and ours for the rest.
const (
	longestName = 64
	longestText = 128
)

var (
	vatShape    = regexp.MustCompile(`^3[0-9]{13}3$`)
	serialShape = regexp.MustCompile(`^1-[^|]+\|2-[^|]+\|3-[^|]+$`)
	flagsKnown  = []Flags{"1000", "0100", "1100"}
)

// Validate returns an ErrField that names the first wrong field and its form.
func (r Request) Validate() error {
	if _, known := templates[r.Environment]; !known {
		return fmt.Errorf("%w: the environment is sandbox, simulation or production", ErrField)
	}
	if !slices.Contains([]StringType{"", Printable, UTF8}, r.TemplateType) {
		return fmt.Errorf("%w: the string type of the template is printable or utf8", ErrField)
	}
	texts := []struct {
		name, value string
		most        int
	}{
		{"common name", r.CommonName, longestName},
		{"organisation", r.Organisation, longestName},
		{"branch", r.Branch, longestName},
		{"serial number", r.Serial, longestText},
		{"registered address", r.Address, longestText},
		{"business category", r.Category, longestText},
	}
	for _, t := range texts {
		if !isText(t.value, t.most) {
			return fmt.Errorf("%w: the %s is a text of 1 to %d characters", ErrField, t.name, t.most)
		}
	}
	switch {
	case !vatShape.MatchString(r.VATNumber):
		return fmt.Errorf("%w: the VAT number has 15 digits, the first and the last of them 3", ErrField)
	case !serialShape.MatchString(r.Serial):
		return fmt.Errorf("%w: the serial number has the form 1-solution|2-model|3-number", ErrField)
	case !slices.Contains(flagsKnown, r.Flags):
		return fmt.Errorf("%w: the flags are 1000 (standard invoices), 0100 (simplified ones) or 1100 (both)", ErrField)
	}
	return nil
}

// TemplateName returns the template that the request names.
func (r Request) TemplateName() string {
	if r.Template != "" {
		return r.Template
	}
	return templates[r.Environment]
}

func isText(value string, most int) bool {
	length := utf8.RuneCountInString(value)
	return strings.TrimSpace(value) != "" && length <= most && utf8.ValidString(value) && !strings.ContainsFunc(value, unicode.IsControl)
}
