package orders_test

import (
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/api/gen"
	"selfcare/api/servertest"
	"selfcare/internal/contract"
	"selfcare/internal/domain/order"
	"selfcare/internal/domain/typed"
)

func readLinks(r *servertest.Rig, o servertest.Started, headers ...servertest.Header) []gen.OrderLink {
	r.T.Helper()
	got := r.Get(o, "/links", headers...)
	require.Equal(r.T, http.StatusOK, got.StatusCode, string(got.Body))
	return servertest.Decoded[struct{ Items []gen.OrderLink }](r.T, got).Items
}

// replaced has a line that one order activated, under the given ID, and whose SIM a second order replaces.
func replaced(r *servertest.Rig, idNumber string) (brought, replacement servertest.Started) {
	r.T.Helper()
	brought, replacement = r.StartUnderID(idNumber), r.StartUnderID(servertest.OwnerID)
	full := r.Put(brought, func(o *contract.Order) {
		o.Stage = contract.StageActive
		o.Plan = &contract.Plan{ID: "basic-25", SubscriptionType: "prepaid"}
		o.SIM = &contract.SIM{ICCID: "8996605000000000017"}
	})
	require.NoError(r.T, r.Store.Lines.Create(r.T.Context(), full, time.Now()))
	line, err := r.Store.Lines.ByNumber(r.T.Context(), order.MSISDN(full))
	require.NoError(r.T, err)
	r.Put(replacement, func(o *contract.Order) {
		o.NumberSource, o.Booking = contract.NumberExisting, nil
		o.Line = &contract.Line{ID: line.ID, MSISDN: line.MSISDN, OldICCID: line.ICCID}
	})
	_, err = r.DB.NewRaw("UPDATE orders SET kind = 'sim-replacement' WHERE id = ?", replacement.ID).Exec(r.T.Context())
	require.NoError(r.T, err)
	return brought, replacement
}

func TestLinkedOrders_Owner_SeesLinks(t *testing.T) {
	r := servertest.New(t)
	r.Customer(servertest.MainLine, "prepaid")
	token := r.SignIn(servertest.MainLine)
	brought, replacement := replaced(r, servertest.OwnerID)

	for name, headers := range map[string][]servertest.Header{
		"signed in":                             {servertest.Bearer(token), servertest.WithSession("")},
		"signed in and with the session of one": {servertest.Bearer(token)},
	} {
		links := readLinks(r, replacement, headers...)
		require.Len(t, links, 1, name)
		require.Equal(t, gen.OrderLinkRelation(order.ReplacementOf), links[0].Relation)
		require.Equal(t, brought.ID, *links[0].OrderId)
		require.Regexp(t, typed.OrderNumber.Pattern(), *links[0].OrderNumber)
		require.Equal(t, "sim", *links[0].Kind)
		require.Equal(t, replacement.ID, *readLinks(r, brought, headers...)[0].OrderId, name)
	}
	mine := seesOwnOrders(r, token, "").Items
	require.Len(t, mine, 2)
	require.Equal(t, brought.ID, *(*mine[0].Links)[0].OrderId)
	require.Equal(t, gen.OrderLinkRelation(order.ReplacedBy), (*mine[1].Links)[0].Relation)
}

func TestLinkedOrders_OtherCustomer_SeesNone(t *testing.T) {
	r := servertest.New(t)
	r.Customer(servertest.MainLine, "prepaid")
	token := r.SignIn(servertest.MainLine)
	brought, replacement := replaced(r, servertest.NextID)
	require.Equal(t, []gen.OrderLink{{Relation: gen.OrderLinkRelation(order.ReplacementOf)}}, readLinks(r, replacement, servertest.Bearer(token)))
	require.Equal(t, []gen.OrderLink{{Relation: gen.OrderLinkRelation(order.ReplacementOf)}}, *seesOwnOrders(r, token, "").Items[0].Links)

	for name, stranger := range map[string][]servertest.Header{
		"signed out":       nil,
		"an ended session": {servertest.Bearer("over")},
		"a device":         {servertest.Bearer(r.Device())},
	} {
		for o, relation := range map[servertest.Started]order.Relation{brought: order.ReplacedBy, replacement: order.ReplacementOf} {
			require.Equal(t, []gen.OrderLink{{Relation: gen.OrderLinkRelation(relation)}}, readLinks(r, o, stranger...), name)
		}
	}
	servertest.RequireRefused(t, r.Get(servertest.Started{ID: brought.ID, Session: "none"}, "/links", servertest.Bearer(token)), contract.FailOrderNotYours)
	require.Empty(t, readLinks(r, r.Start()))
}
