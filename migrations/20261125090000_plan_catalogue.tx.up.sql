-- Families of plans, as the page of plans shows them.
CREATE TABLE plan_categories (
    key            text PRIMARY KEY CHECK (key ~ '^[a-z0-9-]{2,40}$'),
    name_en        text NOT NULL CHECK (name_en <> ''),
    name_ar        text NOT NULL CHECK (name_ar <> ''),
    description_en text NOT NULL DEFAULT '',
    description_ar text NOT NULL DEFAULT '',
    position       int NOT NULL
);
INSERT INTO plan_categories (key, name_en, name_ar, position)
SELECT category, category, category, row_number() OVER (ORDER BY min(position)) - 1 FROM plans GROUP BY category;

ALTER TABLE plans
    ADD COLUMN external_id text UNIQUE DEFERRABLE INITIALLY DEFERRED CHECK (external_id ~ '^[A-Z0-9_-]{2,40}$'), -- what other systems call it
    ADD COLUMN kind text NOT NULL DEFAULT 'voice' CHECK (kind IN ('voice', 'data')), -- of the lines that may have it
    ADD COLUMN promoted boolean NOT NULL DEFAULT false,
    ADD COLUMN renews boolean NOT NULL DEFAULT true, -- it can renew itself
    ADD CONSTRAINT plans_category_fkey FOREIGN KEY (category) REFERENCES plan_categories (key),
    -- Only mobile numbers are brought along, and a data SIM has none.
    ADD CONSTRAINT plans_data_take_no_number CHECK (kind = 'voice' OR NOT takes_ported),
    -- Addresses of the API below /plans.
    ADD CONSTRAINT plans_id_free CHECK (id NOT IN ('promoted', 'categories', 'category', 'validate-subscriber-eligibilty'));
UPDATE plans SET external_id = upper(id);
ALTER TABLE plans ALTER COLUMN external_id SET NOT NULL;

-- Allowances had texts only. The text becomes an amount; a text without an amount is not guessed.
DO $$
DECLARE
    silent text;
BEGIN
    SELECT p.id || ': ' || coalesce(i ->> 'labelEn', i::text) INTO silent
    FROM plans AS p, jsonb_array_elements(p.items) AS i
    WHERE coalesce(i ->> 'labelEn', '') !~ '^(Unlimited|[0-9][0-9,]*) ' LIMIT 1;
    IF silent IS NOT NULL THEN
        RAISE EXCEPTION 'an allowance of a plan says no amount: %', silent;
    END IF;
END $$;
UPDATE plans SET items = (
    SELECT coalesce(jsonb_agg(i || jsonb_build_object(
        'unit', CASE WHEN i ->> 'type' LIKE '%\_min' THEN 'minute' WHEN i ->> 'type' = 'sms' THEN 'sms' ELSE 'MB' END,
        'amount', replace(substring(i ->> 'labelEn' FROM '^[0-9][0-9,]*'), ',', '')::bigint
            * CASE WHEN i ->> 'labelEn' LIKE '% GB %' THEN 1024 ELSE 1 END
    ) ORDER BY at), '[]')
    FROM jsonb_array_elements(items) WITH ORDINALITY AS element (i, at)
);

-- An allowance: one of the specification's types, how much of it in whole MB, minutes or messages (null is no limit),
-- and how it is called.
CREATE FUNCTION is_plan_item(item jsonb) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
    SELECT coalesce(
        CASE
            WHEN item ->> 'type' IN ('data', 'social_media', 'wifi_data', 'roaming_data', 'social_person') THEN item ->> 'unit' = 'MB'
            WHEN item ->> 'type' IN ('local_min', 'int_min', 'roaming_min') THEN item ->> 'unit' = 'minute'
            WHEN item ->> 'type' = 'sms' THEN item ->> 'unit' = 'sms'
            WHEN item ->> 'type' IN ('multi_sim', 'allowance', 'email') THEN item ->> 'unit' IN ('MB', 'minute', 'sms')
            ELSE false
        END
        AND CASE jsonb_typeof(item -> 'amount')
            WHEN 'null' THEN true
            WHEN 'number' THEN (item ->> 'amount')::numeric BETWEEN 1 AND 1000000000 AND (item ->> 'amount')::numeric % 1 = 0
            ELSE false
        END
        AND item ->> 'labelEn' <> '' AND item ->> 'labelAr' <> '', false)
$$;
-- A line has one allowance of a type from its plan.
CREATE FUNCTION are_plan_items(items jsonb) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
    SELECT CASE WHEN jsonb_typeof(items) <> 'array' THEN false
    ELSE (SELECT coalesce(bool_and(is_plan_item(item)), true) AND count(*) = count(DISTINCT item ->> 'type') FROM jsonb_array_elements(items) AS item)
    END
$$;
ALTER TABLE plans ADD CONSTRAINT plans_items_check CHECK (are_plan_items(items));

-- Costs of using the network beyond a plan's allowances. A rate of a plan goes before that of every plan.
CREATE TABLE rates (
    key      text NOT NULL CHECK (key ~ '^[a-z0-9-]{2,40}$'),
    plan_id  text REFERENCES plans (id), -- null: every plan
    name_en  text NOT NULL CHECK (name_en <> ''),
    name_ar  text NOT NULL CHECK (name_ar <> ''),
    unit     text NOT NULL CHECK (unit IN ('minute', 'sms', 'MB')),
    price    bigint NOT NULL CHECK (price >= 0), -- halalas with VAT, for one unit
    position int NOT NULL,
    UNIQUE NULLS NOT DISTINCT (key, plan_id)
);

-- The imported plans with their times, newest last.
CREATE TABLE plan_imports (
    id     bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    source text NOT NULL, -- where the list came from
    at     timestamptz NOT NULL DEFAULT now()
);
