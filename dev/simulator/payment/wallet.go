package payment

import (
	"maps"
	"net/http"
	"regexp"
	"slices"
	"strings"

	"selfcare/dev/simulator/engine"
)

// Wallets that pay instead of a card.
const (
	stcPay   = "stc-pay"
	applePay = "apple-pay"
)

// stcPayBrand is the card brand of an STC Pay charge.
const stcPayBrand = "STCPAY"

// stcPayBody names the wallet of a charge.
type stcPayBody struct {
	Mobile string `json:"mobile"`
}

var saudiMobile = regexp.MustCompile(`^05[0-9]{8}$`)

// useWallet is the token of an STC Pay wallet. Only the last digits of its mobile are stored.
func useWallet(mobile string) (t token, refusal engine.Answer, ok bool) {
	if !saudiMobile.MatchString(mobile) {
		return t, engine.Refuse(http.StatusUnprocessableEntity, "mobile_invalid", "a wallet has a mobile number of ten digits that starts with 05"), false
	}
	return token{Brand: stcPayBrand, Last4: mobile[len(mobile)-4:], Outcome: "challenge", Wallet: stcPay}, engine.Answer{}, true
}

// walletCodes are the outcomes of an STC Pay wallet, by the typed code; any other code is wrong.
var walletCodes = map[string]string{
	"123456": outcomeApprove, "111111": "insufficient-funds", "222222": "limit-exceeded", "333333": "limit-exceeded",
	"444444": "pending-then-paid",
}

// WalletCode is a code of the wallet's page with its outcome.
type WalletCode struct{ Code, Outcome string }

// WalletCodes lists the codes of a wallet's page.
func WalletCodes() []WalletCode {
	list := []WalletCode{}
	for _, code := range slices.Sorted(maps.Keys(walletCodes)) {
		list = append(list, WalletCode{code, walletCodes[code]})
	}
	return list
}

// typed applies a typed code of the wallet's page to a charge. The right code leaves a scripted outcome alone.
func (c Charge) typed(code string) Charge {
	if outcome := walletCodes[code]; outcome != outcomeApprove {
		c.Outcome = outcome
	}
	return c
}

// languageFor is the language of the code page. A wallet, and a payment at Moyasar, come without a language: the page takes the
// browser's, Arabic unless the browser prefers English.
func (c Charge) languageFor(r *http.Request) string {
	asked := r.URL.Query().Get("lang")
	switch {
	case asked != "":
		return asked
	case (c.Wallet == stcPay || c.Moyasar) && strings.HasPrefix(r.Header.Get("Accept-Language"), "en"):
		return "en"
	default:
		return c.Language
	}
}
