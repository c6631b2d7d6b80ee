// Package openinghours knows when a shop is open: by weekday, with other hours in Ramadan, and past midnight.
package openinghours

import (
	"errors"
	"regexp"
	"slices"
	"strings"
)

// Week holds the opening spans of each day, in order. A day without spans is closed; a span that ends before it begins continues
// past midnight.
type Week map[string][]Span

// Span is the time from one hour to another, both like 09:00.
type Span struct {
	From  string `json:"from"`
	Until string `json:"until"`
}

// Weekdays of the Kingdom, whose week begins on Sunday.
var Weekdays = []string{"sun", "mon", "tue", "wed", "thu", "fri", "sat"}

var (
	errHours = errors.New("must be days and hours like sat-thu 09:00-12:00 16:00-22:00; fri 16:00-23:00")
	spanForm = regexp.MustCompile(`^((?:[01][0-9]|2[0-3]):[0-5][0-9])-((?:[01][0-9]|2[0-3]):[0-5][0-9]|24:00)$`)
)

// Parse reads opening hours: groups of days with their spans, separated by semicolons.
func Parse(text string) (Week, error) {
	week := Week{}
	for group := range strings.SplitSeq(text, ";") {
		parts := strings.Fields(strings.ToLower(group))
		if len(parts) < 2 {
			return nil, errHours
		}
		days, spans := daysOf(parts[0]), spansOf(parts[1:])
		if days == nil || spans == nil {
			return nil, errHours
		}
		for _, day := range days {
			if _, twice := week[day]; twice {
				return nil, errors.New("has two entries for " + day)
			}
			week[day] = spans
		}
	}
	return week, nil
}

// daysOf returns one day, or a range of days, which may wrap around the end of the week; nil for other texts.
func daysOf(text string) (days []string) {
	first, last, more := strings.Cut(text, "-")
	from, to := slices.Index(Weekdays, first), slices.Index(Weekdays, last)
	if !more {
		to = from
	}
	if from < 0 || to < 0 {
		return nil
	}
	for at := from; ; at = (at + 1) % len(Weekdays) {
		if days = append(days, Weekdays[at]); at == to {
			return days
		}
	}
}

// spansOf returns spans in order without overlap; nil for other texts.
func spansOf(texts []string) (spans []Span) {
	for i, text := range texts {
		parts := spanForm.FindStringSubmatch(text)
		if parts == nil || parts[1] == parts[2] {
			return nil
		}
		if pastMidnight := parts[2] < parts[1]; pastMidnight && i < len(texts)-1 {
			return nil
		}
		if i > 0 && spans[i-1].Until >= parts[1] {
			return nil
		}
		spans = append(spans, Span{parts[1], parts[2]})
	}
	return spans
}
