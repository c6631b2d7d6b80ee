package activities_test

import (
	"errors"
	"strings"

	"github.com/stretchr/testify/require"
	"github.com/uptrace/bun"
	"go.temporal.io/sdk/temporal"

	"selfcare/internal/contract"
)

// written is everything the activities write, without what differs between two equal writes: the clock of the row and
// the nonce of what is encrypted.
func (s *shop) written() string {
	s.t.Helper()
	var all strings.Builder
	for _, table := range []string{
		"numbers", "orders", "order_events", "identity_requests", "sims", "payments", "ledger_operations", "ledger_lines",
		"shipments", "shipment_scans", "subscribers", "lines", "line_sims", "line_changes", "audit_log", "esim_profiles",
	} {
		var rows string
		require.NoError(s.t, s.db.NewRaw(`
			SELECT coalesce(string_agg(row, E'\n' ORDER BY row), '')
			FROM (SELECT (to_jsonb(t) - 'updated_at' - 'personal' - 'name')::text AS row FROM ? AS t) AS rows`, bun.Ident(table)).Scan(ctx, &rows))
		all.WriteString(table + ":\n" + rows + "\n")
	}
	return all.String()
}

// twice makes a change and repeats it: the same answer, nothing new written, and the row says what the answer says.
func (s *shop) twice(change func() (contract.Order, error)) contract.Order {
	s.t.Helper()
	first, err := change()
	require.NoError(s.t, err)
	before := s.written()
	again, err := change()
	require.NoError(s.t, err)
	require.Equal(s.t, first, again, "a repeat answers the same")
	require.Equal(s.t, before, s.written(), "a repeat writes nothing new")
	require.Equal(s.t, first, s.row(first.ID))
	return first
}

// once is twice for the way to the state a test is about.
func (s *shop) once(next contract.Order, err error) contract.Order {
	s.t.Helper()
	require.NoError(s.t, err)
	return next
}

// refuses demands a final refusal that changed nothing; fields are pairs of path and code.
func (s *shop) refuses(change func() (contract.Order, error), code contract.Code, path ...string) {
	s.t.Helper()
	before := s.written()
	answer, err := change()
	requireRefusal(s.t, err, code, path...)
	require.Zero(s.t, answer)
	require.Equal(s.t, before, s.written(), "a refusal changes nothing")
}

// requireRefusal looks at what the workflow can act on: code as type, no further try, fields as details.
func requireRefusal(t require.TestingT, err error, code contract.Code, path ...string) {
	var refusal *temporal.ApplicationError
	require.ErrorAs(t, err, &refusal)
	require.Equal(t, string(code), refusal.Type())
	require.Contains(t, contract.Catalogue, code)
	require.True(t, refusal.NonRetryable())
	require.Equal(t, temporal.ApplicationErrorCategoryBenign, refusal.Category(), "a customer's mistake is no alarm")
	var fields map[string]contract.Code
	require.NoError(t, refusal.Details(&fields))
	if len(path) == 0 {
		require.Empty(t, fields)
		return
	}
	require.Equal(t, map[string]contract.Code{path[0]: code}, fields)
}

// requireRetry looks for an error that the retry policy takes care of.
func requireRetry(t require.TestingT, err error) {
	require.Error(t, err)
	var refusal *temporal.ApplicationError
	if errors.As(err, &refusal) {
		require.False(t, refusal.NonRetryable())
	}
}

func (s *shop) row(orderID string) contract.Order {
	s.t.Helper()
	record, err := s.store.Orders.Get(ctx, orderID)
	require.NoError(s.t, err)
	return record.Order
}

// timeline lists the keys of what happened, as the customer reads them.
func (s *shop) timeline(orderID string) []string {
	s.t.Helper()
	events, err := s.store.Orders.Timeline(ctx, orderID)
	require.NoError(s.t, err)
	keys := make([]string, len(events))
	for i, event := range events {
		keys[i] = event.Key
	}
	return keys
}

// lastEvents are the newest events of an order.
func (s *shop) lastEvents(orderID string, count int) []string {
	s.t.Helper()
	keys := s.timeline(orderID)
	require.GreaterOrEqual(s.t, len(keys), count)
	return keys[len(keys)-count:]
}
