package payment

import (
	"fmt"
	"maps"
	"net/http"
	"slices"

	"selfcare/dev/simulator/engine"
)

// tokeniseApplePay makes the token of a card on a phone, mada unless asked otherwise. The phone has asked its owner already.
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

// byAmount is what an Apple Pay charge does: the halalas of its amount choose as the two magic digits of a card do. Nothing asks
// for 3-D Secure.
func byAmount(amount int64) string {
	outcome := byDigits[fmt.Sprintf("%02d", amount%100)]
	if outcome == "" || behaviours[outcome].Challenge {
		return outcomeApprove
	}
	return outcome
}

// MagicAmount is an ending of an amount, in halalas, with what it asks for.
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
