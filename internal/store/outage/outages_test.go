package outage_test

import (
	"context"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"selfcare/dev/testkit"
	"selfcare/internal/contract"
	"selfcare/internal/domain/outage"
	"selfcare/internal/store"
)

var ctx = context.Background()

// opens opens an order and returns its work that waits for a partner.
func opens(t *testing.T, s *store.Store) outage.Work {
	t.Helper()
	id := uuid.Must(uuid.NewV7()).String()
	o := contract.Order{
		ID: id, Number: "SC" + id[len(id)-8:], Kind: contract.KindSIM, NumberSource: contract.NumberNew, Language: "en",
		Stage: contract.StageWizard, Seq: 1, CreatedAt: time.Now(),
	}
	require.NoError(t, s.Orders.Open(ctx, o, []byte(id), ""))
	return outage.Work{Kind: outage.OfOrder, Number: o.Number}
}

// calls plays one process that reports its calls.
type calls struct {
	t     *testing.T
	store *store.Store
	tally outage.Tally
}

func (c *calls) fail(at time.Time, work ...outage.Work) {
	c.t.Helper()
	for _, one := range append(work, outage.Work{})[:max(len(work), 1)] {
		c.tally.Add("courier", false, one, at)
	}
	c.notes(at)
}

func (c *calls) answers(at time.Time) {
	c.t.Helper()
	c.tally.Add("courier", true, outage.Work{}, at)
	c.notes(at)
}

func (c *calls) notes(at time.Time) {
	c.t.Helper()
	require.NoError(c.t, c.store.Outages.Note(ctx, c.tally.Take(), at))
}

func (c *calls) lasting(at time.Time) []outage.Outage {
	c.t.Helper()
	found, err := c.store.Outages.ListLasting(ctx, at)
	require.NoError(c.t, err)
	return found
}

func TestOutage_TwoProcessesFail_Lasts(t *testing.T) {
	_, s := testkit.Databases(t)
	one, other := &calls{t: t, store: s}, &calls{t: t, store: s}
	first, second := opens(t, s), opens(t, s)
	begin := time.Now().Add(-time.Hour).UTC().Truncate(time.Second)

	one.fail(begin, first)
	require.Empty(t, one.lasting(begin), "one call says nothing")
	other.fail(begin.Add(2*time.Second), second)
	one.fail(begin.Add(3*time.Second), first)
	require.Empty(t, one.lasting(begin.Add(3*time.Second)), "three calls within three seconds say nothing")
	other.fail(begin.Add(20*time.Second), second)
	now := begin.Add(25 * time.Second)
	lasting := one.lasting(now)
	require.Len(t, lasting, 1)
	require.Equal(t, begin, lasting[0].Since.UTC())
	require.Equal(t, begin.Add(20*time.Second), lasting[0].FailedAt.UTC())
	require.Equal(t, 2, lasting[0].Orders)

	found, err := s.Outages.Of(ctx, []outage.Work{first, {Kind: outage.OfPurchase, Number: "PU1"}}, now)
	require.NoError(t, err)
	require.Len(t, found, 1)
	require.Equal(t, first, found[0].Work)
	require.Equal(t, "courier", found[0].Partner)

	other.answers(now)
	require.Empty(t, one.lasting(now))
	found, err = s.Outages.Of(ctx, []outage.Work{first}, now)
	require.NoError(t, err)
	require.Empty(t, found)
}

func TestOutage_AnswerBetween_IsNone(t *testing.T) {
	_, s := testkit.Databases(t)
	c := &calls{t: t, store: s}
	begin := time.Now().Add(-time.Hour)
	for i := range 10 {
		at := begin.Add(time.Duration(i) * 10 * time.Second)
		c.fail(at)
		c.answers(at.Add(time.Second))
		require.Empty(t, c.lasting(at.Add(time.Second)))
	}
}

func TestOutage_FewFailures_AreNone(t *testing.T) {
	_, s := testkit.Databases(t)
	c := &calls{t: t, store: s}
	begin := time.Now().Add(-time.Hour)
	for i := range 5 {
		at := begin.Add(time.Duration(i) * 10 * time.Second)
		c.tally.Add("courier", true, outage.Work{}, at)
		c.tally.Add("courier", true, outage.Work{}, at)
		c.tally.Add("courier", false, outage.Work{}, at.Add(time.Second))
		c.notes(at.Add(time.Second))
	}
	require.Empty(t, c.lasting(begin.Add(time.Minute)))
}

func TestOutage_NoCallForLong_Ends(t *testing.T) {
	_, s := testkit.Databases(t)
	c := &calls{t: t, store: s}
	begin := time.Now().Add(-3 * time.Hour)
	for i := range 3 {
		c.fail(begin.Add(time.Duration(i) * 10 * time.Second))
	}
	require.Len(t, c.lasting(begin.Add(time.Minute)), 1)
	require.Empty(t, c.lasting(begin.Add(time.Hour)))
	c.fail(begin.Add(2 * time.Hour))
	require.Empty(t, c.lasting(begin.Add(2*time.Hour)), "it begins anew")
}

func TestWaits_ManyOrders_ComeInPages(t *testing.T) {
	_, s := testkit.Databases(t)
	c := &calls{t: t, store: s}
	begin := time.Now().Add(-time.Hour)
	var work []outage.Work
	for range 5 {
		work = append(work, opens(t, s))
	}
	for i := range 3 {
		c.fail(begin.Add(time.Duration(i)*10*time.Second), work...)
	}
	served := work[0]
	c.tally.Add("courier", true, served, begin.Add(40*time.Second))
	c.tally.Add("courier", false, work[1], begin.Add(41*time.Second))
	c.notes(begin.Add(41 * time.Second))

	numbers, last := map[string]bool{}, outage.Work{}
	for pages := 1; ; pages++ {
		found, more, err := s.Outages.Waits(ctx, "courier", last, 2)
		require.NoError(t, err)
		for _, one := range found {
			numbers[one.Number] = true
			last = outage.Work{Kind: one.Kind, Number: one.Number}
			require.NotEmpty(t, one.ID)
			require.Equal(t, "sim", one.Variety)
		}
		if !more {
			require.Equal(t, 2, pages)
			break
		}
	}
	require.Len(t, numbers, 4)
	require.NotContains(t, numbers, served.Number, "its call was answered")
}

func TestNote_OneRefused_NotesTheOthers(t *testing.T) {
	_, s := testkit.Databases(t)
	c := &calls{t: t, store: s}
	begin := time.Now().Add(-time.Hour)
	for i := range 3 {
		at := begin.Add(time.Duration(i) * 10 * time.Second)
		for _, partner := range []string{"courier", "esim", "messages", "payment"} {
			c.tally.Add(partner, false, outage.Work{}, at)
		}
		c.tally.Add("messages", false, outage.Work{Kind: "nonsense", Number: "1"}, at)
		require.ErrorContains(t, s.Outages.Note(ctx, c.tally.Take(), at), "messages")
	}
	var partners []string
	for _, one := range c.lasting(begin.Add(time.Minute)) {
		partners = append(partners, one.Partner)
	}
	require.Equal(t, []string{"courier", "esim", "payment"}, partners)
}
