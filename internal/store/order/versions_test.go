package order_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"
	commonpb "go.temporal.io/api/common/v1"
	"go.temporal.io/sdk/converter"

	"selfcare/dev/testkit"
	"selfcare/internal/contract"
	"selfcare/internal/domain/order"
	"selfcare/internal/platform/codec"
	"selfcare/internal/store"
	"selfcare/internal/store/storetest"
)

const payloadKeys = "t1:dGVzdC1rZXktMDEyMzQ1Njc4OTAxMjM0NTY3ODlhYmM="

// addedLater adds a field of a future version to an order and two of its parts.
func addedLater(t *testing.T, o contract.Order) []byte {
	t.Helper()
	text, err := json.Marshal(o)
	require.NoError(t, err)
	var tree map[string]any
	require.NoError(t, json.Unmarshal(text, &tree))
	tree["priority"] = "high"
	tree["booking"].(map[string]any)["auctionedFor"] = 700
	tree["person"].(map[string]any)["passport"] = "K1234567"
	text, err = json.Marshal(tree)
	require.NoError(t, err)
	return text
}

func TestSaveOrder_OlderWorker_KeepsNewFields(t *testing.T) {
	s := testkit.Store(t)
	o := storetest.Opened(t, s, storetest.FullOrder())
	ring, err := codec.ParseKeys(payloadKeys)
	require.NoError(t, err)
	payloads := codec.DataConverter(ring)
	sent := &commonpb.Payload{
		Metadata: map[string][]byte{converter.MetadataEncoding: []byte(converter.MetadataEncodingJSON)},
		Data:     addedLater(t, o),
	}

	var received contract.Order
	require.NoError(t, payloads.FromPayload(sent, &received))
	next := order.Saved(received)
	require.NoError(t, s.Orders.Save(ctx, next))
	answer, err := payloads.ToPayload(next)
	require.NoError(t, err)

	want := addedLater(t, order.Saved(o))
	require.JSONEq(t, string(want), payloads.ToString(answer), "the state of the workflow")
	record, err := s.Orders.Get(ctx, o.ID)
	require.NoError(t, err)
	saved, err := contract.Encode(record.Order)
	require.NoError(t, err)
	require.JSONEq(t, string(want), string(saved), "the state in the row")
}

func TestSaveOrder_UnknownField_IsEncrypted(t *testing.T) {
	db := testkit.Postgres(t)
	s := store.New(db, testkit.Keys(t))
	o := storetest.Opened(t, s, storetest.FullOrder())
	require.NoError(t, contract.Decode(addedLater(t, order.Saved(o)), &o))
	require.NoError(t, s.Orders.Save(ctx, o))
	var state string
	require.NoError(t, db.NewRaw("SELECT state FROM orders WHERE id = ?", o.ID).Scan(ctx, &state))
	for _, later := range []string{"passport", "K1234567", "priority", "auctionedFor"} {
		require.NotContains(t, state, later)
	}
}

// A newer worker may have encrypted more than this one, which reads and saves the order for a refund.
func TestSaveOrder_NewEncryptedField_IsKept(t *testing.T) {
	db, keys := testkit.Postgres(t), testkit.Keys(t)
	s := store.New(db, keys)
	o := storetest.Opened(t, s, storetest.FullOrder())
	hidden := map[string]any{"person": o.Person, "contact": o.Contact, "address": o.Delivery.Address, "puk1": "48151623", "fingerprint": "loops"}
	text, err := json.Marshal(hidden)
	require.NoError(t, err)
	storetest.Exec(t, db, "UPDATE orders SET personal = ? WHERE id = ?", keys.Seal("orders/"+o.ID, text), o.ID)

	record, err := s.Orders.Get(ctx, o.ID)
	require.NoError(t, err)
	require.Equal(t, o.Person, record.Order.Person)
	require.NoError(t, s.Orders.Save(ctx, order.Saved(record.Order)))
	again, err := s.Orders.Get(ctx, o.ID)
	require.NoError(t, err)
	require.Equal(t, record.Order.Members, again.Order.Members)
	require.Contains(t, again.Order.Members, "loops")
	require.Equal(t, o.SIM, again.Order.SIM)
}
