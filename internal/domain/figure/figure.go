// Package figure describes each business setting: its type, unit and group, and how a value is parsed and formatted.
package figure

import (
	"encoding/json"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"selfcare/internal/contract"
)

// Type is the type of a setting's value.
type Type string

// Types of values.
const (
	Text        Type = "text"
	WholeNumber Type = "whole-number"
	Amount      Type = "amount"     // halalas
	Percentage  Type = "percentage" // hundredths of a percent
	Duration    Type = "duration"
	Hour        Type = "hour" // of the day in Riyadh
	YesNo       Type = "yes-no"
	Numbers     Type = "numbers"
	Amounts     Type = "amounts"
)

// Types lists all types.
var Types = []Type{Text, WholeNumber, Amount, Percentage, Duration, Hour, YesNo, Numbers, Amounts}

// Group holds the settings of one subject.
type Group struct {
	Name string
	Keys []string
}

// GroupOf returns the group of a setting, or an empty text; a test refuses a setting without a group.
func GroupOf(key string) string {
	for _, g := range Groups {
		if slices.Contains(g.Keys, key) {
			return g.Name
		}
	}
	return ""
}

// UnitOf returns the unit of a number or of a list of numbers; empty for other types.
func UnitOf(key string) string { return units[key] }

// TypeOf returns the type of a setting by the field that holds it.
func TypeOf(key string, field any) Type {
	switch field.(type) {
	case *time.Duration:
		return Duration
	case *contract.Halalas:
		return Amount
	case *[]contract.Halalas:
		return Amounts
	case *bool:
		return YesNo
	case *string:
		return Text
	case *int:
		if slices.Contains(hours, key) {
			return Hour
		}
		if slices.Contains(rates, key) {
			return Percentage
		}
		return WholeNumber
	default:
		return Numbers
	}
}

// Read parses a value as people write it, and returns it in the form of the table of settings. Amounts are halalas, or riyals
// when they have decimals or SAR; percentages are hundredths of a percent, or percents when they have decimals or %. It returns
// false for a value of another type.
func (t Type) Read(written string) (json.RawMessage, bool) {
	plain := strings.TrimSpace(unquoted(written))
	switch t {
	case Text:
		return encoded(plain), true
	case WholeNumber, Hour:
		n, err := strconv.Atoi(plain)
		return encoded(n), err == nil
	case Amount:
		n, is := parseHundredths(plain, "SAR")
		return encoded(n), is
	case Percentage:
		n, is := parseHundredths(plain, "%")
		return encoded(n), is
	case Duration:
		return readDuration(plain)
	case YesNo:
		yes, no := slices.Contains([]string{"true", "yes", "on"}, plain), slices.Contains([]string{"false", "no", "off"}, plain)
		return encoded(yes), yes || no
	default:
		return t.readList(plain)
	}
}

// unquoted removes the quotes that earlier versions of the command required.
func unquoted(written string) string {
	var text string
	if json.Unmarshal([]byte(written), &text) == nil {
		return text
	}
	return written
}

func encoded(value any) json.RawMessage {
	written, _ := json.Marshal(value) // numbers and texts always encode
	return written
}

var decimal = regexp.MustCompile(`^(-?)(\d{1,12})(?:\.(\d{1,2}))?\s*(\S*)$`)

// parseHundredths parses a number that counts hundredths of a unit, or whole units when it has decimals or names the unit.
func parseHundredths(plain, unit string) (int64, bool) {
	parts := decimal.FindStringSubmatch(plain)
	if parts == nil || parts[4] != "" && parts[4] != unit {
		return 0, false
	}
	whole, err := strconv.ParseInt(parts[2], 10, 64)
	if err != nil {
		return 0, false
	}
	if parts[3] != "" || parts[4] != "" {
		part, _ := strconv.ParseInt((parts[3] + "00")[:2], 10, 64) // two digits
		whole = whole*100 + part
	}
	if parts[1] != "" {
		whole = -whole
	}
	return whole, true
}

var inDays = regexp.MustCompile(`^(\d{1,5})d$`)

func readDuration(plain string) (json.RawMessage, bool) {
	if days := inDays.FindStringSubmatch(plain); days != nil {
		count, err := strconv.Atoi(days[1])
		return encoded(strconv.Itoa(24*count) + "h"), err == nil
	}
	_, err := time.ParseDuration(plain)
	return encoded(plain), err == nil
}

func (t Type) readList(plain string) (json.RawMessage, bool) {
	plain = strings.TrimSpace(strings.Trim(plain, "[]"))
	list := []json.RawMessage{}
	if plain == "" {
		return encoded(list), true
	}
	of := map[Type]Type{Numbers: WholeNumber, Amounts: Amount}[t]
	for part := range strings.SplitSeq(plain, ",") {
		one, is := of.Read(part)
		if !is {
			return nil, false
		}
		list = append(list, one)
	}
	return encoded(list), true
}

// Plain formats a value as Read accepts it, without quotes and brackets.
func (t Type) Plain(value json.RawMessage) string {
	var text string
	if json.Unmarshal(value, &text) == nil {
		return text
	}
	return strings.Trim(string(value), "[]")
}
