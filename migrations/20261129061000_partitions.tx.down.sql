DROP FUNCTION keep_partitions(text);
DROP FUNCTION partitions_of(text);
DROP FUNCTION make_partition(text, timestamptz);
DROP TABLE partitioned_tables;
