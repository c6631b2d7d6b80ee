// Package texts holds the texts of codes, timeline events and customer messages in English and Arabic; the messages also in Urdu.
package texts

import (
	"embed"
	"encoding/json"
	"fmt"
	"strings"

	"selfcare/internal/contract"
)

// Languages of texts.
const (
	Arabic  = "ar"
	English = "en"
	Urdu    = "ur" // for messages to customers; other texts fall back to English
)

//go:embed en.json ar.json ur.json
var files embed.FS

var catalogue = map[string]map[string]string{
	Arabic:  load(Arabic),
	English: load(English),
	Urdu:    load(Urdu),
}

// load panics on a broken file, because the file is part of the program; the tests read it first.
func load(language string) map[string]string {
	raw, err := files.ReadFile(language + ".json")
	if err != nil {
		panic(fmt.Sprintf("texts in %s: %v", language, err))
	}
	texts := map[string]string{}
	if err := json.Unmarshal(raw, &texts); err != nil {
		panic(fmt.Sprintf("texts in %s: %v", language, err))
	}
	return texts
}

// Spoken returns the language of messages to a customer who chose a language: that language if we have its texts, otherwise
// English.
func Spoken(language string) string {
	if _, ok := catalogue[language]; ok {
		return language
	}
	return English
}

// Text returns the text of a code or key in a language, with {name} replaced from params. An unknown language means Arabic; a
// text that a language lacks is in English; an unknown key becomes the text of an internal failure and is never shown raw.
func Text[K ~string](language string, key K, params map[string]string) string {
	language, text := find(language, string(key))
	return fill(language, text, params, inLetters)
}

// find returns the unfilled text of a key, and the language of its words.
func find(language, key string) (of, text string) {
	texts, ok := catalogue[language]
	if !ok {
		texts = catalogue[Arabic]
	}
	text, ok = texts[key]
	switch {
	case ok:
		return language, text
	case language == Urdu:
		return find(English, key)
	default:
		return language, texts[string(contract.FailInternal)]
	}
}

// EnglishOf returns the English text of a key with unfilled {names}. Workflows may call it, because it does not iterate over a
// map.
func EnglishOf(key string) string { return catalogue[English][key] }

// Has tells whether there is a text for a key.
func Has[K ~string](key K) bool {
	_, ok := catalogue[English][string(key)]
	return ok
}

func fill(language, text string, params map[string]string, moments momentForm) string {
	if len(params) == 0 {
		return text
	}
	if language != English && language != Urdu {
		text = declineRiyals(text, params)
	}
	fees := moments.worded(language, extraSIMs, params[extraSIMs])
	pairs := []string{" {" + extraSIMs + "}", fees, "{" + extraSIMs + "}", fees}
	for name, value := range params {
		pairs = append(pairs, "{"+name+"}", moments.worded(language, name, value))
	}
	return strings.NewReplacer(pairs...).Replace(text)
}

// Message returns the text of a message to a customer.
func Message(language, template string, params map[string]string) string {
	return Text(language, messagePrefix+template, params)
}

// Subject returns the subject line of the same message by e-mail.
func Subject(language, template string, params map[string]string) string {
	return Text(language, subjectPrefix+template, params)
}
