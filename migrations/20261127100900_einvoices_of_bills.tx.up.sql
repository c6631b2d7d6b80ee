-- Bills of postpaid lines, and their credit notes, become electronic invoices too.
ALTER TABLE einvoices DROP CONSTRAINT einvoices_subject_check;
ALTER TABLE einvoices ADD CONSTRAINT einvoices_subject_check CHECK (subject IN ('order', 'purchase', 'bill', 'credit-note'));
-- Invoices issued before are owed now.
INSERT INTO einvoices (subject, subject_id, kind, issued_at, due_at)
SELECT 'bill', id, '388', issued_at, now() + interval '24 hours' FROM invoices ORDER BY issued_at, n;
INSERT INTO einvoices (subject, subject_id, kind, issued_at, due_at)
SELECT 'credit-note', id, '381', issued_at, now() + interval '24 hours' FROM credit_notes ORDER BY issued_at, n;
