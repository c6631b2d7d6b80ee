package rules_test

// intro stands above the table in docs/einvoices.md.
const intro = `# Electronic invoices

Every receipt with VAT, every bill of a postpaid line and every credit note becomes an electronic invoice as ZATCA's phase two
(integration) demands. Its test writes this page (` + "`go test ./internal/domain/einvoice/rules -write-page`" + `) from the table in
` + "`internal/domain/einvoice/rules`" + `.

## From a receipt to ZATCA
` + "`einvoices`" + ` has a row for each, written in the transaction of its receipt: ` + "`due`" + `, with no place in the chain yet. The
workflow ` + "`einvoices/outbox`" + ` takes them in that order. In one transaction it gives each invoice the next counter of the device
and the hash of the device's invoice before. With several devices (EGS units, ` + "`ZATCA_DEVICE`" + `), each has a workflow, a counter and a chain of its
own, and a hash of the receipt chooses the device. ` + "`selfcare zatca`" + ` obtains and renews the certificate of a device
([partners/zatca.md](partners/zatca.md)); the workflow reads it at each turn, so a renewed one stamps the next invoice. Without a certificate
the invoices of a device stay due. The workflow
writes it as UBL 2.1, checks it by the table below, stamps it and keeps it (encrypted). Then it is sent:
simplified invoices are *reported* within 24 hours, invoices for businesses *cleared*. The same text is sent again until ZATCA answers; ZATCA says
if it has the invoice already (409, 208), so an invoice counts once.

| status | means |
|---|---|
| due | its receipt exists; no place in the chain yet |
| pending | stamped, not yet taken by ZATCA; to be taken by ` + "`due_at`" + ` |
| reported, cleared | taken, maybe with warnings |
| rejected | refused by ZATCA, with its codes: the place in the chain stays taken, a person decides |
| held | it breaks a rule of the table, or cannot be made: it has no place in the chain, and takes none from others |

` + "`selfcare_einvoices_troubled{why}`" + ` and ` + "`selfcare doctor`" + ` count the invoices that are held, rejected or late; the row has the reason (` + "`failure`, `rules`" + `).
A held invoice is tried again each hour, so it goes on once its cause is mended.

A bill ([ADR 72](adr/0072-issue-one-immutable-invoice-per-line.md)) has a line for each of its lines, with the VAT of that line, and
the first and last day of supply. A credit note names the bill that it takes back, and the reason. A credit note for a whole bill has
the lines of the bill, a part of it one line.

Use beyond the plan of a prepaid line has no invoice of its own: the balance that pays for it was invoiced, with its VAT, when it was bought
([ADR 110](adr/0110-charge-overage-from-the-prepaid-ledger-balance.md)). Use of a postpaid line is on its bill.

Receipts, on the page and as PDF, and bills as PDF carry the QR code of their electronic invoice as soon as it is stamped, with all nine
fields; before that, the five fields of the first phase.

## The arithmetic
Prices of orders include VAT; prices of purchases have it on top. A document says the VAT of its receipt. If no net amount leads to a
total to the halala (as for 10.00), the tax at a rate is off by one halala: the rules below allow that, and ZATCA's file allows a riyal.
A bill rounds the VAT of each line, so its tax at a rate may be off by the sum of the roundings.
A discount is an allowance of the document, since no amount may be below zero.

## Points that only ZATCA's own validator can confirm
- The order of elements is the order of its XSD: it is written after the samples of the SDK, and not validated against the schema here.
- ZATCA's platform makes the same hash of our XML. There is no white space between our elements, so little can differ.
- The digest of the signed properties (of a text laid out to the space, not of canonical XML), the digest of the certificate, and the signed
  text are as in the SDK's sample ` + "`Simplified_Invoice.xml`" + ` (a test recomputes them); no document says that it will stay so.
- The time in the QR code: as the document has it, in the Kingdom's time without a zone.
- A simplified invoice without a buyer draws no warning: its file has BR-KSA-25, whose text asks for a name with two reasons of
  exemption alone and whose test asks for it with no reason as well. We name no buyer.
- The wire of onboarding and renewal: the open questions are in [partners/zatca.md](partners/zatca.md).
- The rules of the sources that are not in the table: rules of exports, self-billing, third parties, summaries, prepayments and charges,
  which we do not issue, and most lengths of fields.

## The rules
The sources are the two files of rules in ZATCA's SDK, ` + "`CEN-EN16931-UBL.xsl`" + ` (EN 16931) and ` + "`20210819_ZATCA_E-invoice_Validation_Rules.xsl`" + `
(ZATCA). The texts of the rules are in our words.

| id | source | says |
|---|---|---|
`
