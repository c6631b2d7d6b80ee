// Package einvoice holds electronic tax invoices as ZATCA wants them (phase two): their content, and how it is computed. Package
// ubl writes and reads XML, stamp signs and checks, qr holds the QR code, and rules validates.
package einvoice

import (
	"time"

	"selfcare/internal/contract"
)

// Kind is the type of a document (UN/CEFACT 1001).
type Kind string

// Kinds of document.
const (
	Invoice    Kind = "388"
	CreditNote Kind = "381"
	DebitNote  Kind = "383" // only among samples: we issue none
)

// Category is the VAT treatment (UN/ECE 5305).
type Category string

// Categories of VAT.
const (
	Standard Category = "S"
	Zero     Category = "Z"
	Outside  Category = "O" // not subject to VAT
)

// Payment methods of documents (UN/CEFACT 4461).
const (
	PaidByCard = "48"
	PaidAnyhow = "1" // of a bill: the method is not known yet
)

// FirstHash is the previous hash of the first document of a device: the hash of the character zero.
const FirstHash = "NWZlY2ViNjZmZmM4NmYzOGQ5NTI3ODZjNmQ2OTZjNzljMmRiYzIzOWRkNGU5MWI0NjcyOWQ3M2EyN2ZiNTdlOQ=="

// Riyadh is the time zone of document dates; the Kingdom has no summer time.
var Riyadh = time.FixedZone("Asia/Riyadh", 3*60*60)

// Document is an invoice or a credit note. Derived values, such as totals, are not stored in it.
type Document struct {
	Kind     Kind
	Business bool // a (standard) tax invoice for a business, which is cleared; otherwise a simplified invoice, which is reported
	Number   string
	UUID     string
	IssuedAt time.Time // to the second
	Place    Place
	Seller   Party
	Buyer    *Party    // nil on a simplified invoice
	Supplied time.Time // the day, of a tax invoice; the first day of a supply over time
	Until    time.Time // the last day of a supply over time
	Paid     string    // payment method
	Refers   string    // number of the invoice that a credit note credits
	Reason   string    // of a credit note
	Lines    []Line
	Less     []Allowance
	VAT      []Subtotal
}

// Place is the position of a document in the chain of its device.
type Place struct {
	Counter  int64
	Previous string // hash of the document before
}

// Party is a seller or a buyer.
type Party struct {
	Name      string
	VATNumber string // 15 digits, from 3 to 3
	Scheme    string // of its other id: CRN, NAT, …
	ID        string
	Address   Address
}

// Address is a National Address.
type Address struct {
	Street, Building, District, City, Postal, Country string
}

// Line is a sold item. Amounts are without VAT unless stated.
type Line struct {
	Name     string
	Quantity int64
	Price    contract.Halalas // of one
	Net      contract.Halalas
	VAT      contract.Halalas
	Category Category
	Percent  int
}

// Allowance is a discount on the whole document.
type Allowance struct {
	Reason   string
	Amount   contract.Halalas // without VAT
	Category Category
	Percent  int
}

// Subtotal is the VAT of one category and rate.
type Subtotal struct {
	Category Category
	Percent  int
	Taxable  contract.Halalas
	Tax      contract.Halalas
	Exempt   string // code of the reason, of a category without VAT
	Because  string // the reason in words
}

// Totals are the sums of a document.
type Totals struct {
	Lines, Less, Net, VAT, Gross contract.Halalas
}

// Totals adds a document up.
func (d Document) Totals() Totals {
	var t Totals
	for _, line := range d.Lines {
		t.Lines += line.Net
	}
	for _, less := range d.Less {
		t.Less += less.Amount
	}
	for _, sub := range d.VAT {
		t.VAT += sub.Tax
	}
	t.Net = t.Lines - t.Less
	t.Gross = t.Net + t.VAT
	return t
}
