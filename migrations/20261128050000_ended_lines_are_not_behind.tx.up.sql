-- The network is told of the end of a line by that end: a plan that has ended is never behind. Those that were written as behind have
-- stayed late cases of support that no decision could close.
UPDATE plan_subscriptions SET behind_since = NULL WHERE behind_since IS NOT NULL AND stage = 'ended';
