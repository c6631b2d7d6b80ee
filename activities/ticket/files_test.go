package ticket_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	ticketacts "selfcare/activities/ticket"
	"selfcare/internal/contract"
	"selfcare/internal/gateway"
	"selfcare/internal/gateway/scan"
	ticketstore "selfcare/internal/store/ticket"
)

const (
	firstFile  = "01900000-0000-7000-8000-0000000000f1"
	secondFile = "01900000-0000-7000-8000-0000000000f2"
)

// scanner gives the answers of the test.
type scanner struct {
	says  scan.Verdict
	fails error
	asked int
}

func (s *scanner) Scan(context.Context, string, []byte) (scan.Verdict, error) {
	s.asked++
	return s.says, s.fails
}

func (r *rig) handsOver(id string) {
	r.t.Helper()
	require.NoError(r.t, r.store.Files.Add(ctx, ticketstore.File{ID: id, Owner: "user:1", Name: "bill.png", Type: "image/png"}, []byte("what it shows")))
}

func (r *rig) files() (count int) {
	r.t.Helper()
	require.NoError(r.t, r.db.NewRaw("SELECT count(*) FROM service_request_files").Scan(ctx, &count))
	return count
}

func TestScanAttachment_Infected_IsRemoved(t *testing.T) {
	r := newRig(t)
	r.handsOver(firstFile)
	found := &scanner{fails: gateway.ErrRetry}
	scanning := ticketacts.NewScanning(r.store.Files, found)
	_, err := scanning.ScanAttachment(ctx, contract.AttachmentScan{FileID: firstFile})
	require.ErrorIs(t, err, gateway.ErrRetry)
	f, _, err := r.store.Files.Get(ctx, firstFile)
	require.NoError(t, err)
	require.Equal(t, contract.AttachmentPending, f.State)

	found.says, found.fails = scan.Infected, nil
	for range 2 {
		got, err := scanning.ScanAttachment(ctx, contract.AttachmentScan{FileID: firstFile})
		require.NoError(t, err)
		require.Equal(t, contract.AttachmentInfected, got.State)
	}
	require.Equal(t, 2, found.asked, "what was found is not asked for again")
	for _, state := range []contract.AttachmentState{contract.AttachmentPending, contract.AttachmentClean, contract.AttachmentInfected} {
		_, known, err := r.store.Files.Content(ctx, firstFile, state)
		require.NoError(t, err)
		require.False(t, known)
	}
	gone, err := scanning.ScanAttachment(ctx, contract.AttachmentScan{FileID: secondFile})
	require.NoError(t, err)
	require.Empty(t, gone.State)
}

func TestOpenRequest_File_BelongsToOneMessage(t *testing.T) {
	r := newRig(t)
	r.handsOver(firstFile)
	with := opening()
	with.Attachments = []string{firstFile}
	opened, err := r.OpenRequest(ctx, complaint(first, "CR0000000001"), with)
	require.NoError(t, err)
	came, err := r.store.Files.OfTicket(ctx, first)
	require.NoError(t, err)
	require.Len(t, came, 1)
	require.Equal(t, opened.Seq, came[0].Seq)

	_, err = r.OpenRequest(ctx, complaint(second, "CR0000000002"), with)
	require.Equal(t, contract.FailAttachmentUsed, codeOf(err))
	_, known, err := r.store.Tickets.Get(ctx, second)
	require.NoError(t, err)
	require.False(t, known, "all of it or nothing")
}

func TestForgetServiceRequests_Old_AreDeleted(t *testing.T) {
	r := newRig(t)
	r.handsOver(firstFile)
	r.handsOver(secondFile)
	with := opening()
	with.Attachments = []string{firstFile}
	opened, err := r.OpenRequest(ctx, complaint(first, "CR0000000001"), with)
	require.NoError(t, err)
	forgets := func(in time.Duration) int {
		dropped, err := r.ForgetServiceRequests(ctx, time.Now().Add(in))
		require.NoError(t, err)
		return dropped
	}
	const day, years = 24 * time.Hour, 3 * 366 * 24 * time.Hour
	require.Zero(t, forgets(23*time.Hour))
	require.Equal(t, 1, forgets(25*time.Hour))
	require.Equal(t, 1, r.files())
	closed := r.acts(opened, contract.TicketClose, sent.Add(time.Hour))
	require.Zero(t, forgets(years), "it may be reopened")
	_, err = r.PassTime(ctx, closed, contract.TicketPassing{At: contract.At{Now: closed.ReopenUntil}})
	require.NoError(t, err)
	require.Zero(t, forgets(729*day))
	require.Equal(t, 1, forgets(731*day))
	require.Zero(t, r.files())
}
