-- Orders that change a line are found by it: they are linked with the order that brought it.
CREATE INDEX orders_by_line ON orders ((state -> 'line' ->> 'id')) WHERE kind IN ('sim-replacement', 'esim-replacement', 'multisim');
