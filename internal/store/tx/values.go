package tx

import "time"

// PageSize is the length of the pages of support lists.
const PageSize = 50

// Offset returns how many rows come before a page, which counts from 1.
func Offset(page, perPage int) int64 { return int64(max(page, 1)-1) * int64(perPage) }

// OrNull returns null for an empty text.
func OrNull(text string) any {
	if text == "" {
		return nil
	}
	return text
}

// TimeOrNull returns null for the zero time.
func TimeOrNull(t time.Time) any {
	if t.IsZero() {
		return nil
	}
	return t
}
