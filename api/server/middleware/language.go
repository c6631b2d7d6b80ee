package middleware

import (
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
