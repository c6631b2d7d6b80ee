// Package optional reads and writes the fields of the contract that may be absent.
package optional

import "time"

// Value is the value of a field that may be absent, or its zero value.
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

// Text is a text, or nothing where it is empty.
func Text[T ~string](text T) *T {
	if text == "" {
		return nil
	}
	return &text
}

// Positive is a count, or nothing where there is none.
func Positive(count int) *int {
	if count <= 0 {
		return nil
	}
	return &count
}

// Time is a time in UTC, or nothing where there is none.
func Time(at time.Time) *time.Time {
	if at.IsZero() {
		return nil
	}
	at = at.UTC()
	return &at
}

// OrEmpty makes a list that is written as [] and not as null.
func OrEmpty[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}

// True is what a contract says where it is so, and leaves out else.
func True(is bool) *bool {
	if !is {
		return nil
	}
	return &is
}
