DROP TRIGGER promo_codes_changed ON promo_codes;
DROP FUNCTION promo_code_changed();
ALTER TABLE promo_codes DROP COLUMN changed_at;
-- The figures in force stay in force; what was to come is lost with its table.
INSERT INTO settings (key, value)
SELECT DISTINCT ON (key) key, value FROM changes AS c WHERE kind = 'setting' AND state = 'approved' AND effective_at <= now()
    AND NOT EXISTS (SELECT FROM settings AS s WHERE s.key = c.key AND s.updated_at > c.effective_at)
ORDER BY key, effective_at DESC
ON CONFLICT (key) DO UPDATE SET value = EXCLUDED.value, updated_at = now();
DELETE FROM settings WHERE value = 'null';
DROP TABLE changes;
DROP FUNCTION keep_change();
