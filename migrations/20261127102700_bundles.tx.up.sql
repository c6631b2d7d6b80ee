-- The bundles of the catalogue. Prices are without VAT: a balance has paid it already.
CREATE TABLE bundles (
    id              text PRIMARY KEY,
    category        text NOT NULL CHECK (category IN ('latest', 'data-net-saver', 'int-pass', 'local-pass', 'local-bundle')),
    name_en         text NOT NULL,
    name_ar         text NOT NULL,
    description_en  text NOT NULL,
    description_ar  text NOT NULL,
    tags            text[] NOT NULL DEFAULT '{}' CHECK (tags <@ '{best-seller,best-value,new,feature}'),
    data_mb         bigint NOT NULL DEFAULT 0 CHECK (data_mb >= 0),
    local_minutes   bigint NOT NULL DEFAULT 0 CHECK (local_minutes >= 0),
    sms             bigint NOT NULL DEFAULT 0 CHECK (sms >= 0),
    abroad_minutes  bigint NOT NULL DEFAULT 0 CHECK (abroad_minutes >= 0), -- calls to other countries
    roaming_mb      bigint NOT NULL DEFAULT 0 CHECK (roaming_mb >= 0),
    roaming_minutes bigint NOT NULL DEFAULT 0 CHECK (roaming_minutes >= 0),
    validity_days   int NOT NULL CHECK (validity_days > 0),
    price           bigint NOT NULL CHECK (price > 0), -- halalas, without VAT
    subscriptions   text[] NOT NULL CHECK (subscriptions <@ '{prepaid,postpaid}' AND subscriptions <> '{}'),
    plans           text[] NOT NULL DEFAULT '{}', -- whose lines may have it; empty: all
    availability    text[] NOT NULL CHECK (availability <@ '{web,app}' AND availability <> '{}'),
    single          boolean NOT NULL DEFAULT false, -- a line has it once at a time
    stock           int CHECK (stock >= 0), -- how many are sold in all; null is no limit
    sold            int NOT NULL DEFAULT 0 CHECK (sold >= 0),
    starts_at       timestamptz NOT NULL,
    ends_at         timestamptz,
    position        int NOT NULL,
    CONSTRAINT bundles_not_oversold CHECK (sold <= stock),
    CHECK (data_mb + local_minutes + sms + abroad_minutes + roaming_mb + roaming_minutes > 0),
    CHECK (ends_at > starts_at)
);

-- The offers of the shop: a bundle or a plan.
CREATE TABLE offers (
    id             text PRIMARY KEY,
    name_en        text NOT NULL,
    name_ar        text NOT NULL,
    description_en text NOT NULL,
    description_ar text NOT NULL,
    featured       boolean NOT NULL DEFAULT false,
    availability   text[] NOT NULL CHECK (availability <@ '{web,app}' AND availability <> '{}'),
    bundle         text REFERENCES bundles (id),
    plan           text REFERENCES plans (id),
    starts_at      timestamptz NOT NULL,
    ends_at        timestamptz,
    position       int NOT NULL,
    CHECK (num_nonnulls(bundle, plan) = 1),
    CHECK (ends_at > starts_at)
);
