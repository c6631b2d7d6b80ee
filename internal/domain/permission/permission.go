// Package permission says who may do what: one table for the operations of the API, the entries of the menu and the
// pages of the site.
package permission

import (
	"slices"

	"selfcare/internal/contract"
)

// Key is a feature that can be granted to a sub-account.
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

// Caller is the kind of caller an operation is for.
type Caller int

// Kinds of callers.
const (
	Anybody    Caller = iota + 1
	Visitor           // anybody; a session is looked at where one is shown, and its line then needs the key
	OrderOwner        // whoever holds a session of the order, and the signed-in customer it belongs to
	Device            // any session, signed in or not
	Customer          // a signed-in user, on the line chosen
	Staff             // a signed-in person who works for us
	Support           // a signed-in support person
	System            // an outside system, by its signature
)

// Rule is who may call an operation. The fields from LineNeeded on only narrow Customer.
type Rule struct {
	Caller       Caller
	WithSession  bool    // OrderOwner who also shows a session, signed in or not
	Part         []Scope // OrderOwner, also with a session that is good for no more than this
	SessionSeen  bool    // OrderOwner whose session is looked at where one is shown
	BeforeFactor bool    // also for people who work for us who have not shown their second factor yet
	LineNeeded   bool    // not for people who work for us
	MainOnly     bool    // not on a sub-account
	Key          Key     // needed in the access list of the line chosen
	Subscription string  // prepaid or postpaid; empty is both
}

// Line is the line chosen by a caller.
type Line struct {
	Main         bool
	Subscription string   // prepaid or postpaid
	Access       []string // nil allows everything
}

// Scope is what a session of an order is good for.
type Scope string

// Scopes of an order's sessions.
const (
	WholeOrder   Scope = "order"
	Tracking     Scope = "tracking"     // how it is getting on: nothing personal, and no step
	Activation   Scope = "activation"   // switch the line on: nothing personal, and no other step
	Installation Scope = "installation" // the code of its eSIM
	Correction   Scope = "correction"   // what another operator refused
	Payment      Scope = "payment"      // what is to be paid
	Assisted     Scope = "assisted"     // the steps of the wizard, by somebody of ours for whoever calls
)

// Scopes are all of them; what is shown of an order to each is in views, and which link gives which in link.
var Scopes = []Scope{WholeOrder, Tracking, Activation, Installation, Correction, Payment, Assisted}

// Allows tells whether a session of an order may call an operation.
func (r Rule) Allows(scope Scope) bool {
	return scope == WholeOrder || slices.Contains(r.Part, scope)
}

// Validate refuses a line that the rule is not for.
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

// Granted tells whether a line's access list has a key and the line's kind of subscription knows the feature.
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

// subscriptionOf has the features of one kind of subscription: there are no bills before paying, and no credit to
// transfer after.
var subscriptionOf = map[Key]string{Bills: Postpaid, CreditTransfer: Prepaid}
