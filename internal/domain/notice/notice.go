// Package notice holds the rules on the ways a message takes to a customer.
package notice

// Templates that mean something here.
const (
	Welcome = "line-active"       // an order's new line works
	Reward  = "referral-rewarded" // a promotion: an invitation was taken up

	Refunded        = "order-refunded"
	RefundedInvited = "order-refunded-invited" // the reward of the customer's invitation went back too
	Reversal        = "referral-reversed"      // the same for who invited
)

// progress are the messages on how an order comes along. All others are codes, concern the safety of an account or a
// line, or ask for something that must not be missed: they take every way there is.
var progress = map[string]bool{
	"order-placed": true, "order-dispatched": true, "order-delivered": true, "order-delivered-port": true, "order-held": true, "order-late": true, "incident-over": true,
	"activation-reminder": true, Welcome: true, "extra-sim-active": true, "esim-ready": true, "esim-ready-port": true, "esim-reminder": true,
	"port-submitted": true, "port-approved": true, "port-delayed": true, "port-postponed": true,
}

// IsProgress tells whether the customer's choice of ways counts for a message.
func IsProgress(template string) bool { return progress[template] }

// Ways are where a message goes; an empty one is not taken.
type Ways struct{ Mobile, Email string }

// Choice is what a customer said about the ways of messages.
type Choice struct{ SMS, Email, Promotions bool }

// Chosen are the ways that a message on an order takes. The confirmed e-mail of the account counts more than the one
// given with the order. A message always takes one way: the other one where the chosen one is unknown, SMS where none is
// chosen.
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

// Promoted are the ways that a promotion takes: those chosen, and none where the customer wants no promotions.
func Promoted(known Ways, choice Choice) Ways {
	if !choice.Promotions || !choice.SMS {
		known.Mobile = ""
	}
	if !choice.Promotions || !choice.Email {
		known.Email = ""
	}
	return known
}
