-- Rename a constraint and a trigger to what they say of their table.
ALTER TABLE sessions RENAME CONSTRAINT sessions_of_somebody TO sessions_have_user_or_device;
ALTER TRIGGER numbers_are_ours_to_sell ON numbers RENAME TO numbers_have_no_other_operator;
