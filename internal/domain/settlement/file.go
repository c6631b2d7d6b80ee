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

// heading of a file, and the word that its last line begins with.
const (
	heading = "merchant_reference,provider_reference,type,amount,fee,vat_on_fee,captured_at,settled_on"
	trailer = "TRAILER"
)

// File is what could be read of the provider's file of a day. Unread are the numbers of the lines that could not be: their text may
// hold anything, so it is not kept.
type File struct {
	Day    string
	Lines  []Line
	Unread []int
	Sums   Sums
}

// Sums are what a file comes to.
type Sums struct {
	Count    int // of lines, also of those that cannot be read
	Payments contract.Halalas
	Refunds  contract.Halalas
	Fees     contract.Halalas
	VAT      contract.Halalas // on the fees
}

// Why a file as a whole is none: nothing in it is believed then.
var (
	ErrHeading = errors.New("another heading")
	ErrTrailer = errors.New("no trailer at its end")
	ErrDay     = errors.New("the trailer is of another day")
	ErrCount   = errors.New("more or fewer lines than the trailer counts")
	ErrSums    = errors.New("the sums are not those of the trailer")
)

// Reason is why a file is none, in a word; empty for any other error.
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

// ReadFile reads the file of a day. A line that cannot be read is told by its number; without it the sums say nothing, but the count
// still does. An error means that the file as a whole is broken.
func ReadFile(day string, content []byte) (File, error) {
	f := File{Day: day}
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

// take reads one line; n is its number in the file.
func (f *File) take(n int, text string) {
	f.Sums.Count++
	line, err := lineOf(text)
	if err != nil {
		f.Unread = append(f.Unread, n)
		return
	}
	line.Number = n
	f.Lines = append(f.Lines, line)
	f.Sums.add(line)
}

func (s *Sums) add(l Line) {
	if l.Type == Refund {
		s.Refunds += l.Amount
	} else {
		s.Payments += l.Amount
	}
	s.Fees += l.Fee
	s.VAT += l.VAT
}

var errLine = errors.New("not a transaction")

// reference is what we and the provider call things: never free text.
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

// ofOurTime keeps out years that no database takes for a date.
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

// fieldsOf reads one line on its own, so that a quote left open takes no other line with it.
func fieldsOf(text string) ([]string, error) {
	return csv.NewReader(strings.NewReader(strings.TrimSpace(text))).Read()
}

// Most digits of whole riyals, so that no sum of a file can run over.
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
