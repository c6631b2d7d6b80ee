package rules_test

// intro stands above the table in docs/einvoices.md.
const intro = `# Electronic invoices

Every receipt with VAT, every bill of a postpaid line and every credit note becomes an electronic invoice as ZATCA's phase two
(integration) asks for it. This page is written by its test (` + "`go test ./internal/domain/einvoice/rules -write-page`" + `) from the table in
` + "`internal/domain/einvoice/rules`" + `.

## How one comes about
` + "`einvoices`" + ` has a row for each, written in the transaction that brings its receipt about: ` + "`due`" + `, with no place in the chain yet. The
workflow ` + "`einvoices/outbox`" + ` takes them in that order, one after the other, and in one transaction gives each the next counter of the device
and the hash of the one before, writes it as UBL 2.1, judges it by the table below, stamps it and keeps it (encrypted). Then it is sent:
simplified ones are *reported* within 24 hours, those for businesses *cleared*. The same text is sent again until there is an answer; what
ZATCA has already it says so (409, 208), so an invoice counts once.

| status | means |
|---|---|
| due | its receipt is there; no place in the chain yet |
| pending | stamped, not yet taken by ZATCA; to be taken by ` + "`due_at`" + ` |
| reported, cleared | taken, maybe with warnings |
| rejected | refused by ZATCA, with its codes: the place in the chain stays taken, a person decides |
| held | it breaks a rule of the table, or cannot be made: it has no place in the chain, and takes none from others |

` + "`selfcare_einvoices_troubled{why}`" + ` and ` + "`selfcare doctor`" + ` count those that are held, rejected or late; the row has why (` + "`failure`, `rules`" + `).
A held one is tried again each hour, so it goes on once its cause is mended.

A bill ([ADR 72](adr/0072-issue-one-immutable-invoice-per-line.md)) has a line for each of its own, with the VAT of that line, and
says from which day to which it was supplied. A credit note names the bill that it takes back and why. What takes a whole bill back has
the lines of the bill, a part of it one line with its share of the bill's VAT: credit notes that together take a bill back have exactly its VAT
(` + "`TestCreditNotes_PartsOfABill_HaveItsVAT`" + `).

Use beyond the plan of a prepaid line has no invoice of its own: the balance that pays for it was invoiced, with its VAT, when it was bought
([ADR 110](adr/0110-charge-overage-from-the-prepaid-ledger-balance.md)). Use of a postpaid line stands on its bill.

Receipts, on the page and as PDF, and bills as PDF carry the QR code of their electronic invoice as soon as it is stamped, with all nine
fields; before that, the five of the first phase.

## The arithmetic
Prices of orders include VAT; those of purchases have it on top. A document says the VAT of its receipt. Where no net amount leads to a
total to the halala (10.00 is one), the tax at a rate is off by one halala: the rules below allow that, and ZATCA's file allows a riyal.
A bill rounds the VAT of each line, so its tax at a rate may be off by what that adds up to.
A discount is an allowance of the document, since no amount may be below zero.

## What only ZATCA's own validator can confirm
- That the order of elements is that of its XSD: it is written after the samples of the SDK, and not validated against the schema here.
- That its platform makes the same hash of our XML. There is no white space between our elements, so there is little to differ about.
- The digest of the signed properties, which is of a text laid out to the space and not of canonical XML, that of the certificate, and what
  is signed, are as in the SDK's sample ` + "`Simplified_Invoice.xml`" + ` (a test recomputes them); whether it will stay so is not written anywhere.
- The time in the QR code: as the document has it, in the Kingdom's time without a zone.
- That a simplified invoice without a buyer draws no warning: its file has BR-KSA-25, whose text asks for a name with two reasons of
  exemption alone and whose test does so with none as well. We name nobody.
- The certificate (CSID), which is given out after a check of its own with invoices of each kind (onboarding). Ours in development is
  self-signed.
- The rules of the sources that are not in the table: those of exports, self-billing, third parties, summaries, prepayments and charges,
  which we do not issue, and the lengths of fields, but for those below.

## The rules
The sources are the two files of rules in ZATCA's SDK, ` + "`CEN-EN16931-UBL.xsl`" + ` (EN 16931) and ` + "`20210819_ZATCA_E-invoice_Validation_Rules.xsl`" + `
(ZATCA). What a rule says is in our words.

| id | source | says |
|---|---|---|
`
