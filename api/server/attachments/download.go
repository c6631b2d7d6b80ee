package attachments

import (
	"context"
	"fmt"
	"mime"

	"github.com/gofiber/fiber/v3"

	"selfcare/internal/contract"
)

// Download is a file that browsers save instead of showing, so that nothing in it runs.
type Download struct {
	name    string
	content []byte
}

// policy lets nothing load or run.
const policy = "default-src 'none'; sandbox"

// Give returns a scanned file of a service request.
func (d *FileService) Give(ctx context.Context, requestID, id string) (Download, error) {
	f, known, err := d.Files.Get(ctx, id)
	switch {
	case err != nil:
		return Download{}, fmt.Errorf("read file: %w", err)
	case !known || f.RequestID != requestID:
		return Download{}, contract.Refuse(contract.FailAttachmentUnknown)
	case f.State == contract.AttachmentInfected:
		return Download{}, contract.Refuse(contract.FailAttachmentInfected)
	case f.State != contract.AttachmentClean:
		return Download{}, contract.Refuse(contract.FailAttachmentPending)
	}
	content, known, err := d.Files.Content(ctx, id, contract.AttachmentClean)
	if err == nil && !known { // deleted meanwhile
		err = contract.Refuse(contract.FailAttachmentUnknown)
	}
	return Download{f.Name, content}, err
}

// VisitGetAttachmentResponse answers a customer.
func (g Download) VisitGetAttachmentResponse(c fiber.Ctx) error { return g.send(c) }

// VisitGetCaseAttachmentResponse answers support.
func (g Download) VisitGetCaseAttachmentResponse(c fiber.Ctx) error { return g.send(c) }

func (g Download) send(c fiber.Ctx) error {
	c.Set(fiber.HeaderContentType, fiber.MIMEOctetStream)
	c.Set(fiber.HeaderContentDisposition, mime.FormatMediaType("attachment", map[string]string{"filename": g.name}))
	c.Set(fiber.HeaderContentSecurityPolicy, policy)
	return c.Send(g.content)
}
