package payment

import (
	"cmp"
	"crypto/rand"
	"encoding/hex"
	"slices"
	"strconv"
	"strings"
	"time"

	"selfcare/dev/simulator/engine"
)

// Operations of settlements.
const (
	OperationSettlements = "settlements"
	OperationLines       = "settlement-lines"
)

// Outcomes of a page.
const (
	outcomeOtherCount = "other-count" // another number of entries than the first page says
	outcomeSamePage   = "same-page"   // each page names itself as the next one
)

// pageSize is the number of entries of a page.
const pageSize = 40

// Fee of the bank transfer of a settlement, with VAT, and of a lost chargeback, in halalas.
const (
	transferFee = 46
	transferVAT = 6
	penaltyFee  = 230_00
	penaltyVAT  = 30_00
)

// Kinds of entries that only Moyasar's settlements tell apart.
const (
	entryCharge     = "charge"
	entryRefund     = "refund"
	entryVoid       = "void"
	entryChargeback = "chargeback"
	entryPenalty    = "penalty"
)

// moyasarBatch settles all that moved between the batch before and its time.
type moyasarBatch struct {
	ID     string    `json:"id"`
	MadeAt time.Time `json:"madeAt"`
}

var moyasarBatches = engine.Table[moyasarBatch]{Name: "payment-moyasar-settlements"} // by id

// settleNow makes a batch at a time, by default the present one: {"at":"2026-11-30T06:00:00Z"}.
func (s *System) settleNow(tx *engine.Tx, _ string, body []byte) error {
	ask := struct{ At time.Time }{tx.Shown(tx.Now())}
	if len(body) > 0 {
		if err := engine.Decode(body, &ask); err != nil {
			return err
		}
	}
	raw := make([]byte, 16)
	_, _ = rand.Read(raw) // never fails
	h := hex.EncodeToString(raw)
	id := strings.Join([]string{h[:8], h[8:12], "4" + h[13:16], "a" + h[17:20], h[20:]}, "-")
	moyasarBatches.Put(tx, id, moyasarBatch{ID: id, MadeAt: ask.At})
	return nil
}

// batches lists the batches, the oldest first, after making those of the Mondays and Thursdays that have passed.
func batches(tx *engine.Tx) (list []moyasarBatch) {
	now := tx.Shown(tx.Now())
	first := now
	charges.Each(tx, func(_ string, ch Charge) bool {
		for _, entry := range ch.Ledger {
			if ch.Moyasar && entry.At.Before(first) {
				first = entry.At
			}
		}
		return true
	})
	day := first.In(riyadh)
	day = time.Date(day.Year(), day.Month(), day.Day()+1, 0, 0, 0, 0, riyadh)
	for ; !day.After(now); day = day.AddDate(0, 0, 1) {
		if day.Weekday() == time.Monday || day.Weekday() == time.Thursday {
			id := "00000000-0000-4000-a000-" + strings.Repeat("0", 4) + day.Format("20060102")
			moyasarBatches.Put(tx, id, moyasarBatch{ID: id, MadeAt: day})
		}
	}
	moyasarBatches.Each(tx, func(_ string, b moyasarBatch) bool {
		list = append(list, b)
		return true
	})
	slices.SortFunc(list, func(a, b moyasarBatch) int { return cmp.Or(a.MadeAt.Compare(b.MadeAt), cmp.Compare(a.ID, b.ID)) })
	return list
}

// moyasarLine is a line in the format of Moyasar: amount is net, and fee has the VAT.
type moyasarLine struct {
	PaymentID string `json:"payment_id"`
	Type      string `json:"type"`
	Currency  string `json:"currency"`
	Payment   int64  `json:"payment_amount"`
	Amount    int64  `json:"amount"`
	Fee       int64  `json:"fee"`
	Tax       int64  `json:"tax"`
	Reference string `json:"reference_number"`
	CreatedAt string `json:"created_at"`

	at time.Time
}

// linesOf lists the movements of a batch in order of time, with the requested errors.
func linesOf(tx *engine.Tx, list []moyasarBatch, n int) (lines []moyasarLine) {
	var from time.Time
	if n > 0 {
		from = list[n-1].MadeAt
	}
	charges.Each(tx, func(_ string, ch Charge) bool {
		for i, entry := range ch.Ledger {
			if ch.Moyasar && entry.At.After(from) && !entry.At.After(list[n].MadeAt) {
				for _, l := range misstated(tx, ch.line(i)) {
					lines = append(lines, l.moyasar())
				}
			}
		}
		return true
	})
	slices.SortStableFunc(lines, func(a, b moyasarLine) int { return cmp.Or(a.at.Compare(b.at), cmp.Compare(a.PaymentID, b.PaymentID)) })
	day := list[n].MadeAt.In(riyadh).Format(time.DateOnly)
	wrong := misstatedFile(tx, day)
	if wrong[wrongExtra] {
		lines = append(lines, extraLine(day).moyasar())
	}
	if wrong[wrongUnknownLine] {
		lines = append(lines, moyasarLine{Type: "installment", Currency: "SAR", Amount: -100})
	}
	return lines
}

func (l settled) moyasar() moyasarLine {
	line := moyasarLine{
		PaymentID: l.Reference, Type: "payment", Currency: "SAR", Payment: l.Amount, Amount: l.Amount - l.Fee - l.VAT, Fee: l.Fee + l.VAT,
		Tax: l.VAT, Reference: "000000000000", CreatedAt: moyasarTime(l.At), at: l.At,
	}
	switch l.Kind {
	case entryRefund, entryVoid, entryChargeback:
		line.Type, line.Amount = l.Kind, -l.Amount
	case entryPenalty:
		line.Type, line.Payment, line.Amount, line.Fee, line.Tax = "chargeback_penalty", 0, -penaltyFee, penaltyFee, penaltyVAT
	}
	return line
}

// view is the batch in the format of Moyasar.
func (b moyasarBatch) view(tx *engine.Tx, lines []moyasarLine) map[string]any {
	var net int64
	for _, l := range lines {
		net += l.Amount
	}
	if misstatedFile(tx, b.MadeAt.In(riyadh).Format(time.DateOnly))[wrongTrailer] {
		net++
	}
	return map[string]any{
		"id": b.ID, "recipient_type": "Entity", "recipient_id": "c5c57597-0d06-4583-9da5-c755c4943ede", "currency": "SAR", "amount": net,
		"fee": transferFee, "tax": transferVAT, "reference": nil, "settlement_count": len(lines), "created_at": moyasarTime(b.MadeAt),
	}
}

// settlements lists the batches of a time, the newest first.
func (s *System) settlements(c *engine.Call) engine.Answer {
	query := c.Request.URL.Query()
	from, fromErr := time.Parse(time.DateOnly, cmp.Or(query.Get("created[gt]"), "2000-01-01"))
	until, untilErr := time.Parse(time.DateOnly, cmp.Or(query.Get("created[lt]"), "2199-01-01"))
	if fromErr != nil || untilErr != nil {
		return refuseField("created", "is not a date")
	}
	list, views := batches(c.Tx), []any{}
	for n := len(list) - 1; n >= 0; n-- {
		if b := list[n]; !b.MadeAt.Before(from) && !b.MadeAt.After(until) {
			if lines := linesOf(c.Tx, list, n); len(lines) > 0 {
				views = append(views, b.view(c.Tx, lines))
			}
		}
	}
	return pageOf(c, "settlements", views)
}

// pageOf answers with a page of a list.
func pageOf[E any](c *engine.Call, name string, all []E) engine.Answer {
	page, err := strconv.Atoi(cmp.Or(c.Request.URL.Query().Get("page"), "1"))
	if err != nil || page < 1 {
		return refuseField("page", "is invalid")
	}
	pages := max(1, (len(all)+pageSize-1)/pageSize)
	from, until := min((page-1)*pageSize, len(all)), min(page*pageSize, len(all))
	meta := map[string]any{"current_page": page, "next_page": nil, "prev_page": nil, "total_pages": pages, "total_count": len(all)}
	if page < pages {
		meta["next_page"] = page + 1
	}
	if page > 1 {
		meta["prev_page"] = page - 1
	}
	switch c.Outcome {
	case outcomeOtherCount:
		meta["total_count"] = len(all) + 1
	case outcomeSamePage:
		meta["next_page"] = page
	}
	return engine.OK(map[string]any{name: all[from:until], "meta": meta})
}

// readBatch finds the batch of the path with its lines.
func readBatch(c *engine.Call) (b moyasarBatch, lines []moyasarLine, known bool) {
	list := batches(c.Tx)
	n := slices.IndexFunc(list, func(b moyasarBatch) bool { return b.ID == c.Request.PathValue("id") })
	if n < 0 {
		return b, nil, false
	}
	return list[n], linesOf(c.Tx, list, n), true
}

func (s *System) readSettlement(c *engine.Call) engine.Answer {
	b, lines, known := readBatch(c)
	if !known {
		return notFound()
	}
	return engine.OK(b.view(c.Tx, lines))
}

func (s *System) settlementLines(c *engine.Call) engine.Answer {
	_, lines, known := readBatch(c)
	if !known {
		return notFound()
	}
	return pageOf(c, "lines", lines)
}

// voidCharge calls a payment off that is not settled yet, as in Moyasar's dashboard.
func (s *System) voidCharge(tx *engine.Tx, reference string, _ []byte) error {
	ch, known := charges.Get(tx, reference)
	if !known || ch.Status != Paid {
		return ErrUnknown
	}
	ch.Refunded = ch.Charged
	ch.Ledger = append(ch.Ledger, Entry{Kind: entryVoid, Key: rand.Text(), Amount: ch.Charged, At: tx.Shown(tx.Now())})
	s.end(tx, ch, Refunded, "")
	return nil
}

// chargeBack takes a payment back for the bank of its card, with a penalty.
func (s *System) chargeBack(tx *engine.Tx, reference string, _ []byte) error {
	ch, known := charges.Get(tx, reference)
	if !known || ch.Charged == 0 {
		return ErrUnknown
	}
	at := tx.Shown(tx.Now())
	ch.Ledger = append(ch.Ledger, Entry{Kind: entryChargeback, Key: rand.Text(), Amount: ch.Charged, At: at},
		Entry{Kind: entryPenalty, Key: rand.Text(), Amount: penaltyFee, At: at})
	charges.Put(tx, ch.Reference, ch)
	return nil
}
