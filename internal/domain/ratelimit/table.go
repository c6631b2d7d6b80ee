package ratelimit

import (
	"time"

	"selfcare/internal/contract"
)

// Name is a row of the table.
type Name int

// The rows.
const (
	DeviceSession Name = iota
	SignIn
	SignInOnKnownDevice
	SecondFactor
	PasswordChange
	PasskeyChallenge
	PasskeySignIn
	SocialSignIn
	Registration
	EmailQuestion
	IDGuess
	LoginCode
	Code
	CodeGuess
	OrderCode
	OrderCodeGuess
	LookUp
	LookUpCode
	LookUpMessage
	OrderLink
	BillLink
	ShortLink
	OffersLink
	CardSearch
	OrderStart
	NumberHold
	NumberChange
	HoldExtension
	Eligibility
	IdentityPush
	IdentityPushAgain
	PromoCode
	PromoCheck
	Invitation
	ProfileMessage
	PurchaseStart
	BillPayment
	WalletCode
	VoucherGuess
	FriendCheck
	AbroadCheck
	AddressLookUp
	ClientReports
	Opinions
	SupportSearch
	CallerCode
	PaymentLink
	TicketForm
	TicketMessage
	TicketLookUp
	TicketAction
	Attachment
	rows
)

const day = 24 * time.Hour

// Table holds all counted limits of the API; docs/security.md shows it. Apart holds the others.
var Table = [rows]Rule{
	DeviceSession: {Key: "device", What: "open the session of a device", Open: true, Caps: []Cap{
		{By: by(Address), Max: 600, Window: 10 * time.Minute, Setting: "deviceSessionsByAddress"}, // high, because mobile networks share addresses
	}},
	SignIn: {Key: "sign-in", What: "sign in with a password", Caps: []Cap{
		{By: by(Address), Max: 50, Window: 5 * time.Minute, Robots: true},
		{By: by(Account, Address), Max: 10, Window: 15 * time.Minute, Failed: true}, // a stranger cannot lock a customer out
		{By: by(Account), Max: 100, Window: time.Hour, Slows: true},                 // counts tries from many addresses; known devices pass
	}},
	SignInOnKnownDevice: {Key: "sign-in-known", What: "sign in with a password on a device that the account was signed in on before", Caps: []Cap{
		{By: by(Address), Max: 50, Window: 5 * time.Minute},
		{By: by(Account, Device), Max: 10, Window: 15 * time.Minute, Failed: true},
	}},
	SecondFactor: {Key: "second-factor", What: "give a code of an authenticator app, or a recovery code", Caps: []Cap{
		{By: by(Account), Max: 10, Window: 15 * time.Minute, Failed: true},
	}},
	PasswordChange: {Key: "password", What: "give the old password to change it", Caps: []Cap{
		{By: by(Account), Max: 10, Window: 15 * time.Minute},
	}},
	PasskeyChallenge: {Key: "passkey", What: "begin a sign-in with a passkey", Open: true, Caps: []Cap{
		{By: by(Address), Max: 600, Window: 10 * time.Minute}, // each sign-in page asks when it opens
		{By: by(Device), Max: 60, Window: 10 * time.Minute},
	}},
	PasskeySignIn: {Key: "passkey-sign-in", What: "sign in with a passkey", Caps: []Cap{
		{By: by(Address), Max: 50, Window: 5 * time.Minute, Failed: true, Robots: true},
		{By: by(Device), Max: 10, Window: 15 * time.Minute, Failed: true},
	}},
	SocialSignIn: {Key: "social", What: "go to a social sign-in", Caps: []Cap{
		{By: by(Address), Max: 100, Window: 10 * time.Minute},
	}},
	Registration: {Key: "register", What: "check the data of a registration", Caps: []Cap{
		{By: by(Address), Max: 20, Window: 10 * time.Minute, Robots: true},
	}},
	EmailQuestion: {Key: "email", What: "find out whether an e-mail has an account", Caps: []Cap{
		{By: by(Address), Max: 30, Window: 10 * time.Minute},
	}},
	IDGuess: {Key: "id", What: "give the ID number of a line", Caps: []Cap{
		{By: by(Device), Max: 20, Window: 10 * time.Minute},
		{By: by(Mobile), Max: 20, Window: 10 * time.Minute},
		{By: by(Address), Max: 300, Window: 10 * time.Minute}, // high, because mobile networks share addresses
	}},
	LoginCode: {Key: "otp-request", What: "ask whether a number can sign in by code", Open: true, Caps: []Cap{
		{By: by(Address), Max: 100, Window: time.Hour, Robots: true},
	}},
	// The cap by number or e-mail cannot be evaded; the others limit a single sender.
	Code: {Key: "code", What: "have a one-time code sent", Caps: []Cap{
		{By: by(Address), Max: 100, Window: time.Hour, Robots: true},
		{By: by(Device), Max: 20, Window: time.Hour, Robots: true},
		{By: by(Purpose, Mobile), Max: 1, Window: ResendAfter, Code: contract.FailPinTooSoon},
		{By: by(Mobile), Max: 5, Window: time.Hour},
	}},
	CodeGuess: {Key: "code-guess", What: "give a one-time code", Caps: []Cap{
		{By: by(Address), Max: 200, Window: time.Hour},
	}},
	OrderCode: {Key: "order-code", What: "have a code sent to the mobile or e-mail given with an order", Caps: []Cap{
		{By: by(Address), Max: 600, Window: time.Hour},
		{By: by(Purpose, Mobile), Max: 1, Window: ResendAfter, Code: contract.FailPinTooSoon}, // first, so that impatient customers are not locked out
		{By: by(Order), Max: 10, Window: time.Hour},
		{By: by(Mobile), Max: 5, Window: time.Hour},
	}},
	OrderCodeGuess: {Key: "order-code-guess", What: "give the code that was sent to the mobile or e-mail given with an order", Caps: []Cap{
		{By: by(Order), Max: 40, Window: time.Hour},
	}},
	LookUp: {Key: "look-up", What: "look an order up", Caps: []Cap{
		{By: by(Address), Max: 30, Window: 10 * time.Minute, Robots: true},
	}},
	// Separate from Code, so that looking up orders does not use up the codes that the mobile's owner needs to sign in.
	LookUpCode: {Key: "look-up-code", What: "have the code of an order sent", Caps: []Cap{
		{By: by(Device), Max: 20, Window: time.Hour, Robots: true},
		{By: by(Order, Mobile), Max: 1, Window: ResendAfter, Code: contract.FailPinTooSoon},
		{By: by(Order, Mobile), Max: 5, Window: time.Hour},
	}},
	// Counted only for a matching order, so that a stranger who tries order numbers uses nothing up. Beyond the cap no message is
	// sent.
	LookUpMessage: {Key: "look-up-message", What: "receive codes of orders, for all orders together", Caps: []Cap{
		{By: by(Mobile), Max: 1, Window: ResendAfter},
		{By: by(Mobile), Max: 5, Window: time.Hour},
	}},
	OrderLink: {Key: "order-link", What: "open the link of a message", Open: true, Caps: []Cap{ // 96 random bits cannot be guessed
		{By: by(Address), Max: 300, Window: 10 * time.Minute},
		{By: by(Device), Max: 30, Window: 10 * time.Minute},
	}},
	ShortLink: {Key: "short-link", What: "follow the short link of a message to its page", Open: true, Caps: []Cap{
		{By: by(Address), Max: 300, Window: 10 * time.Minute},
	}},
	OffersLink: {Key: "offers-link", What: "choose about promotions by the link of a promotion", Open: true, Caps: []Cap{
		{By: by(Address), Max: 1000, Window: 10 * time.Minute}, // high, because a mail provider sends the clicks of all its users
	}},
	BillLink: {Key: "bill-link", What: "see or pay a bill by the link of its message", Open: true, Caps: []Cap{
		{By: by(Address), Max: 1000, Window: 10 * time.Minute}, // high, because mobile networks share addresses and the page asks for the state of a payment
	}},
	// A matching pair is not counted against the person's next order, and gives a guesser nothing: it needs both numbers.
	CardSearch: {Key: "card", What: "find an order by its SIM", Caps: []Cap{
		{By: by(Address), Max: 10, Window: 10 * time.Minute},
		{By: by(IDNumber), Max: 10, Window: time.Hour, Failed: true},
		{By: by(Card), Max: 10, Window: time.Hour, Failed: true}, // card numbers are consecutive
	}},
	OrderStart: {Key: "order-start", What: "start an order", Open: true, Caps: []Cap{
		{By: by(Address), Max: 600, Window: 10 * time.Minute, Setting: "orderStartsByAddress", Code: contract.FailTooManyOrders},
		{By: by(Device), Max: 20, Window: 10 * time.Minute, Setting: "orderStartsByDevice", Code: contract.FailTooManyOrders},
	}},
	NumberHold: {Key: "hold", What: "hold a number", Open: true, Caps: []Cap{
		{By: by(Device), Max: 5, Setting: "holdsByDevice", Code: contract.FailTooManyHolds},
		{By: by(Household), Max: 20, Setting: "holdsByHousehold", Code: contract.FailTooManyHolds},
		{By: by(Address), Max: 100, Setting: "holdsByAddress", Code: contract.FailTooManyHolds}, // offices and carriers share one address
	}},
	NumberChange: {Key: "number-change", What: "choose another number for an order", Open: true, Caps: []Cap{
		{By: by(Order), Max: 20, Window: day, Code: contract.FailNumberChanges},
	}},
	HoldExtension: {Key: "extension", What: "keep a number longer, also in another order", Open: true, Caps: []Cap{
		{By: by(Mobile, Device), Max: 1, Window: time.Hour, Setting: "maxExtensions", Code: contract.FailHoldLimit},
	}},
	// The person registry tells a guesser whether an ID and a birth date belong together.
	Eligibility: {Key: "eligibility", What: "ask the person registry", Caps: []Cap{
		{By: by(Order), Max: 5, Window: day, Code: contract.FailEligibilityTries},
		{By: by(Address), Max: 300, Window: time.Hour, Setting: "eligibilityByAddress", Code: contract.FailEligibilityTries},
		{By: by(IDNumber, Address), Max: 10, Window: day, Code: contract.FailEligibilityTries},
		{By: by(IDNumber), Max: 30, Window: day, Code: contract.FailEligibilityTries},
	}},
	IdentityPush: {Key: "identity", What: "send a push to a person's identity app, for all orders together", Caps: []Cap{
		{By: by(IDNumber), Max: 4, Window: 5 * time.Minute, Setting: "identityPushes", Code: contract.FailIdentityTooOften},
		{By: by(IDNumber), Max: 15, Window: day, Setting: "identityPushesADay", Code: contract.FailIdentityTooOften},
	}},
	IdentityPushAgain: {Key: "identity-again", What: "send another push after the person said no", Caps: []Cap{
		{By: by(IDNumber), Max: 2, Window: 5 * time.Minute, Code: contract.FailIdentityTooOften},
		{By: by(IDNumber), Max: 4, Window: day, Code: contract.FailIdentityTooOften},
	}},
	PromoCode: {Key: "promo", What: "try a promo code", Caps: []Cap{
		{By: by(Order), Max: 10, Window: time.Hour},
		{By: by(Address), Max: 60, Window: 10 * time.Minute},
	}},
	PromoCheck: {Key: "promo-check", What: "ask what a promo code gives, or buy with one", Caps: []Cap{
		{By: by(Device), Max: 20, Window: time.Hour},
		{By: by(Account), Max: 20, Window: time.Hour},
		{By: by(Address), Max: 60, Window: 10 * time.Minute},
	}},
	Invitation: {Key: "invitation", What: "find out whether an invitation is valid", Open: true, Caps: []Cap{
		{By: by(Address), Max: 60, Window: 10 * time.Minute, Failed: true}, // friends share links, and addresses
	}},
	ProfileMessage: {Key: "esim-message", What: "have the activation code of an eSIM sent again", Caps: []Cap{
		{By: by(Order), Max: 1, Window: time.Minute},
		{By: by(Order), Max: 5, Window: time.Hour},
	}},
	PurchaseStart: {Key: "purchase", What: "buy something outside an order, or add a card", Caps: []Cap{
		{By: by(Account), Max: 30, Window: 10 * time.Minute},
	}},
	BillPayment: {Key: "bill-payment", What: "pay a bill by the link of its message", Caps: []Cap{
		{By: by(Address), Max: 60, Window: 10 * time.Minute},
	}},
	WalletCode: {Key: "wallet-code", What: "give the code of an STC Pay wallet", Caps: []Cap{
		{By: by(Payment), Max: 10, Window: time.Hour},
		{By: by(Address), Max: 200, Window: time.Hour}, // high, because mobile networks share addresses
	}},
	VoucherGuess: {Key: "voucher", What: "use a voucher", Caps: []Cap{
		{By: by(Account), Max: 10, Window: time.Hour, Code: contract.FailVoucherTries, Failed: true},
		{By: by(Address), Max: 60, Window: time.Hour, Code: contract.FailVoucherTries},
	}},
	FriendCheck: {Key: "friend", What: "recharge a friend's number, or ask whether that is possible", Caps: []Cap{
		{By: by(Account), Max: 40, Window: time.Hour, Code: contract.FailFriendTries},
	}},
	// The answer reveals data about a stranger's number, and the partner counts our requests.
	AbroadCheck: {Key: "abroad", What: "ask the partner about a number of another country", Caps: []Cap{
		{By: by(Account), Max: 60, Window: time.Hour, Code: contract.FailInternationalTries},
	}},
	AddressLookUp: {Key: "national-address", What: "look up a short national address", Caps: []Cap{
		{By: by(Address), Max: 60, Window: 10 * time.Minute, Robots: true}, // each look-up costs us a call of the post
	}},
	ClientReports: {Key: "client-reports", What: "report what a browser met", Open: true, Caps: []Cap{
		{By: by(Address), Max: 600, Window: 10 * time.Minute, Setting: "clientReportsByAddress"}, // high, like the first row
	}},
	Opinions: {Key: "opinions", What: "say whether an answer helped", Open: true, Caps: []Cap{
		{By: by(Device), Max: 60, Window: time.Hour},
		{By: by(Address), Max: 600, Window: time.Hour},
	}},
	SupportSearch: {Key: "support-search", What: "search for customers and orders, as support", Caps: []Cap{
		{By: by(Account), Max: 200, Window: 10 * time.Minute},
	}},
	CallerCode: {Key: "caller-code", What: "have a code sent to a caller, as support", Caps: []Cap{
		{By: by(Account), Max: 60, Window: time.Hour},
		{By: by(Purpose, Mobile), Max: 1, Window: ResendAfter, Code: contract.FailPinTooSoon},
		{By: by(Mobile), Max: 5, Window: time.Hour},
	}},
	PaymentLink: {Key: "payment-link", What: "send the customer of an order the link to pay it, as support", Caps: []Cap{
		{By: by(Order), Max: 5, Window: time.Hour},
	}},
	TicketForm: {Key: "service-request", What: "write a complaint or the form of a reseller", Caps: []Cap{
		{By: by(Device), Max: 10, Window: time.Hour},
		{By: by(Account), Max: 10, Window: time.Hour},
		{By: by(Address), Max: 100, Window: time.Hour, Robots: true},
	}},
	// Counted after all other checks of the form, so that a correction does not have to wait.
	TicketMessage: {Key: "service-request-message", What: "name a mobile that is told of a complaint or of the form of a reseller", Caps: []Cap{
		{By: by(Mobile), Max: 1, Window: ResendAfter},
		{By: by(Mobile), Max: 5, Window: time.Hour},
	}},
	TicketLookUp: {Key: "service-request-look-up", What: "look a service request up", Caps: []Cap{
		{By: by(Device), Max: 20, Window: 10 * time.Minute, Failed: true},
		{By: by(Address), Max: 30, Window: 10 * time.Minute, Failed: true, Robots: true},
	}},
	TicketAction: {Key: "service-request-action", What: "reply to support, close a service request, or reopen it", Caps: []Cap{
		{By: by(Request), Max: 20, Window: time.Hour},
		{By: by(Device), Max: 60, Window: time.Hour},
		{By: by(Account), Max: 60, Window: time.Hour},
		{By: by(Address), Max: 200, Window: time.Hour},
	}},
	Attachment: {Key: "attachment", What: "hand over a file for a complaint or a reply", Caps: []Cap{
		{By: by(Device), Max: 30, Window: time.Hour},
		{By: by(Account), Max: 30, Window: time.Hour},
		{By: by(Address), Max: 200, Window: time.Hour, Robots: true},
	}},
}

// ResendAfter is the countdown of "send again".
const ResendAfter = time.Minute
