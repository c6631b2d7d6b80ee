-- The specification names the contact step of a SIM card user-information; personal-information is the step of an eSIM.
UPDATE orders SET step = 'user-information', state = jsonb_set(state, '{step}', '"user-information"')
WHERE stage = 'wizard' AND step = 'personal-information'
  AND (kind IN ('sim', 'sim-replacement') OR state ->> 'simType' = 'physical');

-- A payment that waits for the bank is followed in the step payment-details.
UPDATE orders SET step = 'payment-details', state = jsonb_set(state, '{step}', '"payment-details"')
WHERE stage = 'wizard' AND step = 'payment'
  AND state @? '$.payments[*] ? (@.status == "processing" || @.status == "pending" || @.status == "challenge")';
