-- A suspension by the owner has one name in every layer. The rename comes last: it locks the lines.
UPDATE plan_subscriptions SET state = state - 'restsSince' || jsonb_build_object('suspendedSince', state -> 'restsSince') WHERE state ? 'restsSince';
UPDATE orders SET state = jsonb_set(state #- '{replacement,restsSince}', '{replacement,suspendedSince}', state #> '{replacement,restsSince}')
WHERE kind IN ('sim-replacement', 'esim-replacement') AND state -> 'replacement' ? 'restsSince';
ALTER TABLE lines RENAME COLUMN rests_since TO suspended_since;
