package server

import (
	"strings"

	"golang.org/x/text/language"

	"selfcare/internal/contract"
	"selfcare/internal/contract/texts"
)

const defaultLanguage = texts.Arabic

// languageOf picks the first language we have from an Accept-Language header. Absent, "*" and languages we do not have
// mean Arabic; only a header that is no list of languages is refused.
func languageOf(header string) (string, error) {
	switch header {
	case "", "*", texts.Arabic:
		return texts.Arabic, nil
	case texts.English:
		return texts.English, nil
	}
	tags, _, err := language.ParseAcceptLanguage(header)
	if err != nil {
		return defaultLanguage, contract.Refuse(contract.FailLanguageUnknown)
	}
	for _, tag := range tags {
		switch base, _ := tag.Base(); base.String() {
		case texts.Arabic:
			return texts.Arabic, nil
		case texts.English:
			return texts.English, nil
		}
	}
	return defaultLanguage, nil
}

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
