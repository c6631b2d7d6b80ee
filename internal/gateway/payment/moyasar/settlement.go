package moyasar

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"time"

	"selfcare/internal/contract"
	"selfcare/internal/domain/settlement"
	"selfcare/internal/gateway"
	"selfcare/internal/gateway/jsonhttp"
)

// mostPages bounds a list, so that a list without an end stops: 40 lines a page make 400,000 lines.
const mostPages = 10_000

// pagesAnswer tells the place of a page in its list.
type pagesAnswer struct {
	Current int  `json:"current_page"`
	Next    *int `json:"next_page"` // null on the last page
	Total   *int `json:"total_count"`
}

type settlementAnswer struct {
	ID        string    `json:"id"`
	Currency  string    `json:"currency"`
	Amount    int64     `json:"amount"` // sum of the lines' net amounts, before the fee of the transfer
	Fee       int64     `json:"fee"`    // of the bank transfer, with VAT
	Tax       int64     `json:"tax"`
	CreatedAt time.Time `json:"created_at"`
}

type lineAnswer struct {
	PaymentID string    `json:"payment_id"`
	Type      string    `json:"type"`
	Currency  string    `json:"currency"`
	Amount    int64     `json:"amount"` // net: below zero if it goes back
	Fee       int64     `json:"fee"`    // with VAT
	Tax       int64     `json:"tax"`
	Reference string    `json:"reference_number"`
	CreatedAt time.Time `json:"created_at"`       // of the payment, or when it was captured, refunded or voided
	Date      time.Time `json:"transaction_date"` // the same, by the name that the CSV has
}

// types are Moyasar's, in our words. An installment repays the loan of a partner, which we do not have: its line is unreadable.
var types = map[string]settlement.Type{
	"payment": settlement.Payment, "pay": settlement.Payment, "refund": settlement.Refund, "void": settlement.Void,
	"chargeback": settlement.Chargeback, "chargeback_penalty": settlement.Fee, "fee": settlement.Fee,
	"platform_duties": settlement.Fee, "other_duties": settlement.Fee,
}

// ListSettlements names the settlements that were created on a day in Riyadh. No document names the time zone of the filter, so it asks
// for a day more on either side, and looks at the times itself.
func (p *Provider) ListSettlements(ctx context.Context, day string) (settlement.Listing, error) {
	listing := settlement.Listing{Within: int(p.settledWithin / (24 * time.Hour))}
	from, until, err := settlement.Bounds(day)
	if err != nil {
		return listing, err
	}
	query := url.Values{"created[gt]": {from.AddDate(0, 0, -1).Format(time.DateOnly)}, "created[lt]": {until.AddDate(0, 0, 1).Format(time.DateOnly)}}
	type page struct {
		Settlements []settlementAnswer `json:"settlements"`
		Meta        pagesAnswer        `json:"meta"`
	}
	err = p.readPages(ctx, "/settlements", query, func(call jsonhttp.Call) (pagesAnswer, int, error) {
		said, err := jsonhttp.Ask(ctx, p.client, call, func(page) error { return nil })
		for _, s := range said.Settlements {
			if !s.CreatedAt.Before(from) && s.CreatedAt.Before(until) {
				listing.IDs = append(listing.IDs, s.ID)
			}
		}
		return said.Meta, len(said.Settlements), err
	})
	return listing, err
}

// ReadSettlement reads a settlement page by page. Its lines have to add up to its amount; otherwise nothing of it is trusted. The fee of
// the bank transfer becomes a line after the others.
func (p *Provider) ReadSettlement(ctx context.Context, id string) (settlement.Batch, error) {
	batch := settlement.Batch{ID: id}
	path := "/settlements/" + url.PathEscape(id)
	said, err := jsonhttp.Ask(ctx, p.client, jsonhttp.Call{Operation: "settlement", Method: http.MethodGet, Path: path}, func(a settlementAnswer) error {
		if a.ID != id || a.CreatedAt.IsZero() {
			return errors.New("answer is about another settlement, or without its time")
		}
		return nil
	})
	if err != nil {
		return batch, err
	}
	lines, err := p.readLines(ctx, path)
	if err != nil {
		return batch, err
	}
	raw, err := json.Marshal([]any{said, lines})
	if err != nil {
		return batch, err
	}
	hash := sha256.Sum256(raw)
	if said.Currency != currency || netOf(lines) != said.Amount {
		return settlement.Batch{ID: id, Broken: settlement.Reason(settlement.ErrSums), SHA256: hash[:]}, nil
	}
	batch.SHA256 = hash[:]
	if said.Fee != 0 {
		lines = append(lines, lineAnswer{Type: "fee", Currency: currency, Amount: -said.Fee, Tax: said.Tax})
	}
	for i, l := range lines {
		take(&batch, i+1, l, said)
	}
	return batch, nil
}

func (p *Provider) readLines(ctx context.Context, path string) (lines []lineAnswer, err error) {
	type page struct {
		Lines []lineAnswer `json:"lines"`
		Meta  pagesAnswer  `json:"meta"`
	}
	err = p.readPages(ctx, path+"/lines", url.Values{}, func(call jsonhttp.Call) (pagesAnswer, int, error) {
		said, err := jsonhttp.Ask(ctx, p.client, call, func(page) error { return nil })
		lines = append(lines, said.Lines...)
		return said.Meta, len(said.Lines), err
	})
	return lines, err
}

// readPages asks for each page of a list. A list whose pages do not follow each other, or whose count changes meanwhile, is not trusted:
// it is read again from its beginning, later.
func (p *Provider) readPages(
	ctx context.Context, path string, query url.Values, read func(jsonhttp.Call) (meta pagesAnswer, entries int, err error),
) error {
	var first *int
	entries := 0
	for page := 1; page <= mostPages; page++ {
		query.Set("page", strconv.Itoa(page))
		meta, n, err := read(jsonhttp.Call{Operation: "settlements", Method: http.MethodGet, Path: path + "?" + query.Encode()})
		if err != nil {
			return err
		}
		if page == 1 {
			first = meta.Total
		}
		entries += n
		isLast := meta.Next == nil
		switch {
		case meta.Current != page || !isLast && (*meta.Next != page+1 || n == 0):
			return untrusted("pages out of turn")
		case first != nil && (meta.Total == nil || *meta.Total != *first), isLast && first != nil && *first != entries:
			return untrusted("more or fewer entries than its pages count")
		case isLast:
			return nil
		}
	}
	return untrusted("a list without an end")
}

func untrusted(why string) error {
	return fmt.Errorf("%s settlements: %s: %w", system, why, gateway.ErrRetry)
}

func netOf(lines []lineAnswer) (sum int64) {
	for _, l := range lines {
		sum += l.Amount
	}
	return sum
}

// take adds a line to its batch.
func take(batch *settlement.Batch, number int, l lineAnswer, of settlementAnswer) {
	batch.Sums.Count++
	line, err := l.line(of)
	if err != nil {
		batch.Unread = append(batch.Unread, number)
		return
	}
	line.Number = number
	batch.Lines = append(batch.Lines, line)
	batch.Sums.Add(line)
}

var (
	errLine   = errors.New("not a line that we know")
	reference = regexp.MustCompile(`^[0-9A-Za-z_.-]{1,64}$`)
)

// line is a line in our words. Its amount is what the customer paid or got back, without the fee.
func (l lineAnswer) line(of settlementAnswer) (settlement.Line, error) {
	line := settlement.Line{
		Ref: settlement.Ref{PaymentID: strings.ToLower(l.PaymentID), Type: types[l.Type]}, ProviderRef: cmp.Or(l.Reference, of.ID),
		Fee: contract.Halalas(l.Fee - l.Tax), VAT: contract.Halalas(l.Tax), SettledOn: settlement.DayOf(of.CreatedAt),
	}
	line.CapturedAt = l.CreatedAt
	if line.CapturedAt.IsZero() {
		line.CapturedAt = l.Date
	}
	amount := l.Amount + l.Fee
	switch line.Type {
	case settlement.Payment:
	case settlement.Refund, settlement.Void, settlement.Chargeback:
		amount = -amount
	case settlement.Fee:
		amount, line.Fee = -l.Amount, contract.Halalas(-l.Amount-l.Tax)
		if line.CapturedAt.IsZero() {
			line.CapturedAt = of.CreatedAt
		}
	default:
		return line, errLine
	}
	line.Amount = contract.Halalas(amount)
	if l.Currency != currency || line.CapturedAt.IsZero() || !isNamed(line) || !hasAmounts(line) {
		return line, errLine
	}
	return line, nil
}

// isNamed tells whether a line names its payment, and itself. A fee may have no payment.
func isNamed(line settlement.Line) bool {
	isOfPayment := reference.MatchString(line.PaymentID) || line.PaymentID == "" && line.Type == settlement.Fee
	return isOfPayment && reference.MatchString(line.ProviderRef)
}

// mostOfLine is far above each line, so that no sum can overflow.
const mostOfLine = 1_000_000_000_00

func hasAmounts(line settlement.Line) bool {
	return 0 < line.Amount && line.Amount < mostOfLine && 0 <= line.Fee && line.Fee < mostOfLine && 0 <= line.VAT && line.VAT < mostOfLine
}
