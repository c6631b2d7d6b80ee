-- The devices that stamp electronic invoices. The enrolment holds a key that has no certificate yet, and how far the authority's
-- platform is with it; the credentials are the key, the certificate and the secret in use. Both are sealed. The version grows
-- with each change, so that a command never overwrites the change of another one and a worker notices a renewed certificate.
CREATE TABLE zatca_devices (
  name        text PRIMARY KEY CHECK (name <> ''),
  version     bigint NOT NULL DEFAULT 1,
  enrolment   bytea,
  credentials bytea,
  expires_at  timestamptz,
  CHECK ((credentials IS NULL) = (expires_at IS NULL))
);
