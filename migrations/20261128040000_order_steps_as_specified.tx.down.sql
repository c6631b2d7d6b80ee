UPDATE orders SET step = 'personal-information', state = jsonb_set(state, '{step}', '"personal-information"')
WHERE stage = 'wizard' AND step = 'user-information';
UPDATE orders SET step = 'payment', state = jsonb_set(state, '{step}', '"payment"')
WHERE stage = 'wizard' AND step = 'payment-details';
