package search

import "selfcare/internal/domain/typed"

// Compared returns the comparable form of a text.
func Compared(text string) string { return folded(text) }

func folded(text string) string { return typed.Fold(text) }
