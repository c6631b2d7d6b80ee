package settlement

import "selfcare/internal/contract"

// Listing names the batches that the provider made on a day.
type Listing struct {
	IDs []string
	// Within is the number of days from a movement to the day of the batch that has it, at most.
	Within int
}

// Batch is what the provider settled at once, with its readable lines. It may span several days. Unread has the numbers of the unreadable
// lines; their text may hold anything, so we do not keep it.
type Batch struct {
	ID     string
	Lines  []Line
	Unread []int
	Sums   Sums
	Broken string // why nothing of it can be trusted, in one word; then nothing else is set
	SHA256 []byte // of the provider's own text
}

// Sums are the totals of batches.
type Sums struct {
	Count       int // of lines, including unreadable ones
	Payments    contract.Halalas
	Refunds     contract.Halalas // and voided payments
	Chargebacks contract.Halalas
	Fees        contract.Halalas
	VAT         contract.Halalas // on the fees
}

// Add counts the amounts of a line.
func (s *Sums) Add(l Line) {
	switch l.Type {
	case Refund, Void:
		s.Refunds += l.Amount
	case Chargeback:
		s.Chargebacks += l.Amount
	case Payment:
		s.Payments += l.Amount
	case Fee: // all of it is Fee and VAT
	}
	s.Fees += l.Fee
	s.VAT += l.VAT
}

// Plus returns the totals of both.
func (s Sums) Plus(other Sums) Sums {
	return Sums{
		Count: s.Count + other.Count, Payments: s.Payments + other.Payments, Refunds: s.Refunds + other.Refunds,
		Chargebacks: s.Chargebacks + other.Chargebacks, Fees: s.Fees + other.Fees, VAT: s.VAT + other.VAT,
	}
}
