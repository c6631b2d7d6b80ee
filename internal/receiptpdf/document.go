// Package receiptpdf writes a simplified tax invoice, the credit note that takes it back, or a statement, as a PDF.
//
// A text of an Arabic document runs from right to left if it has Arabic letters at all; numbers, codes and names in
// Latin letters by themselves keep their order. Inside an Arabic text they do so in LTR. The characters that steer the
// direction are followed and not written.
package receiptpdf

import (
	"errors"
	"fmt"
	"io"
	"time"

	"selfcare/internal/contract"
)

// ErrIncomplete means that a part is missing without which the document is no tax invoice.
var ErrIncomplete = errors.New("the document is incomplete")

// Language decides on which side a line begins, and how dates and amounts are put.
type Language string

// The languages of a document.
const (
	Arabic  Language = "ar"
	English Language = "en"
)

// Document is a simplified tax invoice or its credit note, in the words of one language; or a statement.
type Document struct {
	Language  Language
	Statement bool // no tax document: it has no QR code
	Title     string
	Number    string
	Seller    string
	VATNumber string
	IssuedAt  time.Time // shown as Moment has it
	Facts     []Fact    // what else the head says: the customer, the invoice a credit note is for
	Rows      []Row
	Totals    []Row // the last one stands out
	Payment   string
	Notes     []string // each on a line of its own below the payment
	QR        string   // what the code says, see receipt.QR
	Labels    Labels
	Footer    string // on every page; may be empty
}

// Fact is one value of the head with its name.
type Fact struct{ Label, Value string }

// Row is an amount and what it is for; the detail may be empty.
type Row struct {
	Label, Detail string
	Amount        contract.Halalas
}

// Labels are the words that are printed beside the values.
type Labels struct{ Seller, VATNumber, Number, IssuedAt, Item, Amount, QR string }

// Write puts the document on as many A4 pages as it needs. The same document always makes the same bytes. A character
// that the font does not have is printed as a box, and still found by who searches or copies the text.
func Write(w io.Writer, d Document) error {
	if err := d.validate(); err != nil {
		return fmt.Errorf("write receipt %s: %w", d.Number, err)
	}
	drawn, err := draw(d)
	if err != nil {
		return fmt.Errorf("write receipt %s: %w", d.Number, err)
	}
	_, err = w.Write(drawn)
	return err
}

func (d Document) validate() error {
	if d.Language != Arabic && d.Language != English {
		return fmt.Errorf("%w: language %q", ErrIncomplete, d.Language)
	}
	if d.IssuedAt.IsZero() || len(d.Totals) == 0 {
		return fmt.Errorf("%w: it needs a time of issue and a total", ErrIncomplete)
	}
	l := d.Labels
	parts := []needed{
		{"title", d.Title},
		{"number", d.Number},
		{"seller", d.Seller},
		{"VAT number", d.VATNumber},
		{"label of the seller", l.Seller},
		{"label of the VAT number", l.VATNumber},
		{"label of the number", l.Number},
		{"label of the time of issue", l.IssuedAt},
		{"label of the items", l.Item},
		{"label of the amounts", l.Amount},
	}
	if !d.Statement {
		parts = append(parts, needed{"QR code", d.QR}, needed{"label of the QR code", l.QR})
	}
	for _, part := range parts {
		if clean(part.text) == "" {
			return fmt.Errorf("%w: %s is empty", ErrIncomplete, part.name)
		}
	}
	return nil
}

// needed is a part without which a document is incomplete.
type needed struct{ name, text string }
