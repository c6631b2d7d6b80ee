package imports

import (
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"selfcare/internal/domain/calendar"
	"selfcare/internal/domain/openinghours"
	"selfcare/internal/domain/typed"
)

func matching(pattern, otherwise string) func(string) (any, error) {
	compiled := regexp.MustCompile(pattern)
	return func(cell string) (any, error) {
		text := typed.Cell(cell)
		if !compiled.MatchString(text) {
			return nil, errors.New(otherwise)
		}
		return text, nil
	}
}

var (
	code = matching(`^[A-Za-z0-9._-]{1,40}$`, "must be 1 to 40 letters, digits, ., _ and -")
	word = matching(`^[a-z-]{2,40}$`, "must be the key of a city")
)

// telephone reads digits with or without a leading +, and ignores the usual separators.
func telephone(pattern, otherwise string) func(string) (any, error) {
	fits := matching(pattern, otherwise)
	return func(cell string) (any, error) {
		digits, plus, ok := typed.Phone(typed.Cell(cell))
		if !ok {
			return nil, errors.New(otherwise)
		}
		if value, err := fits(digits); err == nil && !plus {
			return value, nil
		}
		return fits("+" + digits) // spreadsheets take + for a sign
	}
}

var promoForm = matching(typed.PromoPattern, "must be 3 to 20 letters and digits")

func promoCode(cell string) (any, error) { return promoForm(typed.Code(typed.Cell(cell))) }

func oneOf(values ...string) func(string) (any, error) {
	return func(cell string) (any, error) {
		text := typed.Cell(cell)
		if !slices.Contains(values, text) {
			return nil, errors.New("must be one of " + strings.Join(values, ", "))
		}
		return text, nil
	}
}

// words reads text for people.
func words(most int) func(string) (any, error) {
	return func(cell string) (any, error) {
		text := strings.TrimFunc(strings.ReplaceAll(typed.Text(cell), "\u00a0", " "), isBlank)
		if utf8.RuneCountInString(text) > most || strings.ContainsFunc(text, unicode.IsControl) {
			return nil, fmt.Errorf("must be at most %d characters in one line", most)
		}
		return text, nil
	}
}

func list(pattern, otherwise string) func(string) (any, error) {
	compiled := regexp.MustCompile(pattern)
	return func(text string) (any, error) {
		parts := strings.Fields(typed.Cell(text))
		for _, part := range parts {
			if !compiled.MatchString(part) {
				return nil, errors.New(otherwise)
			}
		}
		return parts, nil
	}
}

func kindsOfOrder(text string) (any, error) { return someOf(promoKinds...)(text) }

// someOf reads words of a closed set.
func someOf(values ...string) func(string) (any, error) {
	return func(text string) (any, error) {
		said := strings.Fields(typed.Cell(text))
		for _, word := range said {
			if !slices.Contains(values, word) {
				return nil, errors.New("must be some of " + strings.Join(values, ", ") + " with spaces between")
			}
		}
		return said, nil
	}
}

func whole(low, high int64) func(string) (any, error) {
	return func(text string) (any, error) {
		n, err := strconv.ParseInt(typed.Cell(text), 10, 64)
		if err != nil || n < low || n > high {
			return nil, fmt.Errorf("must be a whole number from %d to %d", low, high)
		}
		return n, nil
	}
}

var riyalsPattern = regexp.MustCompile(`^([0-9]{1,7})(?:\.([0-9]{1,2}))?$`)

// riyals converts an amount to halalas.
func riyals(text string) (any, error) {
	parts := riyalsPattern.FindStringSubmatch(typed.Cell(text))
	if parts == nil {
		return nil, errors.New("must be riyals like 90 or 0.55")
	}
	return strconv.ParseInt(parts[1]+(parts[2] + "00")[:2], 10, 64)
}

// yesNo reads true or false, also in capitals, as spreadsheets write it.
func yesNo(text string) (any, error) {
	switch strings.ToLower(typed.Cell(text)) {
	case "true":
		return true, nil
	case "false":
		return false, nil
	default:
		return nil, errors.New("must be true or false")
	}
}

// degrees reads a coordinate within the Kingdom.
func degrees(low, high float64) func(string) (any, error) {
	return func(text string) (any, error) {
		n, err := strconv.ParseFloat(typed.Cell(text), 64)
		if err != nil || !(low <= n && n <= high) { // NaN fails both comparisons
			return nil, fmt.Errorf("must lie in Saudi Arabia: %v to %v degrees", low, high)
		}
		return n, nil
	}
}

func day(text string) (any, error) {
	at, err := time.Parse(time.DateOnly, typed.Day(typed.Cell(text)))
	if err != nil {
		return nil, errors.New("must be a day like 2027-03-09")
	}
	return at, nil
}

// moment reads a time, or a day in Riyadh: its first moment, or, when after is a day, its end.
func moment(after time.Duration) func(string) (any, error) {
	return func(cell string) (any, error) {
		text := typed.Cell(cell)
		if at, err := time.ParseInLocation(time.DateOnly, typed.Day(text), calendar.Riyadh); err == nil {
			return at.Add(after), nil
		}
		at, err := time.Parse(time.RFC3339, text)
		if err != nil {
			return nil, errors.New("must be a day like 2027-03-09, or a time like 2027-03-09T18:00:00+03:00")
		}
		return at, nil
	}
}

var iccidPattern = regexp.MustCompile(`^89966[0-9]{14}$`)

func iccid(cell string) (any, error) {
	text := typed.Card(typed.Cell(cell))
	if !iccidPattern.MatchString(text) {
		return nil, errors.New("must be 19 digits that begin with 89966")
	}
	if !typed.HasLuhnDigit(text) {
		return nil, errors.New("has a wrong check digit: it was mistyped")
	}
	return text, nil
}

func hours(text string) (any, error) {
	week, err := openinghours.Parse(typed.Cell(text))
	if err != nil {
		return nil, err
	}
	return json.RawMessage(must(json.Marshal(week))), nil
}

func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}
