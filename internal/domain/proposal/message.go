package proposal

import (
	"bytes"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"selfcare/internal/contract"
	"selfcare/internal/contract/texts"
)

// Words are the texts of a message in each language.
type Words map[string]texts.Words

// ValidateWords refuses texts of an unknown message, texts with unknown placeholders, and texts without a placeholder that the
// customer needs: a code, a number, a link. The shipped text decides which placeholders exist.
func ValidateWords(template string, words Words) error {
	ours := texts.Built(template)
	if ours == nil {
		return contract.Refuse(contract.FailChangeKey)
	}
	for language, built := range ours {
		said, is := words[language]
		if !is {
			return contract.Refuse(contract.FailChangeLanguage)
		}
		known := slices.Concat(texts.Blanks(built.Text), texts.Blanks(built.Subject))
		for _, part := range [][2]string{{built.Text, said.Text}, {built.Subject, said.Subject}} {
			if err := validateBlanks(part[0], part[1], known); err != nil {
				return err
			}
		}
	}
	return nil
}

var blank = regexp.MustCompile(`\{[a-zA-Z]+\}`)

func validateBlanks(built, said string, known []string) error {
	named := texts.Blanks(said)
	for _, name := range named {
		if !slices.Contains(known, name) {
			return contract.RefuseWith(contract.FailChangeBlankUnknown, map[string]string{"name": name})
		}
	}
	if strings.ContainsAny(blank.ReplaceAllString(said, ""), "{}") { // { code } would be sent as it stands
		return contract.RefuseWith(contract.FailChangeBlankUnknown, map[string]string{"name": "{ }"})
	}
	for _, name := range texts.Blanks(built) {
		if !slices.Contains(named, name) && !texts.IsOptionalBlank(name) {
			return contract.RefuseWith(contract.FailChangeBlankMissing, map[string]string{"name": name})
		}
	}
	return nil
}

// ReadWords reads stored texts; nil means the shipped texts.
func ReadWords(value json.RawMessage) (Words, error) {
	if string(bytes.TrimSpace(value)) == Nothing {
		return nil, nil
	}
	var words Words
	if err := json.Unmarshal(value, &words); err != nil {
		return nil, fmt.Errorf("words of a message: %w", err)
	}
	return words, nil
}
