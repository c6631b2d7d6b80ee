package ticket_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/internal/contract"
	"selfcare/internal/store"
	"selfcare/internal/store/storetest"
	"selfcare/internal/store/ticket"
)

// attached adds a file of an owner.
func attached(t *testing.T, s *store.Store, owner string) (id string) {
	t.Helper()
	id = storetest.NewID()
	for _, content := range []string{"what it shows", "a repeated call"} {
		require.NoError(t, s.Files.Add(ctx, ticket.File{ID: id, Owner: owner, Name: "bill.png", Type: "image/png"}, []byte(content)))
	}
	return id
}

func stored(t *testing.T, s *store.Store, id string) ticket.File {
	t.Helper()
	f, known, err := s.Files.Get(ctx, id)
	require.NoError(t, err)
	require.True(t, known)
	return f
}

func TestFiles_Content_IsSealed(t *testing.T) {
	db, s := storetest.Database(t)
	id := attached(t, s, "noura")
	var row string
	require.NoError(t, db.NewRaw("SELECT encode(to_json(t)::text::bytea, 'escape') || encode(name, 'escape') || encode(content, 'escape') FROM service_request_files AS t").Scan(ctx, &row))
	require.NotContains(t, row, "bill.png")
	require.NotContains(t, row, "what it shows")
	require.Equal(t, ticket.File{ID: id, Owner: "noura", Name: "bill.png", Type: "image/png", Size: 13, State: contract.AttachmentPending}, stored(t, s, id))
	content, known, err := s.Files.Content(ctx, id, contract.AttachmentPending)
	require.NoError(t, err)
	require.True(t, known)
	require.Equal(t, "what it shows", string(content))
	_, known, err = s.Files.Content(ctx, id, contract.AttachmentClean)
	require.NoError(t, err)
	require.False(t, known, "it is not scanned yet")
}

func TestSaveScan_LateResult_IsIgnored(t *testing.T) {
	_, s := storetest.Database(t)
	clean, infected := attached(t, s, "noura"), attached(t, s, "noura")
	require.NoError(t, s.Files.SaveScan(ctx, clean, contract.AttachmentClean))
	require.NoError(t, s.Files.SaveScan(ctx, clean, contract.AttachmentInfected))
	require.NoError(t, s.Files.SaveScan(ctx, infected, contract.AttachmentInfected))
	require.NoError(t, s.Files.SaveScan(ctx, infected, contract.AttachmentClean))
	require.Equal(t, []contract.AttachmentState{contract.AttachmentClean, contract.AttachmentInfected}, []contract.AttachmentState{stored(t, s, clean).State, stored(t, s, infected).State})
	_, known, err := s.Files.Content(ctx, infected, contract.AttachmentInfected)
	require.NoError(t, err)
	require.False(t, known, "its content is deleted")
}

func TestName_OtherMessage_IsRefused(t *testing.T) {
	_, s := storetest.Database(t)
	first, second := opened(t, s, complaint("")), opened(t, s, complaint(""))
	a, b, infected := attached(t, s, "noura"), attached(t, s, "noura"), attached(t, s, "noura")
	require.NoError(t, s.Files.SaveScan(ctx, infected, contract.AttachmentInfected))
	for range 2 {
		require.NoError(t, s.Files.Name(ctx, first.ID, 1, []string{b, a}))
	}
	for name, tt := range map[string]struct {
		request string
		seq     int64
		file    string
	}{
		"another request":         {second.ID, 1, a},
		"another message":         {first.ID, 2, a},
		"an infected file":        {second.ID, 1, infected},
		"a file that is not here": {second.ID, 1, storetest.NewID()},
	} {
		t.Run(name, func(t *testing.T) {
			var refused *contract.Refusal
			require.ErrorAs(t, s.Files.Name(ctx, tt.request, tt.seq, []string{tt.file}), &refused)
			require.Equal(t, contract.FailAttachmentUsed, refused.Code)
		})
	}
	files, err := s.Files.OfTicket(ctx, first.ID)
	require.NoError(t, err)
	require.Equal(t, []string{b, a}, []string{files[0].ID, files[1].ID}, "in the order of the message")
	purged, err := s.Files.PurgeFiles(ctx, storetest.Soon())
	require.NoError(t, err)
	require.Equal(t, 1, purged, "only the unused one")
}
