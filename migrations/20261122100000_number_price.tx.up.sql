-- A number carries the price of its class, so that booking it reads no other row. The key to both keeps them equal: a
-- class that changes its price changes that of its numbers in the same statement.
ALTER TABLE number_categories ADD CONSTRAINT number_categories_priced UNIQUE (key, price);

ALTER TABLE numbers ADD COLUMN price bigint; -- halalas
UPDATE numbers AS n SET price = c.price FROM number_categories AS c WHERE c.key = n.category;
ALTER TABLE numbers ALTER COLUMN price SET NOT NULL;
ALTER TABLE numbers DROP CONSTRAINT numbers_category_fkey;
ALTER TABLE numbers ADD CONSTRAINT numbers_priced FOREIGN KEY (category, price)
    REFERENCES number_categories (key, price) ON UPDATE CASCADE;

CREATE FUNCTION price_new_number() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW.price := (SELECT price FROM number_categories WHERE key = NEW.category);
    RETURN NEW;
END $$;
CREATE TRIGGER numbers_price BEFORE INSERT ON numbers FOR EACH ROW EXECUTE FUNCTION price_new_number();
