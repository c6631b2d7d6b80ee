package order_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/internal/contract"
	"selfcare/internal/domain/order"
	"selfcare/internal/store"
	"selfcare/internal/store/linesim"
	orderstore "selfcare/internal/store/order"
	"selfcare/internal/store/storetest"
)

var ctx = context.Background()

// family is a number that was ported in on the second try, whose SIM was replaced twice, and that has a further SIM.
type family struct {
	refused, ported, first, second, extra contract.Order
}

var familyAt = time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC)

// after opens the next order of the family.
func after(t *testing.T, s *store.Store, o contract.Order, minutes int, stage contract.Stage) contract.Order {
	t.Helper()
	person := *o.Person
	person.IDNumber = storetest.HerID
	o.ID = storetest.NewID()
	o.Number, o.Person, o.Stage, o.CreatedAt = "SC"+o.ID[len(o.ID)-8:], &person, stage, familyAt.Add(time.Duration(minutes)*time.Minute)
	return storetest.Opened(t, s, o)
}

func portOrder() contract.Order {
	o := storetest.FullOrder()
	o.NumberSource, o.Booking, o.Port = contract.NumberPortIn, nil, &contract.Port{MSISDN: "0551234567", Operator: "stc"}
	return o
}

func newFamily(t *testing.T, s *store.Store) family {
	t.Helper()
	var f family
	f.refused = after(t, s, portOrder(), 1, contract.StageCancelled)
	f.ported = after(t, s, portOrder(), 2, contract.StageActive)
	require.NoError(t, s.Lines.Create(ctx, f.ported, f.ported.CreatedAt))
	line, err := s.Lines.ByNumber(ctx, "0551234567")
	require.NoError(t, err)
	change := func(kind contract.Kind, old, iccid string) contract.Order {
		o := storetest.FullOrder()
		o.Kind, o.NumberSource, o.Booking = kind, contract.NumberExisting, nil
		o.Line = &contract.Line{ID: line.ID, MSISDN: "0551234567", OldICCID: old}
		o.SIM = &contract.SIM{ICCID: iccid}
		return o
	}
	f.first = after(t, s, change(contract.KindSIMReplacement, f.ported.SIM.ICCID, "8996605000000000025"), 3, contract.StageActive)
	require.NoError(t, s.LineSIMs.TakeOver(ctx, simOf(f.first), f.first.CreatedAt))
	f.second = after(t, s, change(contract.KindSIMReplacement, f.first.SIM.ICCID, "8996605000000000033"), 4, contract.StagePreparing)
	f.extra = after(t, s, change(contract.KindMultiSIM, "", "8996605000000000041"), 5, contract.StagePlaced)
	after(t, s, change(contract.KindSIMReplacement, f.first.SIM.ICCID, "8996605000000000058"), 6, contract.StageCancelled)
	return f
}

func simOf(o contract.Order) linesim.SIM {
	return linesim.SIM{LineID: o.Line.ID, OrderID: o.ID, ICCID: o.SIM.ICCID, Type: contract.SIMPhysical}
}

func linkTo(o contract.Order, relation order.Relation) order.Link {
	return order.Link{Relation: relation, OrderID: o.ID, Number: o.Number, Kind: o.Kind}
}

func TestLinkedOrders_Relation_HasItsReverse(t *testing.T) {
	_, s := storetest.Database(t)
	f := newFamily(t, s)
	her := storetest.OwnerOf(t, s, "0570000001", storetest.HerID)
	all := []string{f.refused.ID, f.ported.ID, f.first.ID, f.second.ID, f.extra.ID}

	linked, err := s.Orders.Links(ctx, orderstore.Reader{UserID: her.ID}, all...)

	require.NoError(t, err)
	require.Equal(t, map[string][]order.Link{
		f.refused.ID: {linkTo(f.ported, order.PortedAgainBy)},
		f.ported.ID:  {linkTo(f.refused, order.PortAgainOf), linkTo(f.first, order.ReplacedBy), linkTo(f.extra, order.ExtraSIMIn)},
		f.first.ID:   {linkTo(f.ported, order.ReplacementOf), linkTo(f.second, order.ReplacedBy)},
		f.second.ID:  {linkTo(f.ported, order.PortOf), linkTo(f.first, order.ReplacementOf)},
		f.extra.ID:   {linkTo(f.ported, order.ExtraSIMOf)},
	}, linked)
}

func TestLinkedOrders_Forbidden_HasRelationOnly(t *testing.T) {
	db, s := storetest.Database(t)
	f := newFamily(t, s)
	him := storetest.OwnerOf(t, s, "0570000002", storetest.HisID)
	onlyRelation := []order.Link{{Relation: order.ReplacementOf, Forbidden: true}, {Relation: order.ReplacedBy, Forbidden: true}}
	for name, reader := range map[string]orderstore.Reader{
		"another user":               {UserID: him.ID},
		"an unknown reader":          {},
		"with a session of no order": {Session: []byte("another")},
	} {
		linked, err := s.Orders.Links(ctx, reader, f.first.ID)
		require.NoError(t, err, name)
		require.Equal(t, onlyRelation, linked[f.first.ID], name)
	}

	storetest.Exec(t, db, "INSERT INTO order_sessions VALUES (?, 'granted', now() + interval '1 hour', 'order'), (?, 'granted', now() - interval '1 hour', 'order')",
		f.ported.ID, f.second.ID)
	for name, session := range map[string]string{"its own session": "session of " + f.ported.ID, "a session granted": "granted"} {
		linked, err := s.Orders.Links(ctx, orderstore.Reader{Session: []byte(session)}, f.first.ID)
		require.NoError(t, err, name)
		require.Equal(t, []order.Link{linkTo(f.ported, order.ReplacementOf), {Relation: order.ReplacedBy, Forbidden: true}},
			linked[f.first.ID], name)
	}
}

func TestLinkedOrders_NoRelation_Empty(t *testing.T) {
	_, s := storetest.Database(t)
	alone := storetest.Opened(t, s, storetest.FullOrder())
	for _, ids := range [][]string{{}, {alone.ID}, {storetest.NewID()}} {
		linked, err := s.Orders.Links(ctx, orderstore.Reader{}, ids...)
		require.NoError(t, err)
		require.Empty(t, linked)
	}
}
