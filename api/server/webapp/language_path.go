package webapp

import (
	"strings"

	"selfcare/internal/contract/texts"
)

// languageOfPath returns the language in an address: its first or last part, or a marker on any part. It is empty
// without one. The result never shares the memory of the address, which serves the next request.
func languageOfPath(address string) string {
	parts := strings.FieldsFunc(address, func(r rune) bool { return r == '/' })
	if len(parts) == 0 {
		return ""
	}
	for _, end := range []string{parts[0], parts[len(parts)-1]} {
		switch end {
		case texts.Arabic:
			return texts.Arabic
		case texts.English:
			return texts.English
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
