// Package optional reads and writes optional fields of the contract.
package optional

import "time"

// Value returns the value of an optional field, or its zero value.
func Value[T any](optional *T) T {
	if optional == nil {
		var zero T
		return zero
	}
	return *optional
}

// Part makes an optional part of a generated answer, whose type has no name, and returns it for filling.
func Part[T any](part **T) *T {
	*part = new(T)
	return *part
}

// Text returns nil for an empty text.
func Text[T ~string](text T) *T {
	if text == "" {
		return nil
	}
	return &text
}

// Positive returns nil for zero.
func Positive(count int) *int {
	if count <= 0 {
		return nil
	}
	return &count
}

// Time returns a time in UTC, or nil for the zero time.
func Time(at time.Time) *time.Time {
	if at.IsZero() {
		return nil
	}
	at = at.UTC()
	return &at
}

// OrEmpty makes a list that encodes as [] instead of null.
func OrEmpty[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}

// True returns nil for false: the contract leaves the field out.
func True(is bool) *bool {
	if !is {
		return nil
	}
	return &is
}
