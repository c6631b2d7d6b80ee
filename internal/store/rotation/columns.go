// Package rotation re-encrypts sealed values in the database, so that an old key can be dropped.
package rotation

// Column is a place of sealed values.
type Column struct {
	Name  string   // for operators
	Table string   // aliased t in the expressions below
	Key   []string // columns that identify a row
	Value string   // expression of the sealed bytes
	Set   string   // assignment of the new bytes, which replace the question mark
	// Context is the expression of the seal context: the same text as in the store.
	Context string
	// Large marks values of megabytes: few are held in memory at a time.
	Large bool
	// Clear marks a column with values from before it was sealed: each begins with a zero byte, as if its key had no id.
	Clear bool
}

// Columns lists all sealed columns. A test fails for a missing one.
var Columns = []Column{
	of("cards", "personal", "'cards/' || t.id"),
	of("einvoices", "xml", "'einvoices/' || t.id"),
	of("einvoices", "cleared", "'einvoices/' || t.id"),
	of("idempotent_requests", "body", "'idempotent_requests/' || t.subject || '/' || t.key", "subject", "key"),
	of("line_setting_changes", "number", "'line_settings/' || t.item"),
	of("line_settings", "number", "'line_settings/' || t.item", "line_id", "kind", "item"),
	of("line_sims", "name", "'line_sims/' || t.id"),
	of("message_links", "page", "'message_links/' || encode(t.digest, 'hex')", "digest"),
	of("orders", "personal", "'orders/' || t.id"),
	of("outbox", "notice", "'outbox/' || t.key", "key", "month"),
	{
		Name: "purchases.state (number abroad)", Table: "purchases", Key: []string{"id"}, Context: "'purchases/' || t.id",
		Value: "decode(t.state #>> '{international,mobile}', 'base64')",
		Set:   "state = jsonb_set(t.state, '{international,mobile}', to_jsonb(translate(encode(?, 'base64'), E'\\n', '')))",
	},
	{
		Name: "purchases.state (code of a game)", Table: "purchases", Key: []string{"id"}, Context: "'purchases/' || t.id",
		Value: "decode(t.state #>> '{game,email}', 'base64')",
		Set:   "state = jsonb_set(t.state, '{game,email}', to_jsonb(translate(encode(?, 'base64'), E'\\n', '')))",
	},
	of("removed_cards", "personal", "'cards/' || t.card_id"),
	of("second_factors", "secret", "'second_factors/' || t.user_id", "user_id"),
	large(of("service_request_files", "content", "'service_request_files/' || t.id || '/content'")),
	of("service_request_files", "name", "'service_request_files/' || t.id || '/name'"),
	of("service_request_messages", "body", "'service_request_messages/' || t.request_id || '/' || t.seq", "request_id", "seq"),
	of("service_requests", "personal", "'service_requests/' || t.id"),
	of("sims", "puk1", "'sims/' || t.iccid", "iccid"),
	of("subscribers", "personal", "'subscribers/' || encode(t.id_hash, 'hex')"),
	of("subscriptions", "personal", "'subscriptions/' || t.id"),
	withClear(of("usage_events", "party", "'usage_events/' || t.line_id || '/' || t.event_id", "line_id", "kind", "used_at", "event_id")),
	of("users", "personal", "'users/' || t.id"),
	of("users", "email_proposed", "'users/' || t.id || '/email'"),
	of("webhook_events", "body", "'webhook_events/' || t.system || '/' || t.event_id", "system", "event_id", "month"),
	of("zatca_devices", "credentials", "'zatca_devices/' || t.name || '/credentials'", "name"),
	of("zatca_devices", "enrolment", "'zatca_devices/' || t.name || '/enrolment'", "name"),
}

// of is a column of bytes; its rows have an id unless a key is given.
func of(table, column, sealContext string, key ...string) Column {
	if len(key) == 0 {
		key = []string{"id"}
	}
	return Column{
		Name: table + "." + column, Table: table, Key: key, Value: "t." + column, Set: column + " = ?", Context: sealContext,
	}
}

// large marks a column with large values.
func large(c Column) Column {
	c.Large = true
	return c
}

// withClear marks a column with values from before it was sealed.
func withClear(c Column) Column {
	c.Clear = true
	return c
}

// atOnce is the number of rows in one transaction.
func (c Column) atOnce() int64 {
	if c.Large {
		return largeBatch
	}
	return batch
}

// keyOf is the id of a value's key, as seal.Keys writes it: its length, then the id.
func (c Column) keyOf() string {
	return "convert_from(substring(" + c.Value + " FROM 2 FOR get_byte(" + c.Value + ", 0)), 'UTF8')"
}
