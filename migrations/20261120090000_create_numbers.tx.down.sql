DROP TABLE number_search;
DROP TABLE numbers;
DROP DOMAIN own_number;
DROP FUNCTION index_new_numbers;
DROP TABLE number_categories;
