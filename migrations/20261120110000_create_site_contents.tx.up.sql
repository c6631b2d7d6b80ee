-- The operator's files about the site, each as it was loaded; the newest counts, older ones can be loaded again.
CREATE TABLE site_contents (
    version   bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    source    text NOT NULL, -- where the file came from
    file      text NOT NULL CHECK (file <> ''),
    loaded_at timestamptz NOT NULL DEFAULT now()
);

-- At most one maintenance is planned or under way.
CREATE TABLE site_maintenance (
    only_one  boolean PRIMARY KEY DEFAULT true CHECK (only_one),
    starts_at timestamptz NOT NULL,
    ends_at   timestamptz NOT NULL CHECK (ends_at > starts_at)
);
