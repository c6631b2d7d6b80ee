-- Data that comes with a data pack at no price. It lasts as long as the setting freeDataValidityDays says, not as long as the pack.
ALTER TABLE data_packs ADD COLUMN free_megabytes bigint NOT NULL DEFAULT 0 CHECK (free_megabytes >= 0);
