-- The end of a main line closes its account. The passkeys stayed and still opened it.
DELETE FROM passkeys AS p USING users AS u WHERE u.id = p.user_id AND u.closed_at IS NOT NULL;
