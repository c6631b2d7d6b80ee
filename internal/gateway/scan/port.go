// Package scan is the port to the virus scanner.
package scan

import (
	"context"
	"fmt"

	"selfcare/internal/gateway"
)

// Verdict is the result of a scan.
type Verdict string

// The verdicts.
const (
	Clean    Verdict = "clean"
	Infected Verdict = "infected"
)

// Gateway is the scanner.
type Gateway interface {
	// Scan scans a file. It may be repeated.
	Scan(ctx context.Context, reference string, content []byte) (Verdict, error)
}

// Off is the gateway without a scanner: no file counts as scanned.
type Off struct{}

// Scan never answers.
func (Off) Scan(context.Context, string, []byte) (Verdict, error) {
	return "", fmt.Errorf("no scanner is configured: %w", gateway.ErrRetry)
}
