DROP TABLE partner_waits;
DROP TABLE partner_failures;
