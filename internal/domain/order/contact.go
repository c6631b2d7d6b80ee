package order

import (
	"slices"
	"strings"
	"time"

	"selfcare/internal/contract"
)

// Verified returns the channels of a contact that the customer has proved to own. The known contacts contain only proved values.
func Verified(c contract.Contact, known ...contract.Contact) []contract.Channel {
	var channels []contract.Channel
	same := func(of func(contract.Contact) string) bool {
		return slices.ContainsFunc(known, func(k contract.Contact) bool { return of(k) != "" && strings.EqualFold(of(k), of(c)) })
	}
	if same(func(c contract.Contact) string { return c.Mobile }) {
		channels = append(channels, contract.ByMobile)
	}
	if same(func(c contract.Contact) string { return c.Email }) {
		channels = append(channels, contract.ByEmail)
	}
	return channels
}

// VerifiedContact returns the part of a contact that the customer has proved to own.
func VerifiedContact(c *contract.Contact) contract.Contact {
	var shown contract.Contact
	if c == nil {
		return shown
	}
	if slices.Contains(c.Verified, contract.ByMobile) {
		shown.Mobile = c.Mobile
	}
	if slices.Contains(c.Verified, contract.ByEmail) {
		shown.Email = c.Email
	}
	return shown
}

// IsReachedAt tells whether a customer is reached at the mobile of the contact, or at a proved e-mail: an unproved e-mail may
// belong to a stranger. Codes to a mobile are limited for each mobile, whichever orders they are for.
func IsReachedAt(c *contract.Contact, mobile, email string) bool {
	switch {
	case c == nil:
		return false
	case mobile != "":
		return c.Mobile == mobile
	default:
		return email != "" && strings.EqualFold(VerifiedContact(c).Email, email)
	}
}

// accountFor is how long after its start an order can open an account. Later, its mobile may belong to another person.
const accountFor = 60 * 24 * time.Hour

// ValidateAccount refuses an order that opens no account: its line is not in service, or it had an owner before.
func ValidateAccount(o contract.Order, now time.Time) error {
	if o.Stage != contract.StageActive || !MakesLine(o) || now.After(o.CreatedAt.Add(accountFor)) {
		return contract.Refuse(contract.FailOrderNoAccount)
	}
	return nil
}

// IsUnprovedEmail tells whether an e-mail is that of a contact, and its customer has not proved to own it.
func IsUnprovedEmail(c *contract.Contact, email string) bool {
	return c != nil && strings.EqualFold(c.Email, email) && VerifiedContact(c).Email == ""
}

// ValidateContact refuses a contact without a proved channel: with two typing errors the customer would never hear of the order
// again. A single channel is enough, because a newcomer may have no Saudi SIM yet.
func ValidateContact(c contract.Contact, mustVerify bool) error {
	if mustVerify && len(c.Verified) == 0 {
		return contract.Refuse(contract.FailContactUnverified)
	}
	return nil
}
