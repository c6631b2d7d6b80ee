package payment

import (
	"fmt"
	"maps"
	"net/http"
	"slices"

	"selfcare/dev/simulator/engine"
)

// tokeniseApplePay makes the token of a card on a phone, mada by default. The phone has already asked its owner.
func tokeniseApplePay(c *engine.Call, body card) engine.Answer {
	brand := body.Brand
	if brand == "" {
		brand = mada
	}
	if testPrefixes[brand] == "" {
		return engine.Refuse(http.StatusUnprocessableEntity, "brand_invalid", "brand is MADA, VISA or MASTER")
	}
	number := testNumber(brand, "01")
	return keepToken(c, token{
		Brand: brand, Last4: number[12:], Outcome: outcomeApprove, Language: body.Language, Wallet: applePay,
		Expires: c.Now().Add(tokenLife),
	})
}

// byAmount is the outcome of an Apple Pay charge: the halalas of its amount choose like the two magic digits of a
// card. None asks for 3-D Secure.
func byAmount(amount int64) string {
	outcome := byDigits[fmt.Sprintf("%02d", amount%100)]
	if outcome == "" || behaviours[outcome].Challenge {
		return outcomeApprove
	}
	return outcome
}

// MagicAmount is an ending of an amount, in halalas, with its outcome.
type MagicAmount struct{ Halalas, Outcome string }

// ApplePayAmounts lists the endings of amounts that choose an outcome for Apple Pay.
func ApplePayAmounts() []MagicAmount {
	list := []MagicAmount{}
	for _, digits := range slices.Sorted(maps.Keys(byDigits)) {
		if !behaviours[byDigits[digits]].Challenge {
			list = append(list, MagicAmount{digits, byDigits[digits]})
		}
	}
	return list
}
