package tickets_test

import (
	"fmt"
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/api/gen"
	"selfcare/api/server"
	"selfcare/api/servertest"
	"selfcare/internal/contract"
)

func TestAttachments_OtherCustomer_IsRefused(t *testing.T) {
	d := servertest.NewDesk(t)
	d.Customer(servertest.MainLine, "prepaid")
	d.Customer(servertest.OtherLine, "prepaid")
	owner, stranger := servertest.Bearer(d.SignIn(servertest.MainLine)), servertest.Bearer(d.SignIn(servertest.OtherLine))
	taken := d.UploadPicture(owner)
	require.Equal(t, gen.AttachmentStateClean, taken.State)
	require.Equal(t, "bill.png", taken.Name)
	got := d.ComplainWith([]string{taken.Id}, owner)
	require.Equal(t, http.StatusCreated, got.StatusCode, string(got.Body))
	written := servertest.Decoded[servertest.RequestAnswer](t, got).Data

	shown := servertest.Decoded[detailAnswer](t, showsRequest(d.Rig, written.Reference, "{}", owner)).Data
	require.Equal(t, []gen.Attachment{taken}, *shown.Messages[0].Attachments)
	file := d.Call(http.MethodPost, "/api/service-requests/"+written.Reference+"/attachments/"+taken.Id, "{}", owner)
	requireFile(d.Rig, file)

	id := d.CaseOf(written.Reference).Id
	require.Equal(t, []gen.Attachment{taken}, *d.Detail("service-request", id).Ticket.Messages[0].Attachments)
	requireFile(d.Rig, d.Call(http.MethodGet, "/api/support/service-requests/"+id+"/attachments/"+taken.Id, "", d.Agent))

	servertest.RequireRefused(t, d.Call(http.MethodPost, "/api/service-requests/"+written.Reference+"/attachments/"+taken.Id, "{}", stranger), contract.FailTicketUnknown)
	d.NextCode()
	theirs := servertest.Decoded[servertest.RequestAnswer](t, d.Call(http.MethodPost, "/api/support/submitComplaint", servertest.GoodComplaint, stranger, servertest.FreshKey())).Data
	servertest.RequireRefused(t, d.Call(http.MethodPost, "/api/service-requests/"+theirs.Reference+"/attachments/"+taken.Id, "{}", stranger), contract.FailAttachmentUnknown)
	other := d.CaseOf(theirs.Reference).Id
	servertest.RequireRefused(t, d.Call(http.MethodGet, "/api/support/service-requests/"+other+"/attachments/"+taken.Id, "", d.Agent), contract.FailAttachmentUnknown)
}

func requireFile(r *servertest.Rig, got servertest.Answer) {
	r.T.Helper()
	require.Equal(r.T, http.StatusOK, got.StatusCode, string(got.Body))
	require.Equal(r.T, servertest.Picture(r.T), got.Body)
	require.Equal(r.T, `attachment; filename=bill.png`, got.Header.Get("Content-Disposition"))
	require.Equal(r.T, "application/octet-stream", got.Header.Get("Content-Type"))
	require.Equal(r.T, "nosniff", got.Header.Get("X-Content-Type-Options"))
	require.Equal(r.T, "default-src 'none'; sandbox", got.Header.Get("Content-Security-Policy"))
	require.Equal(r.T, "no-store", got.Header.Get("Cache-Control"))
}

func TestAttachments_Replies_CarryThem(t *testing.T) {
	d := servertest.NewDesk(t)
	written := complains(d.Rig)
	id, key := d.CaseOf(written.Reference).Id, fmt.Sprintf(`"token":%q`, d.Tickets.Token())
	got := d.Call(http.MethodPost, "/api/support/service-requests/"+id+"/attachments", servertest.FileForm("map.png", "image/png", servertest.Picture(t)), d.Agent, servertest.FreshKey())
	require.Equal(t, http.StatusCreated, got.StatusCode, string(got.Body))
	ours := servertest.Decoded[servertest.FileAnswer](t, got).Data
	got = answers(d, id, fmt.Sprintf(`{"action":"answer","text":"Look at this map.","attachments":[%q]}`, ours.Id))
	require.Equal(t, http.StatusOK, got.StatusCode, string(got.Body))
	theirs := d.UploadPicture()
	reply := servertest.Decoded[detailAnswer](t, acts(d.Rig, written.Reference, fmt.Sprintf(`{%s,"action":"reply","text":"And this?","attachments":[%q]}`, key, theirs.Id))).Data
	require.Nil(t, reply.Messages[0].Attachments)
	require.Equal(t, ours.Id, (*reply.Messages[1].Attachments)[0].Id)
	require.Equal(t, theirs.Id, (*reply.Messages[2].Attachments)[0].Id)
	servertest.RequireRefused(t, acts(d.Rig, written.Reference, fmt.Sprintf(`{%s,"action":"close","attachments":[%q]}`, key, d.UploadPicture().Id)), contract.FailAttachmentUsed)
}

func TestAttachments_BadContent_Refused(t *testing.T) {
	d := servertest.NewDesk(t)
	for name, tt := range map[string]struct {
		form string
		want contract.Code
	}{
		"a page":           {servertest.FileForm("a.png", "image/png", []byte("<html><script>alert(1)</script>")), contract.FailAttachmentType},
		"a broken picture": {servertest.FileForm("a.png", "image/png", servertest.Picture(t)[:20]), contract.FailAttachmentBroken},
		"a byte too many":  {servertest.FileForm("a.png", "image/png", make([]byte, 5<<20+1)), contract.FailAttachmentLarge},
	} {
		t.Run(name, func(t *testing.T) { servertest.RequireRefused(t, d.Upload(tt.form), tt.want) })
	}
	for _, guess := range []string{"image/png", "image/jpg", "application/x-pdf", "application/octet-stream"} {
		got := d.Upload(servertest.FileForm("../../etc/bill.jpg", guess, servertest.Picture(t)))
		require.Equal(t, "bill.png", servertest.Decoded[servertest.FileAnswer](t, got).Data.Name, guess)
	}
}

func TestAttachments_100MB_IsRefusedUnread(t *testing.T) {
	pipe := servertest.NewDesk(t).Pipe()
	got := pipe.Sent(http.MethodPost, "/api/support/attachments", servertest.FileForm("a.png", "image/png", make([]byte, 8<<20)), servertest.FreshKey())
	servertest.RequireRefused(t, got, contract.FailTooLarge)
	connection, err := pipe.Listener.Dial()
	require.NoError(t, err)
	defer func() { _ = connection.Close() }()
	_, err = fmt.Fprintf(connection, "POST /api/support/attachments HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n", 100<<20)
	require.NoError(t, err)
	said := make([]byte, 12)
	_, err = connection.Read(said)
	require.NoError(t, err)
	require.Equal(t, "HTTP/1.1 413", string(said), "by its length alone")
}

func TestAttachments_Unscanned_IsHidden(t *testing.T) {
	d := servertest.NewDesk(t)
	d.Tickets.Finds = ""
	waiting := d.UploadPicture()
	require.Equal(t, gen.AttachmentStatePending, waiting.State)
	written := servertest.Decoded[servertest.RequestAnswer](t, d.ComplainWith([]string{waiting.Id})).Data
	id, key := d.CaseOf(written.Reference).Id, fmt.Sprintf(`{"token":%q}`, d.Tickets.Token())
	address := "/api/service-requests/" + written.Reference + "/attachments/" + waiting.Id
	servertest.RequireRefused(t, d.Call(http.MethodPost, address, key), contract.FailAttachmentPending)
	servertest.RequireRefused(t, d.Call(http.MethodGet, "/api/support/service-requests/"+id+"/attachments/"+waiting.Id, "", d.Agent), contract.FailAttachmentPending)

	require.NoError(t, d.Store.Files.SaveScan(t.Context(), waiting.Id, contract.AttachmentInfected))
	servertest.RequireRefused(t, d.Call(http.MethodPost, address, key), contract.FailAttachmentInfected)
	shown := servertest.Decoded[detailAnswer](t, showsRequest(d.Rig, written.Reference, key)).Data
	require.Equal(t, gen.AttachmentStateInfected, (*shown.Messages[0].Attachments)[0].State, "the customer gets a message")
}

func TestAttachments_Infected_IsRemoved(t *testing.T) {
	d := servertest.NewDesk(t)
	d.Tickets.Finds = contract.AttachmentInfected
	servertest.RequireRefused(t, d.Upload(servertest.FileForm("a.png", "image/png", servertest.Picture(t))), contract.FailAttachmentInfected)
	var left int
	require.NoError(t, d.DB.NewRaw("SELECT count(*) FROM service_request_files WHERE content IS NOT NULL").Scan(t.Context(), &left))
	require.Zero(t, left)
}

func TestAttachments_UsedTwice_Refused(t *testing.T) {
	d := servertest.NewDesk(t)
	d.Customer(servertest.MainLine, "prepaid")
	owner, ofDevice := servertest.Bearer(d.SignIn(servertest.MainLine)), servertest.Bearer(d.Device())
	mine, theirs := d.UploadPicture(owner), d.UploadPicture(ofDevice)
	servertest.RequireRefused(t, d.ComplainWith([]string{theirs.Id}, owner), contract.FailAttachmentUsed)
	require.Equal(t, http.StatusCreated, d.ComplainWith([]string{mine.Id}, owner).StatusCode)
	servertest.RequireRefused(t, d.ComplainWith([]string{mine.Id}, owner), contract.FailAttachmentUsed)
	servertest.RequireRefused(t, d.ComplainWith([]string{"01900000-0000-7000-8000-00000000ffff"}, owner), contract.FailAttachmentUsed)
	servertest.RequireRefused(t, d.ComplainWith([]string{theirs.Id, theirs.Id, theirs.Id, theirs.Id, theirs.Id, theirs.Id}, ofDevice), contract.FailValidation)
	var waits int
	require.NoError(t, d.DB.NewRaw("SELECT count(*) FROM service_request_files WHERE request_id IS NULL").Scan(t.Context(), &waits))
	require.Equal(t, 1, waits)
}

func TestAttachments_SameKey_IsTheSameFile(t *testing.T) {
	d := servertest.NewDesk(t)
	key, form := servertest.FreshKey(), servertest.FileForm("a.png", "image/png", servertest.Picture(t))
	d.Tickets.Away = true
	require.Equal(t, http.StatusInternalServerError, d.Call(http.MethodPost, "/api/support/attachments", form, key).StatusCode)
	d.Tickets.Away = false
	first := servertest.Decoded[servertest.FileAnswer](t, d.Call(http.MethodPost, "/api/support/attachments", form, key)).Data
	require.Equal(t, gen.AttachmentStateClean, first.State)
	require.Equal(t, first, servertest.Decoded[servertest.FileAnswer](t, d.Call(http.MethodPost, "/api/support/attachments", form, key)).Data)
	var kept int
	require.NoError(t, d.DB.NewRaw("SELECT count(*) FROM service_request_files").Scan(t.Context(), &kept))
	require.Equal(t, 1, kept)
}

func TestAttachments_NoScanner_Refused(t *testing.T) {
	rules := func(r *servertest.Rig) bool {
		return servertest.Decoded[gen.AttachmentRulesAnswer](t, r.Call(http.MethodGet, "/api/support/attachments", "")).Data.Taken
	}
	off := servertest.New(t, func(o *server.Options) { o.Scanned = false })
	servertest.RequireRefused(t, off.Upload(servertest.FileForm("a.png", "image/png", servertest.Picture(t))), contract.FailAttachmentsOff)
	require.False(t, rules(off))
	require.True(t, rules(servertest.New(t)))
}
