// Package notice holds the rules on the channels of messages to a customer.
package notice

// Templates with rules of their own.
const (
	Welcome = "line-active"       // the new line of an order is active
	Reward  = "referral-rewarded" // a promotion: an invitation was accepted

	Refunded        = "order-refunded"
	RefundedInvited = "order-refunded-invited" // the reward of the customer's invitation was reversed too
	Reversal        = "referral-reversed"      // the same for the inviting customer
)

// progress lists the messages about the progress of an order. All other messages are codes, concern the security of an account or
// a line, or ask for an action: they go out through every channel.
var progress = map[string]bool{
	"order-placed": true, "order-dispatched": true, "order-delivered": true, "order-delivered-port": true, "order-held": true, "order-late": true, "incident-over": true,
	"activation-reminder": true, Welcome: true, "extra-sim-active": true, "esim-ready": true, "esim-ready-port": true, "esim-reminder": true,
	"port-submitted": true, "port-approved": true, "port-delayed": true, "port-postponed": true,
}

// IsProgress tells whether the customer's choice of channels applies to a message.
func IsProgress(template string) bool { return progress[template] }

// Ways are the addresses of a message; an empty one is not used.
type Ways struct{ Mobile, Email string }

// Choice holds the customer's choice of channels.
type Choice struct{ SMS, Email, Promotions bool }

// Chosen returns the addresses for a message about an order. The confirmed e-mail of the account wins over the one of the order.
// A message always has one address: the other channel when the chosen address is unknown, and SMS when no channel is chosen.
func Chosen(given Ways, choice Choice, confirmed string) Ways {
	if choice.Email && confirmed != "" {
		given.Email = confirmed
	}
	switch {
	case choice.SMS && choice.Email:
		return given
	case choice.Email && given.Email != "", given.Mobile == "":
		return Ways{Email: given.Email}
	default:
		return Ways{Mobile: given.Mobile}
	}
}

// Rest returns the addresses that a customer gave and a message has not used.
func Rest(given, used Ways) Ways {
	if used.Mobile != "" {
		given.Mobile = ""
	}
	if used.Email != "" {
		given.Email = ""
	}
	return given
}

// Promoted returns the addresses for a promotion: the chosen channels, and none for a customer who declined promotions.
func Promoted(known Ways, choice Choice) Ways {
	if !choice.Promotions || !choice.SMS {
		known.Mobile = ""
	}
	if !choice.Promotions || !choice.Email {
		known.Email = ""
	}
	return known
}
