package lines

import (
	"bytes"
	"context"
	"crypto/subtle"
	"fmt"

	"selfcare/api/gen"
	"selfcare/api/server/middleware"
	"selfcare/internal/contract"
	"selfcare/internal/domain/notice"
	"selfcare/internal/receiptpdf"
)

// link opens the end of a line for the recipient of its messages. The secret works for this end only; behind the # it
// reaches no log.
func (s *DeactivationHandlers) link(d contract.Deactivation) string {
	return EndingLink(s.Derive, s.PublicURL, d.Language, d.ID)
}

// EndingLink is the address of the page about the end of a line, by the id of that end.
func EndingLink(derive *middleware.Deriver, publicURL, language, endingID string) string {
	return fmt.Sprintf("%s/%s/line-end/%s#%s", publicURL, language, endingID, endingToken(derive, endingID))
}

func endingToken(derive *middleware.Deriver, endingID string) string {
	return derive.Token("end of a line", endingID)
}

// validateLink refuses a forged link.
func (s *DeactivationHandlers) validateLink(id, token string) error {
	if subtle.ConstantTimeCompare([]byte(token), []byte(endingToken(s.Derive, id))) != 1 {
		return contract.Refuse(contract.FailEndLink)
	}
	return nil
}

// findByLink finds the deactivation of a link, with its number partly hidden.
func (s *DeactivationHandlers) findByLink(ctx context.Context, id, token string) (d contract.Deactivation, msisdn string, err error) {
	if err := s.validateLink(id, token); err != nil {
		return d, "", err
	}
	d, known, err := s.Deactivations.Get(ctx, id)
	if err == nil && !known {
		err = contract.Refuse(contract.FailEndUnknown)
	}
	if err != nil {
		return d, "", fmt.Errorf("read deactivation: %w", err)
	}
	msisdn, err = s.Lines.MSISDN(ctx, d.LineID)
	if err != nil {
		return d, "", fmt.Errorf("read line: %w", err)
	}
	return d, notice.Masked(msisdn), nil
}

// ShowDeactivation shows the state of a deactivation.
func (s *DeactivationHandlers) ShowDeactivation(ctx context.Context, req gen.ShowDeactivationRequestObject) (gen.ShowDeactivationResponseObject, error) {
	found, msisdn, err := s.findByLink(ctx, req.Id, req.Body.Token)
	if err != nil {
		return nil, err
	}
	shown, err := s.answer(ctx, found, msisdn)
	return gen.ShowDeactivation200JSONResponse{DeactivationNowJSONResponse: shown}, err
}

// UndoDeactivationByLink keeps a line by its link.
func (s *DeactivationHandlers) UndoDeactivationByLink(
	ctx context.Context, req gen.UndoDeactivationByLinkRequestObject,
) (gen.UndoDeactivationByLinkResponseObject, error) {
	found, msisdn, err := s.findByLink(ctx, req.Id, req.Body.Token)
	if err != nil {
		return nil, err
	}
	shown, err := s.undo(ctx, found, contract.DeactivationUndo{}, msisdn)
	return gen.UndoDeactivationByLink200JSONResponse{DeactivationNowJSONResponse: shown}, err
}

// GetFinalStatement serves the final statement of a line as a PDF.
func (s *DeactivationHandlers) GetFinalStatement(ctx context.Context, req gen.GetFinalStatementRequestObject) (gen.GetFinalStatementResponseObject, error) {
	if err := s.validateLink(req.Id, req.Body.Token); err != nil {
		return nil, err
	}
	statement, known, err := s.Endings.Get(ctx, req.Id)
	if err == nil && !known {
		err = contract.Refuse(contract.FailEndUnknown)
	}
	if err != nil {
		return nil, fmt.Errorf("read statement: %w", err)
	}
	document, err := s.document(ctx, statement)
	if err != nil {
		return nil, err
	}
	var file bytes.Buffer
	if err := receiptpdf.Write(&file, document); err != nil {
		return nil, err
	}
	size := int64(file.Len())
	return gen.GetFinalStatement200ApplicationpdfResponse{Body: &file, ContentLength: size}, nil
}
