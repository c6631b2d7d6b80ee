package ratelimit

import (
	"fmt"
	"time"

	"selfcare/internal/contract"
)

// What no counter bounds, but the place where it happens. Whoever enforces one of these takes its figure from here.
const (
	StreamsOfOrder  = 20  // more pages of one order than anybody looks at
	StreamsOfClient = 500 // room for the many customers behind one address
	CodeTries       = 5
	IdentityTries   = 5               // until the setting says another
	PortTries       = 3               // until the setting says another
	PasswordQueue   = 4 * time.Second // who would wait longer is better told so at once
)

// Standing is a limit that stands apart from Table: what it bounds and where it is kept.
type Standing struct {
	What    string
	By      Part
	Most    string
	Setting string
	Code    contract.Code
	Kept    string
}

// Apart are the limits of the API that are no row of Table (ADR 22); docs/security.md shows them below it.
var Apart = []Standing{
	{What: "watch an order", By: Order, Most: fmt.Sprintf("%d at once", StreamsOfOrder), Code: contract.FailRateLimited, Kept: inProcess},
	{What: "watch an order", By: Address, Most: fmt.Sprintf("%d at once", StreamsOfClient), Code: contract.FailRateLimited, Kept: inProcess},
	{What: "give a one-time code", By: "code", Most: fmt.Sprint(CodeTries), Code: contract.FailPinTries, Kept: "beside the code"},
	{What: "be sent a push of the identity app", By: Order, Most: fmt.Sprint(IdentityTries), Setting: "identityTries", Code: contract.FailIdentityTries, Kept: inOrder},
	{What: "have the request for a number sent, corrected ones included", By: Order, Most: fmt.Sprint(PortTries), Setting: "portTries", Code: contract.FailPortTries, Kept: inOrder},
	{What: "have a password compared or kept", By: "process", Most: fmt.Sprintf("all whose turn comes within %.0f s", PasswordQueue.Seconds()), Code: contract.FailSignInCrowded, Kept: inProcess},
}

const (
	inProcess = "each process of the API"
	inOrder   = "the order"
)
