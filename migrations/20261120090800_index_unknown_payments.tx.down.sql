DROP INDEX payments_unknown;
