package audit

// writeReads is raw: it inserts what it selects.
const writeReads = `
	INSERT INTO audit_log (key, order_id, actor, action, note)
	SELECT concat_ws('/', 'read', ?0, id, date_trunc('hour', now())), id, ?0, ?2, '' FROM unnest(?1::uuid[]) AS id
	ON CONFLICT (key) DO NOTHING`

// signIns is raw: a union in the order of both parts.
const signIns = `
	SELECT id, coalesce(key, '') AS key, coalesce(order_id::text, '') AS order_id, actor, action, note, details, area, at FROM audit_log
	WHERE actor = ?0 AND action = 'signed-in'
	UNION ALL
	SELECT id, '', '', account, 'sign-in-failed', '', jsonb_build_object('provider', provider, 'client', network,
		'attempts', attempts::text, 'traceId', trace_id), 'account', last_at FROM failed_sign_ins
	WHERE account = ?0 ORDER BY at DESC LIMIT ?1`
