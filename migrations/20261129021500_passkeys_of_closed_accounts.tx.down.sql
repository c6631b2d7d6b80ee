-- The deleted passkeys opened accounts without a line.
SELECT 1;
