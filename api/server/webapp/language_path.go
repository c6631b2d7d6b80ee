package webapp

import (
	"strings"

	"selfcare/internal/contract/texts"
)

// languageOfPath is the language an address names: as its first or last part, or as a marker on any of them. It is empty
// where the address names none.
func languageOfPath(address string) string {
	parts := strings.FieldsFunc(address, func(r rune) bool { return r == '/' })
	if len(parts) == 0 {
		return ""
	}
	for _, end := range []string{parts[0], parts[len(parts)-1]} {
		if end == texts.Arabic || end == texts.English {
			return end
		}
	}
	for _, part := range parts {
		for marker, named := range languageMarkers {
			if strings.HasSuffix(part, marker) {
				return named
			}
		}
	}
	return ""
}

var languageMarkers = map[string]string{
	"-en": texts.English, "-english": texts.English, "-ar": texts.Arabic, "-arabic": texts.Arabic,
}
