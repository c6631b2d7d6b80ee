package logging

import (
	"encoding/json"
	"fmt"
	"log/slog"
	"regexp"
	"strings"
)

const redacted = "[redacted]"

// personalKeys are compared in lower case, without "-", "_" and dots.
var personalKeys = map[string]bool{
	"msisdn": true, "mobile": true, "phone": true, "consignee": true, "to": true, "contact": true,
	"idnumber": true, "nationalid": true, "iqama": true, "birthdate": true, "nationality": true, "gender": true, "passport": true, "person": true,
	"email": true, "name": true, "fullname": true, "fullnameen": true, "fullnamear": true,
	"iccid": true, "oldiccid": true, "matchingid": true, "puk": true, "puk1": true, "puk2": true, "eid": true,
	"address": true, "clientaddress": true, "street": true, "buildingnumber": true, "apartmentnumber": true, "latitude": true, "longitude": true,
	"password": true, "token": true, "cardtoken": true, "secret": true, "authorization": true, "session": true,
	"random": true, "challengeurl": true, // random is picked in the identity app; challengeurl opens the bank's page
}

// personalShapes match personal data in free text, such as a constraint violation quoted by the database: ICCIDs, card-length
// numbers, Saudi mobile numbers in each spelling, ID numbers, e-mail addresses.
var personalShapes = regexp.MustCompile(
	`\b89966\d{14}\b|\b(?:\d[ -]?){15}\d\b|(?:\+|\b00|\b)9665\d{8}\b|\b05\d{8}\b|\b[12]\d{9}\b|[\w.+-]+@[\w-]+\.[\w.-]+`)

var keyNoise = strings.NewReplacer("-", "", "_", "", ".", "")

// ownKeys hold only values that we made ourselves, so they are not redacted.
var ownKeys = map[string]bool{slog.TimeKey: true, slog.LevelKey: true, string(keyTraceID): true}

func redact(groups []string, attr slog.Attr) slog.Attr {
	if len(groups) == 0 && ownKeys[attr.Key] {
		return attr
	}
	if personal(attr.Key) {
		return slog.String(attr.Key, redacted)
	}
	switch attr.Value.Kind() {
	case slog.KindString:
		attr.Value = slog.StringValue(clean(attr.Value.String()))
	case slog.KindAny:
		attr.Value = cleanAny(attr.Value.Any())
	default: // numbers, times and booleans hold no personal data; groups come field by field
	}
	return attr
}

func personal(key string) bool {
	if plainKey(key) {
		return personalKeys[key]
	}
	return personalKeys[keyNoise.Replace(strings.ToLower(key))]
}

// plainKey reports whether a key needs no normalising, as most keys do not.
func plainKey(key string) bool {
	for i := range len(key) {
		if c := key[i]; c < '0' || c > '9' && c < 'a' || c > 'z' {
			return false
		}
	}
	return true
}

func clean(text string) string {
	if !suspicious(text) {
		return text
	}
	return personalShapes.ReplaceAllLiteralString(text, redacted)
}

// suspicious rules out almost every text without the expensive search: each shape needs an @ or this many digits in a row,
// with spaces and dashes allowed between them.
func suspicious(text string) bool {
	const fewestDigits = 10
	digits := 0
	for i := range len(text) {
		switch c := text[i]; {
		case c >= '0' && c <= '9':
			if digits++; digits == fewestDigits {
				return true
			}
		case c == '@':
			return true
		case c != ' ' && c != '-':
			digits = 0
		}
	}
	return false
}

// cleanAny converts a value to its JSON form, so that fields inside structs are redacted too.
func cleanAny(value any) slog.Value {
	switch known := value.(type) {
	case nil:
		return slog.AnyValue(nil)
	case error, fmt.Stringer:
		return slog.StringValue(clean(fmt.Sprint(known))) // Sprint survives a nil pointer behind the interface
	case *slog.Source: // where a line was written; holds no data
		return slog.AnyValue(known)
	}
	written, err := json.Marshal(value)
	if err != nil {
		return slog.StringValue(fmt.Sprintf("[%T not writable]", value))
	}
	var tree any
	if err := json.Unmarshal(written, &tree); err != nil {
		return slog.StringValue(fmt.Sprintf("[%T not readable]", value))
	}
	return slog.AnyValue(cleanTree(tree))
}

func cleanTree(node any) any {
	switch node := node.(type) {
	case string:
		return clean(node)
	case []any:
		for i := range node {
			node[i] = cleanTree(node[i])
		}
	case map[string]any:
		for key := range node {
			if personal(key) {
				node[key] = redacted
			} else {
				node[key] = cleanTree(node[key])
			}
		}
	}
	return node
}
