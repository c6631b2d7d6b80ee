package search

import "selfcare/internal/domain/typed"

// Compared is a text as it is compared with others.
func Compared(text string) string { return folded(text) }

func folded(text string) string { return typed.Fold(text) }
