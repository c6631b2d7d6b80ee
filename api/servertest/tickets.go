package servertest

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"image"
	"image/png"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	ticketacts "selfcare/activities/ticket"
	"selfcare/api/gen"
	"selfcare/internal/contract"
	ticketstore "selfcare/internal/store/ticket"
)

var errNoTemporal = errors.New("no answer from Temporal")

// Scan stores the result that the test sets; without one it does nothing.
func (f *FakeTickets) Scan(ctx context.Context, id string) error {
	if f.Away {
		return errNoTemporal
	}
	if f.Finds == "" {
		return nil
	}
	return f.files.SaveScan(ctx, id, f.Finds)
}

func Picture(t testing.TB) []byte {
	t.Helper()
	var file bytes.Buffer
	require.NoError(t, png.Encode(&file, image.NewGray(image.Rect(0, 0, 8, 8))))
	return file.Bytes()
}

func FileForm(name, kind string, content []byte) string {
	form, _ := json.Marshal(map[string]string{"name": name, "type": kind, "content": base64.StdEncoding.EncodeToString(content)})
	return string(form)
}

func (r *Rig) Upload(form string, headers ...Header) Answer {
	return r.Call(http.MethodPost, "/api/support/attachments", form, append(headers, FreshKey())...)
}

type FileAnswer = struct{ Data gen.Attachment }

// UploadPicture uploads a picture and returns it.
func (r *Rig) UploadPicture(headers ...Header) gen.Attachment {
	r.T.Helper()
	got := r.Upload(FileForm("bill.png", "image/png", Picture(r.T)), headers...)
	require.Equal(r.T, http.StatusCreated, got.StatusCode, string(got.Body))
	return Decoded[FileAnswer](r.T, got).Data
}

func complaintWith(ids ...string) string {
	named, _ := json.Marshal(ids)
	return strings.Replace(GoodComplaint, "{", `{"attachments":`+string(named)+",", 1)
}

func (r *Rig) ComplainWith(ids []string, headers ...Header) Answer {
	return r.Call(http.MethodPost, "/api/support/submitComplaint", complaintWith(ids...), append(headers, FreshKey())...)
}

const (
	GoodComplaint = `{"fullName":"Noura Ali","mobile":"0570000001","contactNumber":"0551234567","type":"calls","description":"My calls drop."}`
	GoodReseller  = `{"company":"Desert Phones","shopType":"telecom","landline":"0112345678","address":"King Road 1, Riyadh","area":"Near the market","mobile":"0551234567"}`
)

// FakeTickets plays the workflows of service requests on the real tables.
type FakeTickets struct {
	books *ticketacts.Activities
	Now   map[string]contract.Ticket // by id
	link  string
	Away  bool
	files ticketstore.Files
	Finds contract.AttachmentState // by the scanner; empty: it does not answer
}

func (f *FakeTickets) Start(ctx context.Context, in contract.TicketInput, _ string) (contract.Ticket, error) {
	if f.Away {
		return contract.Ticket{}, errNoTemporal
	}
	f.link = in.Link
	opening := contract.TicketOpening{At: contract.At{Now: time.Now()}, Details: in.Details, Text: in.Text, Link: in.Link, Attachments: in.Attachments}
	t, err := f.books.OpenRequest(ctx, in.Ticket, opening)
	return f.keep(t, err)
}

func (f *FakeTickets) Act(ctx context.Context, t contract.Ticket, _ string, in contract.TicketAct) (contract.Ticket, error) {
	in.Now, in.Link = time.Now(), f.link
	t, err := f.books.ActOnRequest(ctx, f.Now[t.ID], in)
	return f.keep(t, err)
}

func (f *FakeTickets) keep(t contract.Ticket, err error) (contract.Ticket, error) {
	if err == nil {
		f.Now[t.ID] = t
	}
	return t, AsRefusal(err)
}

// Token returns the secret in the last message.
func (f *FakeTickets) Token() string {
	_, token, _ := strings.Cut(f.link, "#")
	return token
}

type (
	RequestAnswer = struct{ Data gen.Ticket }
)

// CaseOf returns the case of a service request as the console shows it.
func (d *Desk) CaseOf(reference string) gen.SupportCase {
	d.T.Helper()
	for _, item := range d.Cases("?kind=service-request").Items {
		if item.Reference == reference {
			return item
		}
	}
	require.Fail(d.T, "no case of "+reference)
	return gen.SupportCase{}
}
