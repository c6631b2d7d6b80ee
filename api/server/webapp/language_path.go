package webapp

import (
	"strings"

	"selfcare/internal/contract/texts"
)

// languageOfPath is the language an address names: as its first or last part, or as a marker on any of them. It is empty
// where the address names none. It is never a part of the address itself, whose memory serves the next request.
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
