// Package texts puts codes, timeline events and customer messages into words, in English and Arabic.
package texts

import (
	"embed"
	"encoding/json"
	"fmt"
	"strings"

	"selfcare/internal/contract"
)

// Languages we speak.
const (
	Arabic  = "ar"
	English = "en"
)

//go:embed en.json ar.json
var files embed.FS

var catalogue = map[string]map[string]string{
	Arabic:  load(Arabic),
	English: load(English),
}

// load panics on a broken file: it is part of the program, and the tests read it first.
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

// Spoken is the language somebody is written to in who chose a language: that one where we have texts in it, else English.
func Spoken(language string) string {
	if _, ok := catalogue[language]; ok {
		return language
	}
	return English
}

// Text words a code or key in a language, with {name} replaced from params. An unknown language means Arabic; an unknown
// key is worded as a failure of ours, never shown raw.
func Text[K ~string](language string, key K, params map[string]string) string {
	texts, ok := catalogue[language]
	if !ok {
		texts = catalogue[Arabic]
	}
	text, ok := texts[string(key)]
	if !ok {
		text = texts[string(contract.FailInternal)]
	}
	return fill(language, text, params)
}

// Has tells whether there is a text for a key.
func Has[K ~string](key K) bool {
	_, ok := catalogue[English][string(key)]
	return ok
}

func fill(language, text string, params map[string]string) string {
	if len(params) == 0 {
		return text
	}
	pairs := make([]string, 0, 2*len(params))
	for name, value := range params {
		pairs = append(pairs, "{"+name+"}", worded(language, name, value))
	}
	return strings.NewReplacer(pairs...).Replace(text)
}

// Message words the text of a message to a customer.
func Message(language, template string, params map[string]string) string {
	return Text(language, messagePrefix+template, params)
}

// Subject words the subject line of the same message sent by e-mail.
func Subject(language, template string, params map[string]string) string {
	return Text(language, subjectPrefix+template, params)
}
