-- Nothing is lost: the search of before finds these services, too.
SELECT 1;
