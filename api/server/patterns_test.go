package server_test

import (
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/api/gen"
	"selfcare/internal/domain/typed"
)

var patternOfReference = regexp.MustCompile(`pattern: '(\^\(?[A-Z]{2,3}[|(\[][^']*|\^\[A-Za-z0-9-\]\{4,40\}\$)'`)

// Prefixes and lengths of references stand in one table, internal/domain/typed/references.go.
func TestPatterns_References_AreOfTheirForms(t *testing.T) {
	raw, err := os.ReadFile("../openapi.yaml")
	require.NoError(t, err)
	known := map[string]bool{typed.PortOutPattern: false}
	for _, form := range []typed.Form{typed.OrderNumber, typed.BillNumber} {
		known[form.Pattern()] = false
	}
	require.Equal(t, typed.Complaint.Groups, typed.Reseller.Groups)
	known[strings.Replace(typed.Complaint.Pattern(), typed.Complaint.Prefix, "("+typed.Complaint.Prefix+"|"+typed.Reseller.Prefix+")", 1)] = false
	for _, found := range patternOfReference.FindAllStringSubmatch(string(raw), -1) {
		require.Contains(t, known, found[1])
		known[found[1]] = true
	}
	require.NotContains(t, slices.Collect(maps.Values(known)), false, "the contract writes a pattern otherwise: %v", known)
}

func TestPatterns_Contract_MatchTheSpec(t *testing.T) {
	document, err := gen.GetSpec()
	require.NoError(t, err)
	for name, tt := range map[string]struct {
		schema, property string
		good, bad        []string
	}{
		"an ICCID has 19 digits": {
			"Iccid", "",
			[]string{"8996605900000000019"},
			[]string{"", "899660590000000001", "89966059000000000190", "899660590000000001x", " 8996605900000000019", "٨٩٩٦٦٠٥٩٠٠٠٠٠٠٠٠٠١٩"},
		},
		"PUK1 has 8 digits": {"Puk1", "", []string{"48151623", "00000000"}, []string{"", "4815162", "481516234", "4815162a", "4815 1623"}},
		"a denomination has 2 to 5 digits": {
			"DenominationId", "", []string{"10", "100", "10240"}, []string{"", "1", "102400", "1O0", "-10"},
		},
		"a name has letters and single spaces, two at least": {
			"PersonalInformation", "fullName",
			[]string{"Al", "Noura Ali", "نورة العتيبي", "José Ñu", "محمّد", "عبدالرحمٰن", "नीलम शर्मा", "Jose\u0301", strings.Repeat("a", 80)},
			[]string{"", "N", " Noura", "Noura ", "Noura  Ali", "Noura!", "Noura-Ali", "Noura_Ali", "Noura 2", "@", "Noura\tAli", strings.Repeat("a", 81)},
		},
		"an e-mail address is one that mail servers take": {
			"Email", "",
			[]string{"o'neil@example.com", "a.b+c@sub.example.com", "noura@xn--mgbh0fb.com", "n@example.xn--mgbaam7a8h"},
			[]string{
				".dot@example.com", "two..dots@example.com", "dot.@example.com", "user@-bad.com", "user@bad-.com", "user@bad..com", "user@example",
				"a b@example.com", "a@b@example.com",
			},
		},
	} {
		t.Run(name, func(t *testing.T) {
			schema := document.Components.Schemas[tt.schema].Value
			if tt.property != "" {
				schema = schema.Properties[tt.property].Value
			}
			for _, value := range tt.good {
				require.NoError(t, schema.VisitJSON(value), "%q", value)
			}
			for _, value := range tt.bad {
				require.Error(t, schema.VisitJSON(value), "%q", value)
			}
		})
	}
}
