DROP TABLE auto_recharge_calls;
DROP TABLE auto_recharge_runs;
DROP TABLE auto_recharges;
DROP FUNCTION call_auto_recharge();
DROP FUNCTION pause_without_card();
