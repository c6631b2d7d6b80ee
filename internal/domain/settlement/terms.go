package settlement

import "selfcare/internal/contract"

// Terms are the fees that were agreed with the provider. A refund costs nothing, and gives no fee back.
type Terms struct {
	MadaBasisPoints int // hundredths of a percent of the amount
	CardBasisPoints int // of any other card, and of a wallet
	Fixed           contract.Halalas
	VATPercent      int // on the fee
}

const (
	brandMada   = "MADA"
	basisPoints = 10_000
	percent     = 100
)

// Fee is what a movement costs us, and the VAT on that, each rounded half up to the halala.
func (t Terms) Fee(b Booked) (fee, vat contract.Halalas) {
	if b.Type != Payment {
		return 0, 0
	}
	rate := t.CardBasisPoints
	if b.Brand == brandMada {
		rate = t.MadaBasisPoints
	}
	fee = share(b.Amount, rate, basisPoints) + t.Fixed
	return fee, share(fee, t.VATPercent, percent)
}

func share(of contract.Halalas, part, whole int) contract.Halalas {
	p, w := contract.Halalas(part), contract.Halalas(whole)
	return (of*p*2 + w) / (2 * w)
}
