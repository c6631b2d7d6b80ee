// Package clientreports takes reports of browsers: errors and page speed.
package clientreports

import (
	"context"
	"strings"

	"selfcare/api/gen"
	"selfcare/api/server/middleware"
	"selfcare/api/server/optional"
	"selfcare/internal/domain/ratelimit"
)

// ClientReportHandlers count and log reports of browsers; they store nothing else.
type ClientReportHandlers struct {
	*middleware.Core
	Figures figures
}

type figures interface {
	ClientError(page, name string)
	ClientVital(page, name string, value float64)
}

// ReportFromClient takes a report whose contract has no room for personal data (ADR 59).
func (s *ClientReportHandlers) ReportFromClient(ctx context.Context, req gen.ReportFromClientRequestObject) (gen.ReportFromClientResponseObject, error) {
	if err := s.Permit(ctx, ratelimit.ClientReports, nil); err != nil {
		return nil, err
	}
	report := *req.Body
	log := s.Log.With("page", report.Page, "build", report.Build, "browser", report.Browser, "language", report.Language)
	for _, one := range report.Errors {
		s.Figures.ClientError(string(report.Page), string(one.Name))
		log.InfoContext(ctx, "error in a browser", "kind", "error", "error", one.Name, "words", sentence(one.Words), "at", optional.Value(one.At))
	}
	for _, vital := range report.Vitals {
		s.Figures.ClientVital(string(report.Page), string(vital.Name), float64(vital.Value))
		log.InfoContext(ctx, "vital of a page", "kind", "vital", "vital", vital.Name, "value", vital.Value)
	}
	return gen.ReportFromClient204Response{}, nil
}

func sentence(words []gen.ClientWord) string {
	all := make([]string, len(words))
	for i, word := range words {
		all[i] = string(word)
	}
	return strings.Join(all, " ")
}
