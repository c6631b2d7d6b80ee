// Package attachments takes files of service requests, and hands them out after the virus check.
package attachments

import (
	"context"
	"fmt"

	"selfcare/api/gen"
	"selfcare/api/server/middleware"
	"selfcare/internal/contract"
	"selfcare/internal/domain/attachment"
	ticketstore "selfcare/internal/store/ticket"
)

// FileService takes files and hands them out, for customers and for support.
type FileService struct {
	*middleware.Core
	Files   files
	Scanner Scanner
	Taken   bool // a virus scanner is configured
}

// Scanner checks files for viruses.
type Scanner interface {
	Scan(ctx context.Context, fileID string) error
}

type files interface {
	Add(ctx context.Context, f ticketstore.File, content []byte) error
	Get(ctx context.Context, id string) (ticketstore.File, bool, error)
	OfTicket(ctx context.Context, requestID string) ([]ticketstore.File, error)
	Content(ctx context.Context, id string, state contract.AttachmentState) ([]byte, bool, error)
}

// Rules returns the rules for accepted files.
func (d *FileService) Rules(ctx context.Context) (answer gen.AttachmentRulesAnswer, err error) {
	settings, err := d.Settings(ctx)
	answer.Data.Taken, answer.Data.Most, answer.Data.Largest = d.Taken, attachment.Most, settings.Help.Largest()
	for _, kind := range attachment.Types {
		answer.Data.Types = append(answer.Data.Types, gen.AttachmentType(kind))
	}
	return answer, err
}

// Take stores a file and has it scanned. A quick result is in the answer; no person sees the file before.
func (d *FileService) Take(ctx context.Context, form gen.AttachmentForm) (gen.Attachment, error) {
	if !d.Taken {
		return gen.Attachment{}, contract.Refuse(contract.FailAttachmentsOff)
	}
	settings, err := d.Settings(ctx)
	if err != nil {
		return gen.Attachment{}, err
	}
	checked, err := attachment.Check(form.Name, form.Content, settings.Help.Largest())
	if err != nil {
		return gen.Attachment{}, err
	}
	current := middleware.RequestOf(ctx)
	id := d.Derive.ID("attachment", current.Subject, current.Key)
	if err := d.Files.Add(ctx, ticketstore.File{ID: id, Owner: current.Subject, Name: checked.Name, Type: checked.Type}, form.Content); err != nil {
		return gen.Attachment{}, fmt.Errorf("keep file: %w", err)
	}
	if err := d.Scanner.Scan(ctx, id); err != nil {
		return gen.Attachment{}, fmt.Errorf("look file through: %w", err)
	}
	return d.saveAttachment(ctx, id)
}

func (d *FileService) saveAttachment(ctx context.Context, id string) (gen.Attachment, error) {
	f, _, err := d.Files.Get(ctx, id)
	switch {
	case err != nil:
		return gen.Attachment{}, fmt.Errorf("read file: %w", err)
	case f.State == contract.AttachmentInfected:
		return gen.Attachment{}, contract.RefuseField(attachment.Field, contract.FailAttachmentInfected)
	default:
		return shown(f), nil
	}
}

// guestOwner owns the upload of a guest without a session: its unguessable id is the proof.
const guestOwner = "guest"

// NameFiles returns the files that the caller may name in a service request: their own, and those already in it.
func (d *FileService) NameFiles(ctx context.Context, requestID string, ids *gen.AttachmentIds) ([]string, error) {
	if ids == nil {
		return nil, nil
	}
	caller := middleware.RequestOf(ctx).Subject
	for _, id := range *ids {
		f, known, err := d.Files.Get(ctx, id)
		switch {
		case err != nil:
			return nil, fmt.Errorf("read file: %w", err)
		case !known, f.Owner != caller && f.Owner != guestOwner, f.RequestID != "" && f.RequestID != requestID:
			return nil, contract.RefuseField("attachments", contract.FailAttachmentUsed)
		case f.State == contract.AttachmentInfected:
			return nil, contract.RefuseField("attachments", contract.FailAttachmentInfected)
		}
	}
	return *ids, nil
}

// Show adds files to the messages that they came with.
func (d *FileService) Show(ctx context.Context, requestID string, said []ticketstore.Message, messages []gen.TicketMessage) error {
	found, err := d.Files.OfTicket(ctx, requestID)
	if err != nil {
		return fmt.Errorf("read files: %w", err)
	}
	came := map[int64][]gen.Attachment{}
	for _, f := range found {
		came[f.Seq] = append(came[f.Seq], shown(f))
	}
	for i, m := range said {
		if with := came[m.Seq]; with != nil {
			messages[i].Attachments = &with
		}
	}
	return nil
}

func shown(f ticketstore.File) gen.Attachment {
	return gen.Attachment{Id: f.ID, Name: f.Name, Size: f.Size, Type: gen.AttachmentType(f.Type), State: gen.AttachmentState(f.State)}
}
