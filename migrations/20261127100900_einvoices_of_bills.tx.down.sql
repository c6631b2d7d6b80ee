ALTER TABLE einvoices DROP CONSTRAINT einvoices_subject_check;
DELETE FROM einvoices WHERE subject IN ('bill', 'credit-note') AND icv IS NULL;
ALTER TABLE einvoices ADD CONSTRAINT einvoices_subject_check CHECK (subject IN ('order', 'purchase')) NOT VALID;
