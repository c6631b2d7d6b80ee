package server_test

import (
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/api/gen"
	"selfcare/internal/contract"
	"selfcare/internal/domain/order"
)

func (r *rig) links(o started, headers ...header) []gen.OrderLink {
	r.t.Helper()
	got := r.get(o, "/links", headers...)
	require.Equal(r.t, http.StatusOK, got.StatusCode, string(got.body))
	return decoded[struct{ Items []gen.OrderLink }](r.t, got).Items
}

// replaced is a line that one order brought and another gives a new SIM, the first under an ID of the test's choice.
func (r *rig) replaced(idNumber string) (brought, replacement started) {
	r.t.Helper()
	brought, replacement = r.under(idNumber), r.under(ownerID)
	full := r.put(brought, func(o *contract.Order) {
		o.Stage = contract.StageActive
		o.Plan = &contract.Plan{ID: "basic-25", SubscriptionType: "prepaid"}
		o.SIM = &contract.SIM{ICCID: "8996605000000000017"}
	})
	require.NoError(r.t, r.store.Lines.Create(r.t.Context(), full, time.Now()))
	line, err := r.store.Lines.ByNumber(r.t.Context(), order.MSISDN(full))
	require.NoError(r.t, err)
	r.put(replacement, func(o *contract.Order) {
		o.NumberSource, o.Booking = contract.NumberExisting, nil
		o.Line = &contract.Line{ID: line.ID, MSISDN: line.MSISDN, OldICCID: line.ICCID}
	})
	_, err = r.db.NewRaw("UPDATE orders SET kind = 'sim-replacement' WHERE id = ?", replacement.id).Exec(r.t.Context())
	require.NoError(r.t, err)
	return brought, replacement
}

func TestLinkedOrders_AreLinksForTheirOwner(t *testing.T) {
	r := newRig(t)
	r.customer(mainLine, "prepaid")
	token := r.signIn(mainLine)
	brought, replacement := r.replaced(ownerID)

	for name, headers := range map[string][]header{
		"signed in":                             {bearer(token), withSession("")},
		"signed in and with the session of one": {bearer(token)},
	} {
		links := r.links(replacement, headers...)
		require.Len(t, links, 1, name)
		require.Equal(t, gen.OrderLinkRelation(order.ReplacementOf), links[0].Relation)
		require.Equal(t, brought.id, *links[0].OrderId)
		require.Regexp(t, `^SC[0-9]{8}$`, *links[0].OrderNumber)
		require.Equal(t, "sim", *links[0].Kind)
		require.Equal(t, replacement.id, *r.links(brought, headers...)[0].OrderId, name)
	}
	mine := r.ownOrders(token, "").Items
	require.Len(t, mine, 2)
	require.Equal(t, brought.id, *(*mine[0].Links)[0].OrderId)
	require.Equal(t, gen.OrderLinkRelation(order.ReplacedBy), (*mine[1].Links)[0].Relation)
}

func TestLinkedOrders_OfSomebodyElseNeverLeak(t *testing.T) {
	r := newRig(t)
	r.customer(mainLine, "prepaid")
	token := r.signIn(mainLine)
	brought, replacement := r.replaced(nextID)
	require.Equal(t, []gen.OrderLink{{Relation: gen.OrderLinkRelation(order.ReplacementOf)}}, r.links(replacement, bearer(token)))
	require.Equal(t, []gen.OrderLink{{Relation: gen.OrderLinkRelation(order.ReplacementOf)}}, *r.ownOrders(token, "").Items[0].Links)

	for name, stranger := range map[string][]header{
		"nobody signed in":       nil,
		"a session that is over": {bearer("over")},
		"a device":               {bearer(r.device())},
	} {
		for o, relation := range map[started]order.Relation{brought: order.ReplacedBy, replacement: order.ReplacementOf} {
			require.Equal(t, []gen.OrderLink{{Relation: gen.OrderLinkRelation(relation)}}, r.links(o, stranger...), name)
		}
	}
	requireRefused(t, r.get(started{brought.id, "none"}, "/links", bearer(token)), contract.FailOrderNotYours)
	require.Empty(t, r.links(r.start()))
}
