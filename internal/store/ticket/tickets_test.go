package ticket_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"github.com/uptrace/bun"

	"selfcare/internal/contract"
	"selfcare/internal/store"
	"selfcare/internal/store/storetest"
	"selfcare/internal/store/ticket"
)

var (
	ctx = context.Background()
	at  = storetest.Today
)

var details = contract.TicketDetails{FullName: "Noura Alharbi", Mobile: "0570000001", Contact: "0551234567", Email: "noura@example.sa"}

// complaint is a request of a user, or of a guest.
func complaint(userID string) contract.Ticket {
	id := storetest.NewID()
	return contract.Ticket{
		ID: id, Reference: "CR" + strings.ToUpper(id[len(id)-10:]), Kind: contract.TicketComplaint, Topic: "network", Language: "ar", UserID: userID,
		Stage: contract.TicketReceived, ReceivedAt: at, DueAt: at.AddDate(0, 0, 5), Seq: 1,
	}
}

func opened(t *testing.T, s *store.Store, c contract.Ticket) contract.Ticket {
	t.Helper()
	require.NoError(t, storetest.Win(s.Tickets.Open(ctx, c, details)))
	return c
}

func count(t *testing.T, db *bun.DB, table string) (n int) {
	t.Helper()
	require.NoError(t, db.NewRaw("SELECT count(*) FROM ?", bun.Ident(table)).Scan(ctx, &n))
	return n
}

func TestOpen_SameReference_OpensOne(t *testing.T) {
	_, s := storetest.Database(t)
	var all [8]contract.Ticket
	for n := range all {
		all[n] = complaint("")
		all[n].Reference = "CR0000000001"
	}
	first := all[storetest.RequireOneWins(t, storetest.ErrLost, func(caller int) error {
		return storetest.Win(s.Tickets.Open(ctx, all[caller], details))
	})]
	opened(t, s, first)
	found, known, err := s.Tickets.Find(ctx, "CR0000000001")
	require.NoError(t, err)
	require.True(t, known)
	require.Equal(t, first, found)
}

func TestSave_OtherState_IsIgnored(t *testing.T) {
	_, s := storetest.Database(t)
	c := opened(t, s, complaint(""))
	next := c
	next.Seq, next.Stage, next.Overdue = 2, contract.TicketInWork, true
	storetest.RequireOneWins(t, storetest.ErrLost, func(int) error { return storetest.Win(s.Tickets.Save(ctx, next)) })
	for _, seq := range []int64{1, 2, 4} {
		late := c
		late.Seq = seq
		require.ErrorIs(t, storetest.Win(s.Tickets.Save(ctx, late)), storetest.ErrLost)
	}
	stored, _, err := s.Tickets.Get(ctx, c.ID)
	require.NoError(t, err)
	require.Equal(t, next, stored)
	closed := next
	closed.Seq, closed.Stage, closed.DueAt = 3, contract.TicketClosed, time.Time{}
	require.ErrorContains(t, storetest.TakeError(s.Tickets.Save(ctx, closed)), "service_requests_check", "a closed request is not overdue")
}

func TestRequests_PersonalData_IsSealed(t *testing.T) {
	db, s := storetest.Database(t)
	c := opened(t, s, complaint(""))
	for _, text := range []string{"calls drop at home", "another text"} {
		require.NoError(t, s.Tickets.Say(ctx, c.ID, ticket.Message{Seq: 1, Author: ticket.Customer, Action: contract.TicketReply, Text: text, At: at}))
	}
	require.NoError(t, s.Tickets.Say(ctx, c.ID, ticket.Message{Seq: 2, Author: ticket.Support, Action: contract.TicketAnswer, Text: "mended", At: at}))
	for _, table := range []string{"service_requests", "service_request_messages"} {
		var rows string
		require.NoError(t, db.NewRaw("SELECT string_agg(t::text || encode(coalesce(to_json(t)::text, '')::bytea, 'escape'), '') FROM "+table+" AS t").Scan(ctx, &rows))
		for _, personal := range []string{"Noura", "0570000001", "0551234567", "noura@example", "calls drop"} {
			require.NotContains(t, rows, personal, table)
		}
	}
	stored, err := s.Tickets.Details(ctx, c.ID)
	require.NoError(t, err)
	require.Equal(t, details, stored)
	said, err := s.Tickets.Messages(ctx, c.ID)
	require.NoError(t, err)
	require.Len(t, said, 2)
	require.Equal(t, []string{"calls drop at home", "mended"}, []string{said[0].Text, said[1].Text}, "a step has one text")
}

func TestRequests_Author_FindsTheirOwn(t *testing.T) {
	_, s := storetest.Database(t)
	her, him := storetest.OwnerOf(t, s, "0570000001", storetest.HerID), storetest.OwnerOf(t, s, "0570000002", storetest.HisID)
	var want []string
	for n := range 51 {
		c := complaint(her.ID)
		c.ReceivedAt = at.Add(time.Duration(n) * time.Minute)
		want = append([]string{opened(t, s, c).Reference}, want...)
	}
	found, err := s.Tickets.OfUser(ctx, her.ID)
	require.NoError(t, err)
	var references []string
	for _, c := range found {
		references = append(references, c.Reference)
	}
	require.Equal(t, want[:50], references, "the newest fifty")
	none, err := s.Tickets.OfUser(ctx, him.ID)
	require.NoError(t, err)
	require.Empty(t, none)
	for mobile, want := range map[string]bool{details.Contact: true, "0551234568": false} {
		_, known, err := s.Tickets.FindOf(ctx, references[0], mobile)
		require.NoError(t, err)
		require.Equal(t, want, known)
	}
}

func TestPurgeRequests_Old_DeletedWhole(t *testing.T) {
	db, s := storetest.Database(t)
	var over [3]contract.Ticket
	for n := range over {
		c := opened(t, s, complaint(""))
		require.NoError(t, s.Tickets.Say(ctx, c.ID, ticket.Message{Seq: 1, Author: ticket.Customer, Action: contract.TicketReply, Text: "x", At: at}))
		c.Seq, c.Stage, c.Over, c.DueAt = 2, contract.TicketClosed, n < 2, time.Time{}
		require.NoError(t, storetest.Win(s.Tickets.Save(ctx, c)))
		over[n] = c
	}
	file := attached(t, s, "noura")
	require.NoError(t, s.Files.Name(ctx, over[0].ID, 1, []string{file}))
	purged, err := s.Tickets.PurgeTickets(ctx, storetest.Past())
	require.NoError(t, err)
	require.Zero(t, purged)
	purged, err = s.Tickets.PurgeTickets(ctx, storetest.Soon())
	require.NoError(t, err)
	require.Equal(t, 2, purged, "one may still be reopened")
	require.Equal(t, []int{1, 1, 0}, []int{count(t, db, "service_requests"), count(t, db, "service_request_messages"), count(t, db, "service_request_files")})
}

func TestRequests_ManyClosed_UsesIndexes(t *testing.T) {
	db, s := storetest.Measured(t)
	storetest.Fill(t, db, `INSERT INTO service_requests (id, reference, kind, topic, stage, user_id, mobile_hash, personal, seq, state, created_at)
		SELECT gen_random_uuid(), 'CR' || n, 'complaint', 'network', 'closed', gen_random_uuid(), int4send(n), '', 3, '{"over": true}', now() FROM generate_series(1, 5000) AS n`,
		`INSERT INTO service_request_files (id, owner, request_id, seq, name, media_type, size, content)
		SELECT gen_random_uuid(), 'o', id, 1, 'n', 'image/png', 1, 'c' FROM service_requests`)
	storetest.RequireIndexed(t, db, map[string]func() error{
		"of user":        func() error { return storetest.TakeError(s.Tickets.OfUser(ctx, storetest.NewID())) },
		"reference":      func() error { return storetest.TakeLastError(s.Tickets.FindOf(ctx, "CR7", "0551234567")) },
		"purge requests": func() error { return storetest.TakeError(s.Tickets.PurgeTickets(ctx, storetest.Past())) },
		"purge files":    func() error { return storetest.TakeError(s.Files.PurgeFiles(ctx, storetest.Soon())) },
		"files":          func() error { return storetest.TakeError(s.Files.OfTicket(ctx, storetest.NewID())) },
	})
	require.Equal(t, 5000, count(t, db, "service_requests"))
}
