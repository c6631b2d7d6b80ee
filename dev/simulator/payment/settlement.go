package payment

import (
	"cmp"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	"selfcare/dev/simulator/engine"
)

// outcomeNoFile scripts a day whose file is not written yet.
const outcomeNoFile = "no-file"

const settlementHeading = "merchant_reference,provider_reference,type,amount,fee,vat_on_fee,captured_at,settled_on\n"

// A merchant's fee for a charge: hundredths of a percent of it and a riyal, and VAT on both.
const (
	feeMada    = 100
	feeOther   = 250
	feeFixed   = 100
	feeVAT     = 15
	settleDays = 2
)

var riyadh = time.FixedZone("Asia/Riyadh", 3*60*60)

// settled is one line of a settlement file.
type settled struct {
	Reference string
	ID        string
	Kind      string // of its entry
	Amount    int64
	Fee       int64
	VAT       int64
	At        time.Time
	On        string // day
}

// settlement writes the file of a day from the provider's own books. Today's file has the payments so far.
func (s *System) settlement(c *engine.Call) engine.Answer {
	day := c.Request.PathValue("day")
	if _, err := time.ParseInLocation(time.DateOnly, day, riyadh); err != nil {
		return engine.Refuse(http.StatusBadRequest, "bad_request", "a day is written YYYY-MM-DD")
	}
	if c.Outcome == outcomeNoFile {
		return engine.Refuse(http.StatusNotFound, "no_file", "the file of that day is not written yet")
	}
	return engine.Answer{Status: http.StatusOK, Text: settlementFile(day, settledOn(c.Tx, day), misstatedFile(c.Tx, day))}
}

// settledOn lists the movements of a day, in order of time, with the requested errors.
func settledOn(tx *engine.Tx, day string) (lines []settled) {
	charges.Each(tx, func(reference string, ch Charge) bool {
		for n, entry := range ch.Ledger {
			isOfMerchant := entry.Kind == entryCharge || entry.Kind == entryRefund
			if isOfMerchant && entry.At.In(riyadh).Format(time.DateOnly) == day {
				lines = append(lines, misstated(tx, ch.line(n))...)
			}
		}
		return true
	})
	slices.SortStableFunc(lines, func(a, b settled) int {
		return cmp.Or(a.At.Compare(b.At), cmp.Compare(a.Reference, b.Reference))
	})
	return lines
}

// line is the line of a charge's movement for its merchant.
func (c Charge) line(n int) settled {
	entry := c.Ledger[n]
	l := settled{
		Reference: c.Reference, ID: c.ID, Kind: entry.Kind, Amount: entry.Amount, At: entry.At,
		On: entry.At.In(riyadh).AddDate(0, 0, settleDays).Format(time.DateOnly),
	}
	if entry.Kind != entryCharge {
		l.ID = fmt.Sprintf("%s.%d", c.ID, n)
		return l
	}
	l.charged(c.Brand)
	return l
}

// charged computes the fee.
func (l *settled) charged(brand string) {
	rate := int64(feeOther)
	if brand == "MADA" {
		rate = feeMada
	}
	l.Fee = (l.Amount*rate+5_000)/10_000 + feeFixed
	l.VAT = (l.Fee*feeVAT + 50) / 100
}

func (l settled) row() string {
	kind := "payment"
	if l.Kind == entryRefund {
		kind = "refund"
	}
	return strings.Join([]string{
		l.Reference, l.ID, kind, Riyals(l.Amount), Riyals(l.Fee), Riyals(l.VAT), l.At.In(riyadh).Format(time.RFC3339), l.On,
	}, ",") + "\n"
}

func settlementFile(day string, lines []settled, wrong map[string]bool) string {
	if wrong[wrongExtra] {
		lines = append(lines, extraLine(day))
	}
	var file strings.Builder
	file.WriteString(settlementHeading)
	sums, count := map[string]int64{}, len(lines)
	for _, l := range lines {
		file.WriteString(l.row())
		sums[l.Kind] += l.Amount
		sums["fee"] += l.Fee
		sums["vat"] += l.VAT
	}
	if wrong[wrongUnknownLine] {
		count++
		fmt.Fprintf(&file, "ADJUSTMENT,%s,1.00\n", day)
	}
	if wrong[wrongTrailer] {
		count++
	}
	fmt.Fprintf(&file, "TRAILER,%s,%d,%s,%s,%s,%s\n", day, count, Riyals(sums["charge"]), Riyals(sums["refund"]), Riyals(sums["fee"]), Riyals(sums["vat"]))
	return file.String()
}
