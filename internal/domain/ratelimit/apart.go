package ratelimit

import (
	"fmt"
	"time"

	"selfcare/internal/contract"
)

// Limits without a counter: the code that enforces them takes the figure from here.
const (
	StreamsOfOrder  = 20  // more open pages of one order than a customer needs
	StreamsOfClient = 500 // room for many customers behind one address
	CodeTries       = 5
	IdentityTries   = 5               // default of the setting
	PortTries       = 3               // default of the setting
	PasswordQueue   = 4 * time.Second // a longer wait is refused at once
)

// Standing is a limit outside Table: its subject and the place that keeps it.
type Standing struct {
	What    string
	By      Part
	Most    string
	Setting string
	Code    contract.Code
	Kept    string
}

// Apart lists the limits of the API outside Table (ADR 22); docs/security.md shows them below it.
var Apart = []Standing{
	{What: "watch an order", By: Order, Most: fmt.Sprintf("%d at once", StreamsOfOrder), Code: contract.FailRateLimited, Kept: inProcess},
	{What: "watch an order", By: Address, Most: fmt.Sprintf("%d at once", StreamsOfClient), Code: contract.FailRateLimited, Kept: inProcess},
	{What: "give a one-time code", By: "code", Most: fmt.Sprint(CodeTries), Code: contract.FailPinTries, Kept: "beside the code"},
	{What: "be sent a push of the identity app", By: Order, Most: fmt.Sprint(IdentityTries), Setting: "identityTries", Code: contract.FailIdentityTries, Kept: inOrder},
	{What: "have the request for a number sent, corrected ones included", By: Order, Most: fmt.Sprint(PortTries), Setting: "portTries", Code: contract.FailPortTries, Kept: inOrder},
	{What: "have a password checked or saved", By: "process", Most: fmt.Sprintf("all whose turn comes within %.0f s", PasswordQueue.Seconds()), Code: contract.FailSignInCrowded, Kept: inProcess},
}

const (
	inProcess = "each process of the API"
	inOrder   = "the order"
)
