package server_test

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"image"
	"image/png"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/api/gen"
	"selfcare/api/server"
	"selfcare/internal/contract"
	"selfcare/internal/contract/ticket"
)

// goodFile is a picture of one dot.
const goodFile = `{"name":"bill.png","type":"image/png","content":"iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNiAAAABgADNjd8qAAAAABJRU5ErkJggg=="}`

// Scan finds what the test has it find; nothing where the scanner does not answer.
func (f *fakeTickets) Scan(ctx context.Context, id string) error {
	if f.away {
		return errors.New("Temporal is away")
	}
	if f.finds == "" {
		return nil
	}
	return f.files.SaveScan(ctx, id, f.finds)
}

func picture(t testing.TB) []byte {
	t.Helper()
	var file bytes.Buffer
	require.NoError(t, png.Encode(&file, image.NewGray(image.Rect(0, 0, 8, 8))))
	return file.Bytes()
}

func fileForm(name, kind string, content []byte) string {
	form, _ := json.Marshal(map[string]string{"name": name, "type": kind, "content": base64.StdEncoding.EncodeToString(content)})
	return string(form)
}

func (r *rig) uploads(form string, headers ...header) answer {
	return r.call(http.MethodPost, "/api/support/attachments", form, append(headers, freshKey())...)
}

type fileAnswer = struct{ Data gen.Attachment }

// handsOver is a picture that was taken.
func (r *rig) handsOver(headers ...header) gen.Attachment {
	r.t.Helper()
	got := r.uploads(fileForm("bill.png", "image/png", picture(r.t)), headers...)
	require.Equal(r.t, http.StatusCreated, got.StatusCode, string(got.body))
	return decoded[fileAnswer](r.t, got).Data
}

func complaintWith(ids ...string) string {
	named, _ := json.Marshal(ids)
	return strings.Replace(goodComplaint, "{", `{"attachments":`+string(named)+",", 1)
}

func (r *rig) complainsWith(ids []string, headers ...header) answer {
	return r.call(http.MethodPost, "/api/support/submitComplaint", complaintWith(ids...), append(headers, freshKey())...)
}

func TestAttachments_AreShownToTheirCustomerAndToSupportAndToNobodyElse(t *testing.T) {
	d := newDesk(t)
	d.customer(mainLine, "prepaid")
	d.customer(otherLine, "prepaid")
	owner, stranger := bearer(d.signIn(mainLine)), bearer(d.signIn(otherLine))
	taken := d.handsOver(owner)
	require.Equal(t, gen.AttachmentStateClean, taken.State)
	require.Equal(t, "bill.png", taken.Name)
	got := d.complainsWith([]string{taken.Id}, owner)
	require.Equal(t, http.StatusCreated, got.StatusCode, string(got.body))
	written := decoded[requestAnswer](t, got).Data

	shown := decoded[detailAnswer](t, d.showsRequest(written.Reference, "{}", owner)).Data
	require.Equal(t, []gen.Attachment{taken}, *shown.Messages[0].Attachments)
	file := d.call(http.MethodPost, "/api/service-requests/"+written.Reference+"/attachments/"+taken.Id, "{}", owner)
	d.requireFile(file)

	id := d.caseOf(written.Reference).Id
	require.Equal(t, []gen.Attachment{taken}, *d.detail("service-request", id).ServiceRequest.Messages[0].Attachments)
	d.requireFile(d.call(http.MethodGet, "/api/support/service-requests/"+id+"/attachments/"+taken.Id, "", d.agent))

	requireRefused(t, d.call(http.MethodPost, "/api/service-requests/"+written.Reference+"/attachments/"+taken.Id, "{}", stranger), contract.FailRequestUnknown)
	d.nextCode()
	theirs := decoded[requestAnswer](t, d.call(http.MethodPost, "/api/support/submitComplaint", goodComplaint, stranger, freshKey())).Data
	requireRefused(t, d.call(http.MethodPost, "/api/service-requests/"+theirs.Reference+"/attachments/"+taken.Id, "{}", stranger), contract.FailAttachmentUnknown)
	other := d.caseOf(theirs.Reference).Id
	requireRefused(t, d.call(http.MethodGet, "/api/support/service-requests/"+other+"/attachments/"+taken.Id, "", d.agent), contract.FailAttachmentUnknown)
}

func (r *rig) requireFile(got answer) {
	r.t.Helper()
	require.Equal(r.t, http.StatusOK, got.StatusCode, string(got.body))
	require.Equal(r.t, picture(r.t), got.body)
	require.Equal(r.t, `attachment; filename=bill.png`, got.Header.Get("Content-Disposition"))
	require.Equal(r.t, "application/octet-stream", got.Header.Get("Content-Type"))
	require.Equal(r.t, "nosniff", got.Header.Get("X-Content-Type-Options"))
	require.Equal(r.t, "default-src 'none'; sandbox", got.Header.Get("Content-Security-Policy"))
	require.Equal(r.t, "no-store", got.Header.Get("Cache-Control"))
}

func TestAttachments_ComeWithRepliesOfBothSides(t *testing.T) {
	d := newDesk(t)
	written := d.complains()
	id, key := d.caseOf(written.Reference).Id, fmt.Sprintf(`"token":%q`, d.tickets.token())
	got := d.call(http.MethodPost, "/api/support/service-requests/"+id+"/attachments", fileForm("map.png", "image/png", picture(t)), d.agent, freshKey())
	require.Equal(t, http.StatusCreated, got.StatusCode, string(got.body))
	ours := decoded[fileAnswer](t, got).Data
	got = d.answers(id, fmt.Sprintf(`{"action":"answer","text":"Look at this map.","attachments":[%q]}`, ours.Id))
	require.Equal(t, http.StatusOK, got.StatusCode, string(got.body))
	theirs := d.handsOver()
	reply := decoded[detailAnswer](t, d.acts(written.Reference, fmt.Sprintf(`{%s,"action":"reply","text":"And this?","attachments":[%q]}`, key, theirs.Id))).Data
	require.Nil(t, reply.Messages[0].Attachments)
	require.Equal(t, ours.Id, (*reply.Messages[1].Attachments)[0].Id)
	require.Equal(t, theirs.Id, (*reply.Messages[2].Attachments)[0].Id)
	requireRefused(t, d.acts(written.Reference, fmt.Sprintf(`{%s,"action":"close","attachments":[%q]}`, key, d.handsOver().Id)), contract.FailAttachmentUsed)
}

func TestAttachments_AreRefusedByWhatTheyContain(t *testing.T) {
	d := newDesk(t)
	for name, tt := range map[string]struct {
		form string
		want contract.Code
	}{
		"a page":           {fileForm("a.png", "image/png", []byte("<html><script>alert(1)</script>")), contract.FailAttachmentType},
		"a broken picture": {fileForm("a.png", "image/png", picture(t)[:20]), contract.FailAttachmentBroken},
		"a byte too many":  {fileForm("a.png", "image/png", make([]byte, 5<<20+1)), contract.FailAttachmentLarge},
	} {
		t.Run(name, func(t *testing.T) { requireRefused(t, d.uploads(tt.form), tt.want) })
	}
	for _, guess := range []string{"image/png", "image/jpg", "application/x-pdf", "application/octet-stream"} {
		got := d.uploads(fileForm("../../etc/bill.jpg", guess, picture(t)))
		require.Equal(t, "bill.png", decoded[fileAnswer](t, got).Data.Name, guess)
	}
}

func TestAttachments_AHundredMegabytesAreRefusedUnread(t *testing.T) {
	pipe := newDesk(t).pipe()
	got := pipe.sent(http.MethodPost, "/api/support/attachments", fileForm("a.png", "image/png", make([]byte, 8<<20)), freshKey())
	requireRefused(t, got, contract.FailTooLarge)
	connection, err := pipe.listener.Dial()
	require.NoError(t, err)
	defer func() { _ = connection.Close() }()
	_, err = fmt.Fprintf(connection, "POST /api/support/attachments HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n", 100<<20)
	require.NoError(t, err)
	said := make([]byte, 12)
	_, err = connection.Read(said)
	require.NoError(t, err)
	require.Equal(t, "HTTP/1.1 413", string(said), "by its length alone")
}

func TestAttachments_WhatIsNotLookedThroughIsShownToNobody(t *testing.T) {
	d := newDesk(t)
	d.tickets.finds = ""
	waiting := d.handsOver()
	require.Equal(t, gen.AttachmentStatePending, waiting.State)
	written := decoded[requestAnswer](t, d.complainsWith([]string{waiting.Id})).Data
	id, key := d.caseOf(written.Reference).Id, fmt.Sprintf(`{"token":%q}`, d.tickets.token())
	address := "/api/service-requests/" + written.Reference + "/attachments/" + waiting.Id
	requireRefused(t, d.call(http.MethodPost, address, key), contract.FailAttachmentPending)
	requireRefused(t, d.call(http.MethodGet, "/api/support/service-requests/"+id+"/attachments/"+waiting.Id, "", d.agent), contract.FailAttachmentPending)

	require.NoError(t, d.store.Files.SaveScan(t.Context(), waiting.Id, ticket.Infected))
	requireRefused(t, d.call(http.MethodPost, address, key), contract.FailAttachmentInfected)
	shown := decoded[detailAnswer](t, d.showsRequest(written.Reference, key)).Data
	require.Equal(t, gen.AttachmentStateInfected, (*shown.Messages[0].Attachments)[0].State, "its customer is told")
}

func TestAttachments_OneThatIsInfectedIsRefusedAndRemoved(t *testing.T) {
	d := newDesk(t)
	d.tickets.finds = ticket.Infected
	requireRefused(t, d.uploads(fileForm("a.png", "image/png", picture(t))), contract.FailAttachmentInfected)
	var left int
	require.NoError(t, d.db.NewRaw("SELECT count(*) FROM service_request_files WHERE content IS NOT NULL").Scan(t.Context(), &left))
	require.Zero(t, left)
}

func TestAttachments_AreNamedOnceByWhoHandedThemOver(t *testing.T) {
	d := newDesk(t)
	d.customer(mainLine, "prepaid")
	owner, ofDevice := bearer(d.signIn(mainLine)), bearer(d.device())
	mine, theirs := d.handsOver(owner), d.handsOver(ofDevice)
	requireRefused(t, d.complainsWith([]string{theirs.Id}, owner), contract.FailAttachmentUsed)
	require.Equal(t, http.StatusCreated, d.complainsWith([]string{mine.Id}, owner).StatusCode)
	requireRefused(t, d.complainsWith([]string{mine.Id}, owner), contract.FailAttachmentUsed)
	requireRefused(t, d.complainsWith([]string{"01900000-0000-7000-8000-00000000ffff"}, owner), contract.FailAttachmentUsed)
	requireRefused(t, d.complainsWith([]string{theirs.Id, theirs.Id, theirs.Id, theirs.Id, theirs.Id, theirs.Id}, ofDevice), contract.FailValidation)
	var waits int
	require.NoError(t, d.db.NewRaw("SELECT count(*) FROM service_request_files WHERE request_id IS NULL").Scan(t.Context(), &waits))
	require.Equal(t, 1, waits)
}

func TestAttachments_TheSameKeyIsTheSameFile(t *testing.T) {
	d := newDesk(t)
	key, form := freshKey(), fileForm("a.png", "image/png", picture(t))
	d.tickets.away = true
	require.Equal(t, http.StatusInternalServerError, d.call(http.MethodPost, "/api/support/attachments", form, key).StatusCode)
	d.tickets.away = false
	first := decoded[fileAnswer](t, d.call(http.MethodPost, "/api/support/attachments", form, key)).Data
	require.Equal(t, gen.AttachmentStateClean, first.State)
	require.Equal(t, first, decoded[fileAnswer](t, d.call(http.MethodPost, "/api/support/attachments", form, key)).Data)
	var kept int
	require.NoError(t, d.db.NewRaw("SELECT count(*) FROM service_request_files").Scan(t.Context(), &kept))
	require.Equal(t, 1, kept)
}

func TestAttachments_WithoutAScannerNoneIsTaken(t *testing.T) {
	rules := func(r *rig) bool {
		return decoded[gen.AttachmentRulesAnswer](t, r.call(http.MethodGet, "/api/support/attachments", "")).Data.Taken
	}
	off := newRig(t, func(o *server.Options) { o.Scanned = false })
	requireRefused(t, off.uploads(fileForm("a.png", "image/png", picture(t))), contract.FailAttachmentsOff)
	require.False(t, rules(off))
	require.True(t, rules(newRig(t)))
}
