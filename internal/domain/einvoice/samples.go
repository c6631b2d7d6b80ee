package einvoice

import (
	"time"

	"selfcare/internal/contract"
)

// Sample is an invented document with which a device shows the authority that it makes valid documents. It is no invoice.
type Sample struct {
	Name     string // of its kind, such as simplified-credit-note
	Document Document
}

// Samples returns an invoice, a credit note and a debit note, for businesses (standard), simplified, or both. The documents have no
// UUID and no place in a chain yet.
func Samples(seller Party, percent int, standard, simplified bool, at time.Time) ([]Sample, error) {
	var samples []Sample
	for _, of := range []struct {
		name             string
		wanted, business bool
	}{{"standard", standard, true}, {"simplified", simplified, false}} {
		if !of.wanted {
			continue
		}
		for _, kind := range []struct {
			name string
			kind Kind
		}{{"invoice", Invoice}, {"credit-note", CreditNote}, {"debit-note", DebitNote}} {
			d, err := sample(seller, percent, of.business, kind.kind, at)
			if err != nil {
				return nil, err
			}
			samples = append(samples, Sample{of.name + "-" + kind.name, d})
		}
	}
	return samples, nil
}

// sampleNet is the net amount of a sample, in halalas.
const sampleNet = 10_000

func sample(seller Party, percent int, business bool, kind Kind, at time.Time) (Document, error) {
	d := Document{
		Kind: kind, Number: "CHECK-" + string(kind), IssuedAt: at.In(Riyadh).Truncate(time.Second), Seller: seller, Paid: PaidByCard,
	}
	if kind != Invoice {
		d.Refers, d.Reason = "CHECK-"+string(Invoice), "Compliance check"
	}
	if business {
		d.Business, d.Supplied = true, d.IssuedAt
		d.Buyer = &Party{
			Name: "Compliance check", Scheme: "CRN", ID: "1010000000",
			Address: Address{Street: "King Fahd Road", Building: "1234", District: "Al Olaya", City: "Riyadh", Postal: "12211", Country: "SA"},
		}
	}
	lines := []Line{{Name: "Compliance check", Net: sampleNet, VAT: sampleNet / 100 * contract.Halalas(percent)}}
	return Itemised(d, lines, percent)
}
