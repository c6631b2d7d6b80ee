package payment

import (
	"net/http"
	"strings"

	"selfcare/dev/simulator/engine"
)

// Codes of the test bank; any other is wrong. Those of a wallet are walletCodes.
const (
	codeApprove = "111111"
	codeRefuse  = "000000"
	maxWrong    = 3
)

type challengePage struct {
	page
	Charge   Charge
	Amount   string
	Action   string
	ReturnTo string
	Wrong    bool
	Over     bool
}

// challengePage asks the customer to approve a charge, in the language of the card fields by default.
func (s *System) challengePage(w http.ResponseWriter, r *http.Request) {
	var ch Charge
	var known bool
	err := s.Engine().View(func(tx *engine.Tx) { ch, known = chargeByID(tx, r.PathValue("id")) })
	if err != nil || !known {
		http.Error(w, newPage(r.URL.Query().Get("lang")).T["unknown"], http.StatusNotFound)
		return
	}
	s.showChallenge(w, r, ch, false)
}

func (s *System) showChallenge(w http.ResponseWriter, r *http.Request, ch Charge, wrong bool) {
	p := challengePage{
		page: newPage(ch.languageFor(r)), Charge: ch, Amount: Riyals(ch.Amount), Action: r.URL.RequestURI(), ReturnTo: ch.returnTo(),
		Wrong: wrong, Over: ch.Status != Challenge,
	}
	name := "challenge.html"
	if ch.Wallet == stcPay {
		name = "wallet.html"
	}
	// Browsers apply form-action to the redirect after the form, too.
	s.show(w, http.StatusOK, name, "frame-ancestors 'none'; form-action 'self' "+ch.returnOrigin(), p)
}

func (s *System) challengeAnswer(w http.ResponseWriter, r *http.Request) {
	var ch Charge
	var known bool
	err := s.Engine().Update(func(tx *engine.Tx) {
		if ch, known = chargeByID(tx, r.PathValue("id")); known && ch.Status == Challenge {
			ch = s.answerChallenge(tx, ch, r.FormValue("action"), westernDigits(r.FormValue("code")))
		}
	})
	switch {
	case err != nil:
		http.Error(w, "the answer was not kept", http.StatusInternalServerError)
	case !known:
		http.NotFound(w, r)
	case ch.Status == Challenge:
		s.showChallenge(w, r, ch, true)
	default:
		http.Redirect(w, r, ch.returnTo(), http.StatusSeeOther)
	}
}

func (s *System) answerChallenge(tx *engine.Tx, ch Charge, action, code string) Charge {
	switch {
	case action == "cancel":
		return s.end(tx, ch, Declined, declineCancelled)
	case ch.Wallet == stcPay && walletCodes[code] != "":
		return s.decide(tx, ch.typed(code))
	case ch.Wallet == "" && code == codeApprove:
		return s.decide(tx, ch)
	case ch.Wallet == "" && code == codeRefuse, ch.WrongCodes+1 >= maxWrong:
		return s.end(tx, ch, Declined, declineFailed)
	}
	ch.WrongCodes++
	charges.Put(tx, ch.Reference, ch)
	return ch
}

func chargeByID(tx *engine.Tx, id string) (Charge, bool) {
	reference, known := byID.Get(tx, id)
	if !known {
		return Charge{}, false
	}
	return charges.Get(tx, reference)
}

func westernDigits(text string) string {
	return strings.Map(func(r rune) rune {
		if r >= '٠' && r <= '٩' {
			return r - '٠' + '0'
		}
		return r
	}, strings.TrimSpace(text))
}
