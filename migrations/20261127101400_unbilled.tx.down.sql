DROP FUNCTION unbilled(uuid);
