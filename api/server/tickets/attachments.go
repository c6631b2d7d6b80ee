package tickets

import (
	"context"

	"selfcare/api/gen"
	"selfcare/api/server/optional"
	"selfcare/internal/domain/ratelimit"
)

// GetAttachmentRules returns the rules for files.
func (s *TicketHandlers) GetAttachmentRules(
	ctx context.Context, _ gen.GetAttachmentRulesRequestObject,
) (gen.GetAttachmentRulesResponseObject, error) {
	answer, err := s.Files.Rules(ctx)
	return gen.GetAttachmentRules200JSONResponse(answer), err
}

// UploadAttachment takes a file of a customer.
func (s *TicketHandlers) UploadAttachment(ctx context.Context, req gen.UploadAttachmentRequestObject) (gen.UploadAttachmentResponseObject, error) {
	if err := s.Permit(ctx, ratelimit.Attachment, nil); err != nil {
		return nil, err
	}
	taken, err := s.Files.Take(ctx, *req.Body)
	return gen.UploadAttachment201JSONResponse{Data: taken}, err
}

// GetAttachment serves a file to the writer of the service request, or the holder of its link.
func (s *TicketHandlers) GetAttachment(ctx context.Context, req gen.GetAttachmentRequestObject) (gen.GetAttachmentResponseObject, error) {
	if err := s.Permit(ctx, ratelimit.TicketLookUp, nil); err != nil {
		return nil, err
	}
	found, err := s.findOwn(ctx, req.Reference, optional.Value(req.Body.Token))
	if err != nil {
		return nil, err
	}
	s.ForgiveFailures(ctx, ratelimit.TicketLookUp, nil)
	return s.Files.Give(ctx, found.ID, req.AttachmentId)
}
