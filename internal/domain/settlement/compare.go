package settlement

import (
	"slices"
	"time"

	"selfcare/internal/contract"
)

// Kind of a difference between the provider and us.
type Kind string

// Kinds of differences. A line has one at most: the first of these that is true of it.
const (
	BrokenFile  Kind = "broken-file"
	Unreadable  Kind = "unreadable"
	Duplicate   Kind = "duplicate"    // told before
	Unknown     Kind = "unknown"      // not in our books
	OtherAmount Kind = "other-amount" // more or less than we have booked
	OtherDate   Kind = "other-date"   // days away from when we booked it
	OtherFee    Kind = "other-fee"    // not as agreed
	Missing     Kind = "missing"      // in our books, and in no file
)

// Kinds are all of them.
var Kinds = []Kind{BrokenFile, Unreadable, Duplicate, Unknown, OtherAmount, OtherDate, OtherFee, Missing}

// Difference is one thing that a person has to look at. What either side says of it stands beside each other.
type Difference struct {
	Kind   Kind `json:"kind"`
	Ref         // empty of a line that cannot be read, and of a file
	Number int  `json:"number,omitempty"` // of the line

	Reason string           `json:"reason,omitempty"` // why a file is broken
	Theirs *Line            `json:"theirs,omitempty"`
	Ours   *Booked          `json:"ours,omitempty"`
	Fee    contract.Halalas `json:"fee"` // as agreed
	VAT    contract.Halalas `json:"vat"`
}

// grace is how far the two clocks may be apart: a payment near midnight is in the file of the next day, and a lost answer is asked
// about for hours.
const grace = 24 * time.Hour

// Known is what we know when a file is compared: the movements it names, as booked, and those that earlier files told.
type Known struct {
	Booked map[Ref]Booked
	Told   map[Ref]bool
	Terms  Terms
}

// Compare takes the lines of a file apart: those that agree with our books, and one difference for each of the others.
func Compare(f File, k Known) (agreed []Line, differences []Difference) {
	for _, n := range f.Unread {
		differences = append(differences, Difference{Kind: Unreadable, Number: n})
	}
	here := map[Ref]bool{}
	for _, line := range f.Lines {
		d := k.look(line, here[line.Ref])
		here[line.Ref] = true
		if d == nil {
			agreed = append(agreed, line)
		} else {
			differences = append(differences, *d)
		}
	}
	slices.SortStableFunc(differences, func(a, b Difference) int { return a.Number - b.Number })
	return agreed, differences
}

// look is nil where a line agrees with our books.
func (k Known) look(line Line, twice bool) *Difference {
	d := &Difference{Ref: line.Ref, Number: line.Number, Theirs: &line}
	ours, booked := k.Booked[line.Ref]
	if booked {
		d.Ours = &ours
		d.Fee, d.VAT = k.Terms.Fee(ours)
	}
	switch apart := line.CapturedAt.Sub(ours.At).Abs(); {
	case twice || k.Told[line.Ref]:
		d.Kind = Duplicate
	case !booked:
		d.Kind = Unknown
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

// Untold makes a difference of each movement of a day that no file has told.
func Untold(untold []Booked) []Difference {
	differences := make([]Difference, len(untold))
	for i, ours := range untold {
		differences[i] = Difference{Kind: Missing, Ref: ours.Ref, Ours: &ours}
	}
	return differences
}

// FirstTold are the lines of differences whose movements no other line had told.
func FirstTold(differences []Difference) (lines []Line) {
	for _, d := range differences {
		if d.Theirs != nil && d.Kind != Duplicate {
			lines = append(lines, *d.Theirs)
		}
	}
	return lines
}
