-- Files that came with complaints and replies. Their contents and names are sealed.
CREATE TABLE service_request_files (
    id         uuid PRIMARY KEY,
    owner      text NOT NULL, -- who may name it: the subject of the repeat key it was handed over with
    request_id uuid REFERENCES service_requests (id) ON DELETE CASCADE,
    seq        bigint, -- of the message it came with
    place      int NOT NULL DEFAULT 0,
    name       bytea NOT NULL,
    media_type text NOT NULL CHECK (media_type IN ('image/jpeg', 'image/png', 'application/pdf')),
    size       bigint NOT NULL CHECK (size > 0),
    content    bytea,
    state      text NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'clean', 'infected')),
    created_at timestamptz NOT NULL DEFAULT now(),
    CHECK ((request_id IS NULL) = (seq IS NULL)),
    CHECK ((state = 'infected') = (content IS NULL))
);
ALTER TABLE service_request_files ALTER COLUMN content SET STORAGE EXTERNAL; -- what is encrypted gets no smaller
CREATE INDEX service_request_files_of_request ON service_request_files (request_id, seq, place) WHERE request_id IS NOT NULL;
CREATE INDEX service_request_files_unnamed ON service_request_files (created_at) WHERE request_id IS NULL;
CREATE INDEX service_requests_over ON service_requests (updated_at) WHERE stage = 'closed';
