package settlement

import (
	"bytes"
	"encoding/csv"
	"errors"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"selfcare/internal/contract"
	"selfcare/internal/domain/typed"
)

// heading is the first line of a file; trailer begins the last line.
const (
	heading = "merchant_reference,provider_reference,type,amount,fee,vat_on_fee,captured_at,settled_on"
	trailer = "TRAILER"
)

// Errors that break a whole file. Nothing in a broken file is booked.
var (
	ErrHeading = errors.New("another heading")
	ErrTrailer = errors.New("no trailer at its end")
	ErrDay     = errors.New("the trailer is of another day")
	ErrCount   = errors.New("more or fewer lines than the trailer counts")
	ErrSums    = errors.New("the sums are not those of the trailer")
)

// Reason is why a file is broken, in one word; empty for any other error.
func Reason(err error) string {
	for word, reason := range map[string]error{
		"heading": ErrHeading, "trailer": ErrTrailer, "day": ErrDay, "count": ErrCount, "sums": ErrSums,
	} {
		if errors.Is(err, reason) {
			return word
		}
	}
	return ""
}

// ReadFile reads a file of the adapter generic: a batch that is named by its day and has the movements of that day. An unreadable line is reported by its number; the sums of the trailer are not checked then, its count
// is. An error means that the whole file is broken.
func ReadFile(day string, content []byte) (Batch, error) {
	f := Batch{ID: day}
	text, err := io.ReadAll(typed.File(bytes.NewReader(content)))
	if err != nil {
		return f, ErrHeading
	}
	written := slices.Collect(strings.Lines(string(text)))
	for len(written) > 0 && strings.TrimSpace(written[len(written)-1]) == "" {
		written = written[:len(written)-1]
	}
	if len(written) == 0 || strings.TrimSpace(written[0]) != heading {
		return f, ErrHeading
	}
	said, err := trailerOf(day, written[len(written)-1])
	if err != nil {
		return f, err
	}
	for i, text := range written[1 : len(written)-1] {
		f.take(i+2, text)
	}
	switch {
	case f.Sums.Count != said.Count:
		return f, ErrCount
	case len(f.Unread) == 0 && f.Sums != said:
		return f, ErrSums
	}
	return f, nil
}

// take reads the line with number n of the file.
func (f *Batch) take(n int, text string) {
	f.Sums.Count++
	line, err := lineOf(text)
	if err != nil {
		f.Unread = append(f.Unread, n)
		return
	}
	line.Number = n
	f.Lines = append(f.Lines, line)
	f.Sums.Add(line)
}

var errLine = errors.New("not a transaction")

// reference matches our ids and those of the provider. Free text is refused.
var reference = regexp.MustCompile(`^[0-9A-Za-z_.-]{1,64}$`)

func lineOf(text string) (l Line, err error) {
	fields, err := fieldsOf(text)
	if err != nil || len(fields) != strings.Count(heading, ",")+1 {
		return l, errLine
	}
	l.Ref, l.ProviderRef = Ref{fields[0], Type(fields[2])}, fields[1]
	if !reference.MatchString(l.PaymentID) || !reference.MatchString(l.ProviderRef) || l.Type != Payment && l.Type != Refund {
		return l, errLine
	}
	for i, into := range []*contract.Halalas{&l.Amount, &l.Fee, &l.VAT} {
		if *into, err = riyals(fields[3+i], lineDigits); err != nil {
			return l, err
		}
	}
	l.CapturedAt, err = time.Parse(time.RFC3339, fields[6])
	settled, _, dayErr := Bounds(fields[7])
	if err != nil || dayErr != nil || !ofOurTime(l.CapturedAt) || !ofOurTime(settled) || l.Amount == 0 {
		return l, errLine
	}
	l.SettledOn = fields[7]
	return l, nil
}

// ofOurTime refuses years that the database cannot store.
func ofOurTime(t time.Time) bool { return 2000 <= t.Year() && t.Year() < 2200 }

func trailerOf(day, text string) (s Sums, err error) {
	fields, err := fieldsOf(text)
	if err != nil || len(fields) != 7 || fields[0] != trailer {
		return s, ErrTrailer
	}
	if fields[1] != day {
		return s, ErrDay
	}
	if s.Count, err = strconv.Atoi(fields[2]); err != nil {
		return s, ErrTrailer
	}
	for i, into := range []*contract.Halalas{&s.Payments, &s.Refunds, &s.Fees, &s.VAT} {
		if *into, err = riyals(fields[3+i], sumDigits); err != nil {
			return s, ErrTrailer
		}
	}
	return s, nil
}

// fieldsOf reads each line on its own, so that an open quote cannot swallow the next lines.
func fieldsOf(text string) ([]string, error) {
	return csv.NewReader(strings.NewReader(strings.TrimSpace(text))).Read()
}

// Limits of the digits of whole riyals, so that no sum of a file can overflow.
const (
	lineDigits = 9
	sumDigits  = 14
)

var amount = regexp.MustCompile(`^(0|[1-9][0-9]*)\.([0-9]{2})$`)

// riyals reads an amount of riyals with two decimals as halalas.
func riyals(text string, digits int) (contract.Halalas, error) {
	parts := amount.FindStringSubmatch(text)
	if parts == nil || len(parts[1]) > digits {
		return 0, errLine
	}
	halalas, err := strconv.ParseInt(parts[1]+parts[2], 10, 64)
	return contract.Halalas(halalas), err
}
