-- The middle of a city: a store that claims the city but lies far from it was mistyped, and a map begins there.
ALTER TABLE cities
    ADD COLUMN latitude double precision CHECK (latitude BETWEEN 16 AND 32.5),
    ADD COLUMN longitude double precision CHECK (longitude BETWEEN 34.4 AND 55.7),
    ADD CHECK ((latitude IS NULL) = (longitude IS NULL));
