// Package texts puts codes, timeline events and customer messages into words, in English and Arabic; the messages in Urdu, too.
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
	Urdu    = "ur" // what customers are sent; all else falls back to English
)

//go:embed en.json ar.json ur.json
var files embed.FS

var catalogue = map[string]map[string]string{
	Arabic:  load(Arabic),
	English: load(English),
	Urdu:    load(Urdu),
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

// Text words a code or key in a language, with {name} replaced from params. An unknown language means Arabic; what a language has no
// words for is said in English; an unknown key is worded as a failure of ours, never shown raw.
func Text[K ~string](language string, key K, params map[string]string) string {
	texts, ok := catalogue[language]
	if !ok {
		texts = catalogue[Arabic]
	}
	text, ok := texts[string(key)]
	if !ok && language == Urdu {
		return Text(English, key, params)
	}
	if !ok {
		text = texts[string(contract.FailInternal)]
	}
	return fill(language, text, params)
}

// EnglishOf is the text of a key in English with its {names} not filled in. Workflows may call it: it reads no map in changing order.
func EnglishOf(key string) string { return catalogue[English][key] }

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
