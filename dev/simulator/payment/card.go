package payment

import (
	"maps"
	"slices"

	"selfcare/dev/simulator/engine"
)

// behaviour is the outcome of a charge to a card.
type behaviour struct {
	Challenge bool   // asks for 3-D Secure first
	Pending   bool   // is decided only after a while
	Decline   string // code of the refusal; "" = paid
	Hold      bool   // the answer never comes
	Quiet     bool   // no call-back reports the end
	NoRefund  bool   // refunds are refused
	Nothing   bool   // with Hold: the charge is not even stored
	Busy      bool   // is slow; the same key is refused meanwhile
}

// outcomeRefundRefused refuses a refund, for scenarios.
const outcomeRefundRefused = "refund-refused"

// outcomeApprove pays at once.
const outcomeApprove = "approve"

// behaviours by outcome, for scenarios.
var behaviours = map[string]behaviour{
	outcomeApprove:            {},
	outcomeExpires:            {},
	"challenge":               {Challenge: true},
	"challenge-then-decline":  {Challenge: true, Decline: "insufficient_funds"},
	"do-not-honor":            {Decline: "do_not_honor"},
	"lost-card":               {Decline: "lost_card"},
	"stolen-card":             {Decline: "stolen_card"},
	"insufficient-funds":      {Decline: "insufficient_funds"},
	"expired-card":            {Decline: "expired_card"},
	"limit-exceeded":          {Decline: "limit_exceeded"},
	"pending-then-paid":       {Pending: true},
	"pending-then-declined":   {Pending: true, Decline: "do_not_honor"},
	"unknown-then-paid":       {Hold: true, Quiet: true},
	"unknown-then-pending":    {Hold: true, Pending: true},
	"unknown-nothing-charged": {Hold: true, Nothing: true},
	"slow-then-paid":          {Busy: true},
	"no-refund":               {NoRefund: true},
}

// byDigits maps the two digits before a test card's check digit to an outcome, after ISO 8583 response codes.
var byDigits = map[string]string{
	"01": outcomeApprove, "02": "challenge", "03": "challenge-then-decline", "05": "do-not-honor", "07": "no-refund", "09": "slow-then-paid",
	"20": "pending-then-paid", "21": "pending-then-declined", "41": "lost-card", "43": "stolen-card",
	"51": "insufficient-funds", "54": "expired-card", "55": outcomeExpires, "61": "limit-exceeded", "68": "unknown-nothing-charged",
	"91": "unknown-then-paid", "96": "unknown-then-pending",
}

// Card brands.
const (
	mada       = "MADA"
	visa       = "VISA"
	masterCard = "MASTER"
)

// testPrefixes start the only cards that work; seven zeros, two magic digits and the check digit follow.
var testPrefixes = map[string]string{mada: "968290", visa: "400090", masterCard: "520090"}

const filling = "0000000"

func outcomes() []string { return slices.Sorted(maps.Keys(behaviours)) }

// testCard returns brand and outcome of a test card; any other card is refused, real ones above all.
func testCard(number string) (brand, outcome string, ok bool) {
	if len(number) != 16 || !engine.LuhnValid(number) || number[6:13] != filling {
		return "", "", false
	}
	for of, prefix := range testPrefixes {
		if number[:6] == prefix {
			brand = of
		}
	}
	outcome = byDigits[number[13:15]]
	return brand, outcome, brand != "" && outcome != ""
}

// TestCard is one outcome with its cards.
type TestCard struct{ MADA, VISA, MASTER, Outcome string }

// TestCards lists the working cards.
func TestCards() []TestCard {
	list := []TestCard{}
	for _, digits := range slices.Sorted(maps.Keys(byDigits)) {
		list = append(list, TestCard{testNumber(mada, digits), testNumber(visa, digits), testNumber(masterCard, digits), byDigits[digits]})
	}
	return list
}

func testNumber(brand, digits string) string {
	return engine.LuhnAppend(testPrefixes[brand] + filling + digits)
}
