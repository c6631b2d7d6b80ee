package ticket

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"github.com/uptrace/bun"

	"selfcare/internal/contract"
	"selfcare/internal/store/seal"
	"selfcare/internal/store/tx"
)

// Files stores the attachments of service requests.
type Files struct {
	DB   bun.IDB
	Keys *seal.Keys
}

type fileRow struct {
	bun.BaseModel `bun:"table:service_request_files,alias:f"`

	ID        string `bun:",pk"`
	Owner     string
	RequestID string `bun:",nullzero"`
	Seq       int64  `bun:",nullzero"`
	Name      []byte // encrypted
	MediaType string
	Size      int64
	State     contract.AttachmentState `bun:",nullzero"`
}

// File is an attachment without its content.
type File struct {
	ID        string
	Owner     string // uploader
	RequestID string // empty before its use
	Seq       int64  // of its message
	Name      string
	Type      string
	Size      int64
	State     contract.AttachmentState
}

func fileSeal(id, column string) string { return "service_request_files/" + id + "/" + column }

// Add stores an unscanned file. A repeated call changes nothing.
func (q Files) Add(ctx context.Context, f File, content []byte) error {
	added := fileRow{ID: f.ID, Owner: f.Owner, Name: q.sealName(f), MediaType: f.Type, Size: int64(len(content))}
	_, err := q.DB.NewInsert().Model(&added).Value("content", "?", q.sealContent(f.ID, content)).On("CONFLICT DO NOTHING").Returning("NULL").Exec(ctx)
	return wrap("add file", err)
}

func (q Files) sealName(f File) []byte { return q.Keys.Seal(fileSeal(f.ID, "name"), []byte(f.Name)) }

func (q Files) sealContent(id string, content []byte) []byte {
	return q.Keys.Seal(fileSeal(id, "content"), content)
}

// Get finds a file.
func (q Files) Get(ctx context.Context, id string) (f File, known bool, err error) {
	found, err := q.list(ctx, "id", id)
	if err != nil || len(found) == 0 {
		return f, false, err
	}
	return found[0], true, nil
}

// OfTicket returns the files of a service request in the order of arrival.
func (q Files) OfTicket(ctx context.Context, requestID string) ([]File, error) {
	return q.list(ctx, "request_id", requestID)
}

func (q Files) list(ctx context.Context, column, value string) (found []File, err error) {
	var rows []fileRow
	err = q.DB.NewSelect().Model(&rows).Where("? = ?", bun.Ident(column), value).Order("seq", "place").Scan(ctx)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return nil, wrap("read files", err)
	}
	for _, r := range rows {
		name, err := q.Keys.Open(fileSeal(r.ID, "name"), r.Name)
		if err != nil {
			return nil, wrap("read files", err)
		}
		found = append(found, File{
			ID: r.ID, Owner: r.Owner, RequestID: r.RequestID, Seq: r.Seq, Name: string(name), Type: r.MediaType, Size: r.Size, State: r.State,
		})
	}
	return found, nil
}

// Content returns the content of a file in a state; false without a file in that state.
func (q Files) Content(ctx context.Context, id string, state contract.AttachmentState) (content []byte, known bool, err error) {
	var sealed []byte
	err = q.DB.NewSelect().Model((*fileRow)(nil)).Column("content").Where("id = ?", id).Where("state = ?", state).Scan(ctx, &sealed)
	if errors.Is(err, sql.ErrNoRows) || err == nil && sealed == nil {
		return nil, false, nil
	}
	if err == nil {
		content, err = q.Keys.Open(fileSeal(id, "content"), sealed)
	}
	return content, err == nil, wrap("read file", err)
}

// SaveScan stores the result of a scan. The content of an infected file is deleted, and an earlier result stays.
func (q Files) SaveScan(ctx context.Context, id string, state contract.AttachmentState) error {
	_, err := q.DB.NewUpdate().Model((*fileRow)(nil)).Set("state = ?", state).Set("content = CASE WHEN ? = 'infected' THEN NULL ELSE content END", state).
		Where("id = ?", id).Where("state = 'pending'").Exec(ctx)
	return wrap("write what was found in a file", err)
}

// Name attaches files to a message. It refuses an infected or missing file, and a file of another message.
func (q Files) Name(ctx context.Context, requestID string, seq int64, ids []string) error {
	for place, id := range ids {
		named, err := q.DB.NewUpdate().Model((*fileRow)(nil)).Set("request_id = ?", requestID).Set("seq = ?", seq).Set("place = ?", place).
			Where("id = ?", id).Where("state <> 'infected'").Where("request_id IS NULL OR request_id = ? AND seq = ?", requestID, seq).Exec(ctx)
		if err != nil {
			return wrap("name file", err)
		}
		if rows, err := named.RowsAffected(); err != nil || rows == 0 {
			return errors.Join(contract.RefuseField("attachments", contract.FailAttachmentUsed), wrap("name file", err))
		}
	}
	return nil
}

// PurgeFiles deletes the unused files from before a time, and returns their number.
func (q Files) PurgeFiles(ctx context.Context, before time.Time) (int, error) {
	purged, err := tx.PurgeRows(ctx, q.DB, (*fileRow)(nil), "created_at", before, "request_id IS NULL")
	return purged, wrap("drop files", err)
}

// PurgeTickets deletes service requests that were closed for good before a time, with their messages and files, and returns
// their number.
func (q Tickets) PurgeTickets(ctx context.Context, before time.Time) (int, error) {
	purged, err := tx.PurgeRows(ctx, q.DB, (*row)(nil), "updated_at", before, "stage = 'closed'", `state @> '{"over": true}'`)
	return purged, wrap("drop service requests", err)
}
