package attachments

import (
	"context"
	"fmt"
	"mime"

	"github.com/gofiber/fiber/v3"

	"selfcare/internal/contract"
)

// Given is a file that browsers save instead of showing, so that nothing in it runs.
type Given struct {
	name    string
	content []byte
}

// policy lets nothing load or run.
const policy = "default-src 'none'; sandbox"

// Give returns a scanned file of a service request.
func (d *Desk) Give(ctx context.Context, requestID, id string) (Given, error) {
	f, known, err := d.Files.Get(ctx, id)
	switch {
	case err != nil:
		return Given{}, fmt.Errorf("read file: %w", err)
	case !known || f.RequestID != requestID:
		return Given{}, contract.Refuse(contract.FailAttachmentUnknown)
	case f.State == contract.AttachmentInfected:
		return Given{}, contract.Refuse(contract.FailAttachmentInfected)
	case f.State != contract.AttachmentClean:
		return Given{}, contract.Refuse(contract.FailAttachmentPending)
	}
	content, known, err := d.Files.Content(ctx, id, contract.AttachmentClean)
	if err == nil && !known { // deleted meanwhile
		err = contract.Refuse(contract.FailAttachmentUnknown)
	}
	return Given{f.Name, content}, err
}

// VisitGetAttachmentResponse answers a customer.
func (g Given) VisitGetAttachmentResponse(c fiber.Ctx) error { return g.send(c) }

// VisitGetCaseAttachmentResponse answers support.
func (g Given) VisitGetCaseAttachmentResponse(c fiber.Ctx) error { return g.send(c) }

func (g Given) send(c fiber.Ctx) error {
	c.Set(fiber.HeaderContentType, fiber.MIMEOctetStream)
	c.Set(fiber.HeaderContentDisposition, mime.FormatMediaType("attachment", map[string]string{"filename": g.name}))
	c.Set(fiber.HeaderContentSecurityPolicy, policy)
	return c.Send(g.content)
}
