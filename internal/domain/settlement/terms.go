package settlement

import "selfcare/internal/contract"

// Terms are the agreed fees of the provider. A refund costs no fee and returns none.
type Terms struct {
	MadaBasisPoints int // hundredths of a percent of the amount
	CardBasisPoints int // of other cards and of wallets
	Fixed           contract.Halalas
	VATPercent      int // on the fee
}

const (
	brandMada   = "MADA"
	basisPoints = 10_000
	percent     = 100
)

// Fee is the fee of a movement and the VAT on it, each rounded half up to the halala.
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
