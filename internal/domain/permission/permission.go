// Package permission says which caller may do what: one table for the operations of the API, the entries of the menu and the
// pages of the site.
package permission

import (
	"slices"

	"selfcare/internal/contract"
)

// Key is a feature that the main account can grant to a sub-account.
type Key string

// Keys of the specification (§2, §6).
const (
	Entertainment   Key = "entertainment"
	CreditTransfer  Key = "credit_transfer"
	Bundles         Key = "bundles"
	Roaming         Key = "roaming"
	SpecialServices Key = "special_services"
	BuildYourBundle Key = "bundles_build_your_bundle"
	FindYourBundle  Key = "bundles_find_your_bundle"
	History         Key = "history"
	Bills           Key = "bills"
	UsageCalls      Key = "history_usage_calls"
	UsageData       Key = "history_usage_data"
	UsageSMS        Key = "history_usage_sms"
	RechargeBalance Key = "history_recharge_balance"
	RechargeData    Key = "history_recharge_data"
	TransferBalance Key = "history_transfer_balance"
	TransferData    Key = "history_transfer_data"
)

// Caller is the kind of caller that an operation is for.
type Caller int

// Kinds of callers.
const (
	Public     Caller = iota + 1
	Visitor           // any caller; a session is read if present, and its line then needs the key
	OrderOwner        // any holder of a session of the order, and the signed-in customer who owns it
	Device            // any session, signed in or not
	Customer          // a signed-in customer, on the chosen line
	Staff             // a signed-in member of staff
	Support           // a signed-in member of support
	System            // an outside system, by its signature
	Partner           // an outside system, by what its adapter checks
)

// Rule says which callers may call an operation. The fields from LineNeeded on narrow only Customer.
type Rule struct {
	Caller       Caller
	WithSession  bool    // OrderOwner with an additional session, signed in or not
	Part         []Scope // OrderOwner, also with a session limited to one of these scopes
	SessionSeen  bool    // OrderOwner; a session is read if present
	BeforeFactor bool    // also for staff who have not shown their second factor yet
	LineNeeded   bool    // not for staff
	MainOnly     bool    // not on a sub-account
	Key          Key     // needed in the access list of the chosen line
	Subscription string  // prepaid or postpaid; empty: both
}

// Line is the line that a caller has chosen.
type Line struct {
	Main         bool
	Subscription string   // prepaid or postpaid
	Access       []string // nil allows everything
}

// Scope limits a session of an order.
type Scope string

// Scopes of an order's sessions.
const (
	WholeOrder   Scope = "order"
	Tracking     Scope = "tracking"     // progress only: no personal data, and no step
	Activation   Scope = "activation"   // switch the line on: no personal data, and no other step
	Installation Scope = "installation" // the code of its eSIM
	Correction   Scope = "correction"   // data that another operator refused
	Payment      Scope = "payment"      // the amount to pay
	Assisted     Scope = "assisted"     // the steps of the wizard, by support for a customer on the telephone
)

// Scopes lists all of them. Package present shows each scope its part of an order; package messagelink gives scopes to links.
var Scopes = []Scope{WholeOrder, Tracking, Activation, Installation, Correction, Payment, Assisted}

// Allows tells whether a session with a scope may call an operation.
func (r Rule) Allows(scope Scope) bool {
	return scope == WholeOrder || slices.Contains(r.Part, scope)
}

// Validate refuses a line that the rule excludes.
func (r Rule) Validate(line Line) error {
	switch {
	case r.MainOnly && !line.Main,
		r.LineNeeded && line.Subscription == "",
		r.Subscription != "" && r.Subscription != line.Subscription,
		r.Key != "" && !Granted(line, r.Key):
		return contract.Refuse(contract.FailForbidden)
	default:
		return nil
	}
}

// Granted tells whether a line's access list has a key, and its subscription type has the feature.
func Granted(line Line, key Key) bool {
	if only, limited := subscriptionOf[key]; limited && only != line.Subscription {
		return false
	}
	return line.Access == nil || slices.Contains(line.Access, string(key))
}

// Kinds of subscription.
const (
	Prepaid  = "prepaid"
	Postpaid = "postpaid"
)

// subscriptionOf maps features to the only subscription type that has them: a prepaid line has no bills, a postpaid line no
// credit to transfer.
var subscriptionOf = map[Key]string{Bills: Postpaid, CreditTransfer: Prepaid}
