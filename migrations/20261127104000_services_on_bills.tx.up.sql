-- A value-added service of a postpaid line goes onto its bill, with VAT, under the name it had then.
ALTER TABLE subscription_charges ADD COLUMN service_id text REFERENCES services (id);
ALTER TABLE subscription_charges ADD CONSTRAINT subscription_charges_service CHECK ((service_id IS NOT NULL) = (item LIKE 'service:%'));
ALTER TABLE line_renewals ADD COLUMN billed boolean NOT NULL DEFAULT false; -- price is with VAT, and goes onto the bill
ALTER TABLE line_renewals ADD CONSTRAINT line_renewals_billed CHECK (NOT billed OR service_id IS NOT NULL);

ALTER TABLE invoice_lines DROP CONSTRAINT invoice_lines_service_check;
ALTER TABLE invoice_lines ADD CONSTRAINT invoice_lines_service_check CHECK (service IN ('plan', 'multi-sim', 'services', 'usage', 'commitment'));
ALTER TABLE invoice_lines ADD COLUMN name_en text NOT NULL DEFAULT '';
ALTER TABLE invoice_lines ADD COLUMN name_ar text NOT NULL DEFAULT '';
ALTER TABLE invoice_lines ADD CONSTRAINT invoice_lines_named CHECK (service <> 'services' OR (name_en <> '' AND name_ar <> ''));
