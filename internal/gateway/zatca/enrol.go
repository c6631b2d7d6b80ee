package zatca

import (
	"context"
	"encoding/base64"
	"errors"
	"net/http"

	"selfcare/internal/gateway"
	"selfcare/internal/gateway/jsonhttp"
)

// RequestCompliance asks for the first certificate of a request.
func (h *HTTP) RequestCompliance(ctx context.Context, otp, request string) (Issued, error) {
	return h.obtain(ctx, jsonhttp.Call{
		Operation: "compliance", Method: http.MethodPost, Path: "/compliance", Header: withOTP(http.Header{}, otp), Body: encoded(request),
	})
}

// Check submits a check document.
func (h *HTTP) Check(ctx context.Context, c Credentials, s Submission) error {
	call := jsonhttp.Call{Operation: "check", Path: "/compliance/invoices", Header: c.header()}
	_, err := h.send(ctx, call, s, func(a answer) bool { return a.isReported() || a.isCleared() })
	return err
}

// RequestProduction asks for the certificate that stamps invoices.
func (h *HTTP) RequestProduction(ctx context.Context, c Credentials, requestID string) (Issued, error) {
	return h.obtain(ctx, jsonhttp.Call{
		Operation: "production", Method: http.MethodPost, Path: "/production/csids", Header: c.header(), Body: checked{requestID},
	})
}

// Renew asks for another certificate that stamps invoices.
func (h *HTTP) Renew(ctx context.Context, c Credentials, otp, request string) (Issued, error) {
	return h.obtain(ctx, jsonhttp.Call{
		Operation: "renew", Method: http.MethodPatch, Path: "/production/csids", Header: withOTP(c.header(), otp), Body: encoded(request),
	})
}

func withOTP(header http.Header, otp string) http.Header {
	header.Set("OTP", otp) //nolint:canonicalheader // as the platform writes it
	return header
}

func encoded(request string) asked {
	return asked{base64.StdEncoding.EncodeToString([]byte(request))}
}

// obtain makes a call that gives out a certificate. The platform also refuses with status 200 and no certificate.
func (h *HTTP) obtain(ctx context.Context, call jsonhttp.Call) (Issued, error) {
	var said issued
	var refused reasons
	call.Effect, call.Answer, call.Refused = true, &said, &refused
	call.Check = func() error {
		if said.isIssued() || said.Disposition == notCompliant {
			return nil
		}
		return errors.New("answered without a certificate")
	}
	err := h.client.Do(ctx, call)
	switch {
	case errors.Is(err, gateway.ErrFinal):
		return Issued{}, &Refusal{Reasons: refused.texts(), cause: err}
	case err != nil:
		return Issued{}, err
	case !said.isIssued():
		return Issued{}, &Refusal{Reasons: said.texts(), cause: &gateway.Refusal{System: "zatca", Code: "not_compliant"}}
	}
	return Issued{Credentials{said.Token, said.Secret}, string(said.RequestID)}, nil
}
