ALTER TABLE invoice_lines DROP CONSTRAINT invoice_lines_named;
ALTER TABLE invoice_lines DROP COLUMN name_ar;
ALTER TABLE invoice_lines DROP COLUMN name_en;
ALTER TABLE invoice_lines DROP CONSTRAINT invoice_lines_service_check;
ALTER TABLE invoice_lines ADD CONSTRAINT invoice_lines_service_check CHECK (service IN ('plan', 'multi-sim', 'usage', 'commitment'));
ALTER TABLE line_renewals DROP CONSTRAINT line_renewals_billed;
ALTER TABLE line_renewals DROP COLUMN billed;
ALTER TABLE subscription_charges DROP CONSTRAINT subscription_charges_service;
ALTER TABLE subscription_charges DROP COLUMN service_id;
