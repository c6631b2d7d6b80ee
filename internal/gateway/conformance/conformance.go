// Package conformance checks that a partner behaves as its port needs it: with the simulators in our tests, and with a partner's sandbox by
// selfcare partner check.
package conformance

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"selfcare/internal/gateway/jsonhttp"
	"selfcare/internal/gateway/partners"
)

// Given is what the operator gives for checks with an effect. An empty field leaves out the checks that need it.
type Given struct {
	Effects   bool   // pay, send and order
	CardToken string // single use, of a card that pays without 3-D Secure
	ReturnURL string // after 3-D Secure
	Mobile    string // 05 and eight digits: gets an SMS
	Email     string // gets a letter
	IDNumber  string // of a person who uses the identity app: gets a push
	Parcel    bool   // book one parcel. Many couriers cancel no booking
	Abroad    string // + and digits: a number whose operator is asked for; nothing is sent to it
}

// Check is one promise of a port.
type Check struct {
	Name string // a sentence that holds
	// Needs names what the operator has to give first; empty if nothing is missing.
	Needs func(Given) string
	Run   func(ctx context.Context, g *partners.Gateways, in Given) error
}

// Outcome of a check.
type Outcome string

// Outcomes of checks.
const (
	Holds   Outcome = "HOLDS"
	Broken  Outcome = "BROKEN"
	Skipped Outcome = "SKIPPED"
)

// Result is a check that was run, or left out.
type Result struct {
	Name      string
	Outcome   Outcome
	Why       string // of Broken and Skipped
	Exchanges []jsonhttp.Exchange
}

// ErrUnknownPort means that a port has no checks.
var ErrUnknownPort = errors.New("there are no checks for this port")

// Ports lists the ports with checks.
func Ports() []string { return slices.Sorted(maps.Keys(checks)) }

// Run runs the checks of a port, those without an effect first, and reports each result. A broken one does not stop the others.
func Run(ctx context.Context, port string, g *partners.Gateways, in Given, report func(Result)) error {
	list, known := checks[port]
	if !known {
		return fmt.Errorf("%w: %s; there are for %s", ErrUnknownPort, port, strings.Join(Ports(), ", "))
	}
	for _, c := range list {
		report(run(ctx, c, g, in))
	}
	return nil
}

func run(ctx context.Context, c Check, g *partners.Gateways, in Given) Result {
	result := Result{Name: c.Name, Outcome: Holds}
	if c.Needs != nil {
		if missing := c.Needs(in); missing != "" {
			result.Outcome, result.Why = Skipped, "needs "+missing
			return result
		}
	}
	ctx = jsonhttp.WithTranscript(ctx, func(e jsonhttp.Exchange) { result.Exchanges = append(result.Exchanges, e) })
	if err := c.Run(ctx, g, in); err != nil {
		result.Outcome, result.Why = Broken, err.Error()
	}
	return result
}

// checks are the promises by port.
var checks = map[string][]Check{
	"payment":  paymentChecks,
	"sms":      smsChecks,
	"email":    emailChecks,
	"identity": identityChecks,
	"courier":  courierChecks,
	"esim":     esimChecks,
	"topup":    topUpChecks,
	"registry": registryChecks,
}

// require returns a check that names what is missing: effects, or a value with its flag.
func require(flag string, value func(Given) string) func(Given) string {
	return func(in Given) string {
		switch {
		case !in.Effects && flag != "":
			return "--effects and " + flag
		case !in.Effects:
			return "--effects"
		case value != nil && value(in) == "":
			return flag
		default:
			return ""
		}
	}
}
