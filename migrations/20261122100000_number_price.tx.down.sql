DROP TRIGGER numbers_price ON numbers;
DROP FUNCTION price_new_number;
ALTER TABLE numbers DROP CONSTRAINT numbers_priced;
ALTER TABLE numbers ADD CONSTRAINT numbers_category_fkey FOREIGN KEY (category) REFERENCES number_categories (key);
ALTER TABLE numbers DROP COLUMN price;
ALTER TABLE number_categories DROP CONSTRAINT number_categories_priced;
