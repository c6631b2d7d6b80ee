package settlement

import (
	"slices"
	"time"

	"selfcare/internal/contract"
)

// Kind is how the provider and our books differ.
type Kind string

// Kinds of differences. A line has at most one: the first in this order that applies.
const (
	BrokenFile  Kind = "broken-file" // a batch of which nothing can be trusted
	Unreadable  Kind = "unreadable"
	Duplicate   Kind = "duplicate"    // an earlier line or batch had it
	Unknown     Kind = "unknown"      // not in our books
	ChargedBack Kind = "chargeback"   // the bank of the card took a payment back
	SeparateFee Kind = "separate-fee" // a fee that is not part of a payment
	OtherAmount Kind = "other-amount" // more or less than we have booked
	OtherDate   Kind = "other-date"   // days away from when we booked it
	OtherFee    Kind = "other-fee"    // not as agreed
	Missing     Kind = "missing"      // in our books, and in no batch
)

// Kinds lists all kinds.
var Kinds = []Kind{BrokenFile, Unreadable, Duplicate, Unknown, ChargedBack, SeparateFee, OtherAmount, OtherDate, OtherFee, Missing}

// Difference is what a person has to look at, with the view of both sides.
type Difference struct {
	Kind   Kind   `json:"kind"`
	Ref           // empty for an unreadable line and for a broken file
	Batch  string `json:"batch,omitempty"`
	Number int    `json:"number,omitempty"` // of the line

	Reason string           `json:"reason,omitempty"` // why a batch is broken
	Theirs *Line            `json:"theirs,omitempty"`
	Ours   *Booked          `json:"ours,omitempty"`
	Fee    contract.Halalas `json:"fee"` // as agreed
	VAT    contract.Halalas `json:"vat"`
}

// grace is how far the two times may be apart: a lost answer is found only hours later.
const grace = 24 * time.Hour

// Known is our side when a batch is compared: the booked movements that it names, and the movements of earlier batches.
type Known struct {
	Booked map[Ref]Booked
	Told   map[Ref]bool
	Terms  Terms
}

// Compare divides the lines of a batch into those that agree with our books, and one difference for each other line. A line finds its
// movement by the id of the payment, so the days of a batch do not matter.
func Compare(f Batch, k Known) (agreed []Line, differences []Difference) {
	for _, n := range f.Unread {
		differences = append(differences, Difference{Kind: Unreadable, Batch: f.ID, Number: n})
	}
	here := map[Ref]bool{}
	for _, line := range f.Lines {
		d := k.look(line, here[line.Told()])
		here[line.Told()] = true
		if d == nil {
			agreed = append(agreed, line)
		} else {
			d.Batch = f.ID
			differences = append(differences, *d)
		}
	}
	slices.SortStableFunc(differences, func(a, b Difference) int { return a.Number - b.Number })
	return agreed, differences
}

// look finds the difference of a line; nil if the line agrees with our books.
func (k Known) look(line Line, twice bool) *Difference {
	d := &Difference{Ref: line.Ref, Number: line.Number, Theirs: &line}
	ours, booked := k.Booked[line.Booked()]
	if booked {
		d.Ours = &ours
	}
	if booked && line.Type != Chargeback {
		d.Fee, d.VAT = k.Terms.Fee(ours)
	}
	switch apart := line.CapturedAt.Sub(ours.At).Abs(); {
	case line.Type == Fee:
		d.Kind = SeparateFee
	case twice || k.Told[line.Told()]:
		d.Kind = Duplicate
	case !booked:
		d.Kind = Unknown
	case line.Type == Chargeback:
		d.Kind = ChargedBack
	case line.Amount != ours.Amount:
		d.Kind = OtherAmount
	case apart > grace:
		d.Kind = OtherDate
	case line.Fee != d.Fee || line.VAT != d.VAT:
		d.Kind = OtherFee
	default:
		return nil
	}
	return d
}

// MissingInFile makes a difference of each booked movement that is in no batch.
func MissingInFile(untold []Booked) []Difference {
	differences := make([]Difference, len(untold))
	for i, ours := range untold {
		differences[i] = Difference{Kind: Missing, Ref: ours.Ref, Ours: &ours}
	}
	return differences
}

// FirstReported lists the lines of differences that were the first to name their movement.
func FirstReported(differences []Difference) (lines []Line) {
	for _, d := range differences {
		if d.Theirs != nil && d.Kind != Duplicate {
			lines = append(lines, *d.Theirs)
		}
	}
	return lines
}
