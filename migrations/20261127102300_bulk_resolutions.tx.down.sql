DROP INDEX audit_log_of_bulks;
DROP TABLE bulk_items;
DROP TABLE bulk_resolutions;
