// Package ratelimit says how often anybody may do what: one table for the whole API.
package ratelimit

import (
	"time"

	"selfcare/internal/contract"
)

// Part is what a counter is kept by. What is personal in it is hashed before it gets anywhere.
type Part string

// Parts of counters. Address, device, account and order are known of a request by itself; a cap by one that a request lacks does not count it.
const (
	Address   Part = "address"  // IPv6: /64
	Household Part = "IPv6 /64" // of one customer; many share an IPv4 address
	Device    Part = "device"   // as given to POST /auth/device, by the session it was answered with
	Account   Part = "account"  // of the signed-in user, or the login typed
	Mobile    Part = "mobile or e-mail"
	IDNumber  Part = "ID number"
	Card      Part = "SIM number"
	Order     Part = "order"
	Purpose   Part = "purpose"
	Request   Part = "service request"
)

// About are the parts that a request does not say by itself.
type About map[Part]string

// Cap allows Max in Window for each value of its parts together.
type Cap struct {
	By     []Part
	Max    int
	Window time.Duration // zero counts what is there at once
	// Setting names the business figure that takes the place of Max.
	Setting string
	// Code is what is answered beyond; too_many_requests where not set.
	Code contract.Code
	// Failed takes back what turned out well.
	Failed bool
	// Slows asks for a proof of work at each try beyond Max instead of refusing it: a stranger cannot lock a customer out.
	Slows bool
	// Robots has whoever comes near Max show that they are none (ADR 64).
	Robots bool
}

// NearPercent is the share of Max from which on a caller is asked to show that they are no robot.
const NearPercent = 60

// Rule limits one thing in one or several ways; the first cap that is reached refuses.
type Rule struct {
	Key  string // begins the names of its counters
	What string
	Caps []Cap
	// Open goes on where nothing can be counted: it guards no secret.
	Open bool
}

func by(parts ...Part) []Part { return parts }
