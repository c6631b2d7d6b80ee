// Package nationaladdress is the port to the post, which knows the Saudi national addresses.
package nationaladdress

import (
	"context"
	"fmt"

	"selfcare/internal/gateway"
)

// Address is an address in the words of the post. A field that the post does not know is empty; without a place both coordinates
// are zero.
type Address struct {
	// Cities has the names of the city, in the requested language first.
	Cities              []string
	District, Street    string
	BuildingNumber      string
	Postcode            string
	AdditionalNumber    string
	Latitude, Longitude float64
}

// Gateway looks addresses up. It changes nothing, so every call may be repeated.
type Gateway interface {
	// Find returns the address of a short address (four capitals and four digits) in a language (ar or en). Errors are
	// gateway.ErrNotFound for a short address that the post does not know, ErrRetry, and ErrFinal if the post refuses us.
	Find(ctx context.Context, shortAddress, language string) (Address, error)
}

// Off is the gateway without a post: it knows no answer.
type Off struct{}

// Find never answers.
func (Off) Find(context.Context, string, string) (Address, error) {
	return Address{}, fmt.Errorf("no register of national addresses is configured: %w", gateway.ErrRetry)
}
