DROP TRIGGER numbers_are_ours_to_sell ON numbers;
DROP FUNCTION refuse_taken_numbers();
DROP TABLE departed_numbers;
DROP FUNCTION refuse_departure_in_stock();
