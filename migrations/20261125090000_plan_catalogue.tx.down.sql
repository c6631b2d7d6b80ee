DROP TABLE plan_imports;
DROP TABLE rates;
ALTER TABLE plans DROP CONSTRAINT plans_items_check;
DROP FUNCTION are_plan_items(jsonb);
DROP FUNCTION is_plan_item(jsonb);
UPDATE plans SET items = (
    SELECT coalesce(jsonb_agg(i - 'unit' - 'amount' ORDER BY at), '[]') FROM jsonb_array_elements(items) WITH ORDINALITY AS element (i, at)
);
ALTER TABLE plans
    DROP CONSTRAINT plans_id_free,
    DROP CONSTRAINT plans_data_take_no_number,
    DROP CONSTRAINT plans_category_fkey,
    DROP COLUMN renews,
    DROP COLUMN promoted,
    DROP COLUMN kind,
    DROP COLUMN external_id;
DROP TABLE plan_categories;
