UPDATE orders SET state = jsonb_set(state #- '{replacement,suspendedSince}', '{replacement,restsSince}', state #> '{replacement,suspendedSince}')
WHERE kind IN ('sim-replacement', 'esim-replacement') AND state -> 'replacement' ? 'suspendedSince';
UPDATE plan_subscriptions SET state = state - 'suspendedSince' || jsonb_build_object('restsSince', state -> 'suspendedSince') WHERE state ? 'suspendedSince';
ALTER TABLE lines RENAME COLUMN suspended_since TO rests_since;
