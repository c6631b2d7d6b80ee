package support

import (
	"context"

	"selfcare/api/gen"
)

// UploadCaseAttachment takes a file of support.
func (s *SupportTicketHandlers) UploadCaseAttachment(
	ctx context.Context, req gen.UploadCaseAttachmentRequestObject,
) (gen.UploadCaseAttachmentResponseObject, error) {
	if _, err := s.findTicket(ctx, req.RequestId); err != nil {
		return nil, err
	}
	taken, err := s.Console.Files.Take(ctx, *req.Body)
	return gen.UploadCaseAttachment201JSONResponse{Data: taken}, err
}

// GetCaseAttachment serves a file of a ticket to support.
func (s *SupportTicketHandlers) GetCaseAttachment(
	ctx context.Context, req gen.GetCaseAttachmentRequestObject,
) (gen.GetCaseAttachmentResponseObject, error) {
	return s.Console.Files.Give(ctx, req.RequestId, req.AttachmentId)
}
