DROP INDEX line_allowances_of_purchase;
DELETE FROM line_allowances AS a USING line_allowances AS kept
WHERE a.purchase_id = kept.purchase_id AND (a.purchase_item, a.type, a.id) > (kept.purchase_item, kept.type, kept.id);
ALTER TABLE line_allowances ADD CONSTRAINT line_allowances_purchase_id_key UNIQUE (purchase_id);
ALTER TABLE line_allowances DROP COLUMN purchase_item;
DROP TABLE line_bundles;
