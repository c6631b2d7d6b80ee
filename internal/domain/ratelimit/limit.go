// Package ratelimit says how often a caller may do what: one table for the whole API.
package ratelimit

import (
	"time"

	"selfcare/internal/contract"
)

// Part identifies a counter. Personal parts are hashed before they are stored.
type Part string

// Parts of counters. Each request carries its address, device, account and order; a cap by a part that a request lacks does not
// count it.
const (
	Address   Part = "address"  // IPv6: /64
	Household Part = "IPv6 /64" // one customer's network; many customers share an IPv4 address
	Device    Part = "device"   // as registered with POST /auth/device, by its session
	Account   Part = "account"  // of the signed-in user, or the typed login
	Mobile    Part = "mobile or e-mail"
	IDNumber  Part = "ID number"
	Card      Part = "SIM number"
	Order     Part = "order"
	Purpose   Part = "purpose"
	Request   Part = "service request"
	Payment   Part = "payment"
)

// About holds the parts that the request does not carry itself.
type About map[Part]string

// Cap allows Max events in Window for each combination of its parts.
type Cap struct {
	By     []Part
	Max    int
	Window time.Duration // zero counts what exists at the same time
	// Setting names the business setting that replaces Max.
	Setting string
	// Code is the refusal; empty means too_many_requests.
	Code contract.Code
	// Failed counts only failures: a success is subtracted again.
	Failed bool
	// Slows asks for a proof of work at each try beyond Max instead of refusing it, so that a stranger cannot lock a customer
	// out.
	Slows bool
	// Robots asks callers near Max to prove that they are no robot (ADR 64).
	Robots bool
}

// NearPercent is the share of Max from which a caller has to prove that.
const NearPercent = 60

// Rule limits one action by one or several caps; the first exhausted cap refuses.
type Rule struct {
	Key  string // prefix of its counters
	What string
	Caps []Cap
	// Open lets requests pass while the counters are unavailable, because the rule guards no secret.
	Open bool
}

func by(parts ...Part) []Part { return parts }
