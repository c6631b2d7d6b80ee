package contract

import (
	"encoding/json"
	"reflect"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// states lists the types that workers pass on to each other and store.
var states = []reflect.Type{
	reflect.TypeFor[Order](), reflect.TypeFor[OrderInput](), reflect.TypeFor[Settings](),
}

func TestUnknown_EachState_EmbedsIt(t *testing.T) {
	seen := map[reflect.Type]bool{reflect.TypeFor[time.Time](): true, reflect.TypeFor[Unknown](): true}
	for _, state := range states {
		requireUnknown(t, state, seen)
	}
	require.Greater(t, len(seen), 20)
}

func requireUnknown(t *testing.T, state reflect.Type, seen map[reflect.Type]bool) {
	t.Helper()
	switch state.Kind() {
	case reflect.Pointer, reflect.Slice, reflect.Array:
		requireUnknown(t, state.Elem(), seen)
	case reflect.Map:
		require.Equal(t, reflect.String, state.Elem().Kind(), "%s: states in a map lose unknown members", state)
	case reflect.Struct:
		if seen[state] {
			return
		}
		seen[state] = true
		_, keeps := state.FieldByName("Unknown")
		require.True(t, keeps, "%s does not embed Unknown: an older worker would drop its new fields", state)
		for field := range state.Fields() {
			requireUnknown(t, field.Type, seen)
		}
	default: // no parts
	}
}

// newer adds the members of a later version to each object.
func newer(value any) any {
	switch v := value.(type) {
	case map[string]any:
		for name, member := range v {
			v[name] = newer(member)
		}
		v["addedLater"] = map[string]any{"amount": 12, "names": []any{"b", "a"}}
		v["alsoLater"] = nil
	case []any:
		for i, item := range v {
			v[i] = newer(item)
		}
	}
	return value
}

func asNewer(t *testing.T, o Order) []byte {
	t.Helper()
	text, err := json.Marshal(o)
	require.NoError(t, err)
	var tree any
	require.NoError(t, json.Unmarshal(text, &tree))
	text, err = json.Marshal(newer(tree))
	require.NoError(t, err)
	return text
}

var sample = Order{
	ID: "o-1", Kind: KindSIM, Stage: StageWizard, CreatedAt: time.Date(2027, 1, 2, 3, 4, 5, 0, time.UTC),
	Booking:  &Booking{MSISDN: "0571234567", Price: 100},
	Person:   &Person{IDNumber: "1000000008"},
	Delivery: &Delivery{Method: DeliverHome, Address: &Address{City: "riyadh"}},
	Price:    &Price{Lines: []PriceLine{{Key: LinePlan, Amount: 5500}}, Total: 5500},
	Payments: []Payment{{ID: "p1", Status: PaymentDeclined}, {ID: "p2", Status: PaymentPaid}},
}

func TestDecode_UnknownMembers_AreKept(t *testing.T) {
	text := asNewer(t, sample)
	var o Order
	require.NoError(t, Decode(text, &o))
	require.Equal(t, "0571234567", o.Booking.MSISDN)
	require.True(t, HasUnknown(o))
	again, err := Encode(o)
	require.NoError(t, err)
	require.JSONEq(t, string(text), string(again))
	plain, err := json.Marshal(o)
	require.NoError(t, err)
	require.NotContains(t, string(plain), "addedLater", "only Encode writes kept members")
}

func TestEncode_KeptMembers_AreWritten(t *testing.T) {
	var o Order
	require.NoError(t, Decode(asNewer(t, sample), &o))
	o.Stage = StagePlaced
	o.Payments = append(o.Payments, Payment{ID: "p3"})
	o.Booking = &Booking{MSISDN: "0579999999"}
	text, err := Encode(&o)
	require.NoError(t, err)
	var tree struct {
		Stage    string
		Later    any `json:"addedLater"`
		Booking  map[string]any
		Payments []map[string]any
	}
	require.NoError(t, json.Unmarshal(text, &tree))
	require.Equal(t, "placed", tree.Stage)
	require.NotNil(t, tree.Later)
	require.NotContains(t, tree.Booking, "addedLater", "another booking is another object")
	require.Contains(t, tree.Payments[0], "addedLater")
	require.NotContains(t, tree.Payments[2], "addedLater")
}

func TestEncode_NothingKept_IsPlainJSON(t *testing.T) {
	want, err := json.Marshal(sample)
	require.NoError(t, err)
	got, err := Encode(sample)
	require.NoError(t, err)
	require.Equal(t, string(want), string(got))
	var o Order
	require.NoError(t, Decode(want, &o))
	require.Equal(t, sample, o)
}

func TestDecode_NoJSON_IsAnError(t *testing.T) {
	var o Order
	require.Error(t, Decode([]byte(`{"id":`), &o))
	require.Error(t, Decode([]byte(`{"id":7}`), &o))
	var text string
	require.NoError(t, Decode([]byte(`"sim"`), &text))
	require.Equal(t, "sim", text)
}

func BenchmarkEncode(b *testing.B) {
	for b.Loop() {
		_, err := Encode(sample)
		require.NoError(b, err)
	}
}

func BenchmarkEncodingJSON(b *testing.B) {
	for b.Loop() {
		_, err := json.Marshal(sample)
		require.NoError(b, err)
	}
}
