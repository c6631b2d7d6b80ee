package lateorder_test

import (
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"selfcare/internal/contract"
	"selfcare/internal/domain/incident"
	"selfcare/internal/domain/order"
	"selfcare/internal/store/lateorder"
)

// opens opens an incident that began an hour ago.
func (c *courier) opens(partner, city string) incident.Incident {
	c.t.Helper()
	i := incident.Incident{
		ID: uuid.NewString(), Partner: partner, City: city, From: time.Now().Add(-time.Hour), Until: time.Now().Add(time.Hour),
		TextEn: "A sandstorm", TextAr: "عاصفة رملية", OpenedBy: c.agent(),
	}
	for range 2 { // its answer was lost
		require.NoError(c.t, c.store.Incidents.Open(c.t.Context(), i))
	}
	return i
}

// agent creates a member of support.
func (c *courier) agent() (id string) {
	c.t.Helper()
	id = uuid.NewString()
	_, err := c.db.NewRaw("INSERT INTO users (id, email, password_hash) VALUES (?0, ?0::text || '@example.sa', 'x')", id).Exec(c.t.Context())
	require.NoError(c.t, err)
	return id
}

func (c *courier) gathers() int {
	c.t.Helper()
	found, err := c.store.Incidents.Gather(c.t.Context(), time.Now())
	require.NoError(c.t, err)
	return found
}

func (c *courier) untold() []lateorder.Touched {
	c.t.Helper()
	found, err := c.store.Incidents.ListUntold(c.t.Context(), 100)
	require.NoError(c.t, err)
	return found
}

func TestIncident_WaitingOrders_Touched(t *testing.T) {
	c := newCourier(t)
	storm := c.opens("", "jeddah")
	first, elsewhere := c.preparing("jeddah"), c.preparing("riyadh")
	require.Equal(t, 1, c.gathers())
	require.Zero(t, c.gathers(), "once")
	require.Empty(t, c.untold(), "it lasts")

	strike := c.opens(order.PartnerCourier, "")
	require.Equal(t, 2, c.gathers())
	last := c.preparing("jeddah")
	for range 2 {
		require.NoError(t, c.store.Incidents.End(t.Context(), storm.ID, c.agent(), time.Now()))
	}
	found := map[string]bool{}
	for _, touched := range c.untold() {
		require.Equal(t, storm.ID, touched.IncidentID)
		require.True(t, touched.Again, "the strike lasts")
		found[touched.OrderID] = true
		require.NoError(t, c.store.Incidents.NoteTold(t.Context(), touched))
	}
	require.Equal(t, map[string]bool{first.ID: true, last.ID: true}, found, "also an order of the last minute")
	require.NoError(t, c.store.Incidents.End(t.Context(), strike.ID, c.agent(), time.Now()))
	for _, touched := range c.untold() {
		require.Equal(t, strike.ID, touched.IncidentID)
		require.False(t, touched.Again)
		found[touched.OrderID] = true
	}
	require.Contains(t, found, elsewhere.ID)

	page, more, err := c.store.Incidents.Page(t.Context(), 1, 10)
	require.NoError(t, err)
	require.False(t, more)
	require.Equal(t, []string{strike.ID, storm.ID}, []string{page[0].ID, page[1].ID})
	require.Equal(t, []int{3, 2}, []int{page[0].Orders, page[1].Orders})
	require.False(t, page[1].EndedAt.IsZero())
}

func TestIncidents_Lasting_ComeFirst(t *testing.T) {
	c := newCourier(t)
	lasting, over, newest := c.opens("", "jeddah"), c.opens("", "riyadh"), c.opens(order.PartnerESIM, "")
	require.NoError(t, c.store.Incidents.End(t.Context(), over.ID, c.agent(), time.Now()))
	for at, want := range []string{newest.ID, lasting.ID, over.ID} {
		page, more, err := c.store.Incidents.Page(t.Context(), at+1, 1)
		require.NoError(t, err)
		require.Len(t, page, 1)
		require.Equal(t, want, page[0].ID)
		require.Equal(t, at < 2, more)
		require.NotEmpty(t, page[0].Opener)
		require.Equal(t, page[0].EndedAt.IsZero(), page[0].Ender == "")
	}
}

func TestIncident_Ended_CannotChange(t *testing.T) {
	c := newCourier(t)
	i := c.opens(order.PartnerESIM, "")
	until := time.Now().Add(5 * time.Hour).UTC().Truncate(time.Microsecond)
	require.NoError(t, c.store.Incidents.Change(t.Context(), i.ID, until, "It takes longer", "يستغرق وقتًا أطول"))
	lasting, err := c.store.Incidents.ListLasting(t.Context())
	require.NoError(t, err)
	require.Len(t, lasting, 1)
	require.Equal(t, until, lasting[0].Until.UTC())
	require.Equal(t, "It takes longer", lasting[0].TextEn)

	require.NoError(t, c.store.Incidents.End(t.Context(), i.ID, c.agent(), time.Now()))
	require.EqualError(t, c.store.Incidents.Change(t.Context(), i.ID, until, "Again", "مرة أخرى"), string(contract.FailIncidentOver))
	require.EqualError(t, c.store.Incidents.Change(t.Context(), uuid.NewString(), until, "Again", "مرة أخرى"), string(contract.FailIncidentUnknown))
	require.EqualError(t, c.store.Incidents.End(t.Context(), uuid.NewString(), c.agent(), time.Now()), string(contract.FailIncidentUnknown))
	lasting, err = c.store.Incidents.ListLasting(t.Context())
	require.NoError(t, err)
	require.Empty(t, lasting)
}
