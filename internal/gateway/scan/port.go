// Package scan looks files through for viruses.
package scan

import (
	"context"
	"fmt"

	"selfcare/internal/gateway"
)

// Verdict is what was found in a file.
type Verdict string

// Verdicts.
const (
	Clean    Verdict = "clean"
	Infected Verdict = "infected"
)

// Gateway is the scanner.
type Gateway interface {
	// Scan looks a file through. It may be repeated.
	Scan(ctx context.Context, reference string, content []byte) (Verdict, error)
}

// Off stands where no scanner is configured: nothing counts as looked through.
type Off struct{}

// Scan never answers.
func (Off) Scan(context.Context, string, []byte) (Verdict, error) {
	return "", fmt.Errorf("no scanner is configured: %w", gateway.ErrRetry)
}
