package zatca

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"time"

	"github.com/beevik/etree"

	"selfcare/dev/simulator/engine"
)

// Operations of enrolment.
const (
	OperationCompliance = "compliance"
	OperationCheck      = "check"
	OperationProduction = "production"
	OperationRenew      = "renew"
)

// Outcomes of the operations that give out certificates.
const (
	outcomeNotCompliant = "not-compliant"
	outcomeOTPRefused   = "otp-refused"
	outcomeOtherKey     = "other-key"         // a certificate for another key than that of the request
	outcomeOtherPlace   = "other-environment" // a certificate of another environment
)

// csid is a certificate that was given out.
type csid struct {
	applicant

	RequestID  string   `json:"requestId"`
	Secret     string   `json:"secret"`
	Production bool     `json:"production"`
	Subject    []byte   `json:"csr"`    // the request, in Base64 of its PEM file
	Passed     []string `json:"passed"` // kinds of check documents, of a certificate for checks
}

var (
	csids = engine.Table[csid]{Name: "zatca-csids"} // by the hash of the token
	otps  = engine.Table[bool]{Name: "zatca-otps"}  // used up
)

// firstRequest is the number of the first request.
const firstRequest = 1_000_000_000_000

var otpShape = regexp.MustCompile(`^[0-9]{6}$`)

func tokenKey(token string) string {
	sum := sha256.Sum256([]byte(token))
	return hex.EncodeToString(sum[:])
}

// caller finds the certificate whose token and secret a call carries.
func caller(c *engine.Call, production bool) (key string, found csid, known bool) {
	token, secret, _ := c.Request.BasicAuth()
	key = tokenKey(token)
	found, known = csids.Get(c.Tx, key)
	return key, found, known && found.Secret == secret && found.Production == production
}

func unauthorised() engine.Answer {
	return engine.Answer{Status: http.StatusUnauthorized, Body: map[string]any{"status": http.StatusUnauthorized, "error": "Unauthorized", "message": ""}}
}

func anyCaller(*http.Request) bool { return true }

func (s *System) enrolment(mux *http.ServeMux) {
	outcomes := []string{outcomeNotCompliant, outcomeOTPRefused, outcomeOtherKey, outcomeOtherPlace}
	for path, op := range map[string]engine.Operation{
		"POST /zatca/compliance":          {Name: OperationCompliance, Outcomes: outcomes, Handle: s.compliance},
		"POST /zatca/compliance/invoices": {Name: OperationCheck, Outcomes: []string{outcomeWarning, outcomeRejected}, Handle: check},
		"POST /zatca/production/csids":    {Name: OperationProduction, Outcomes: outcomes, Handle: s.production},
		"PATCH /zatca/production/csids":   {Name: OperationRenew, Outcomes: outcomes, Handle: s.renew},
	} {
		op.Effect, op.Open, op.Handle = true, anyCaller, ofVersion(op.Handle)
		mux.Handle(path, s.ServeOperation(op))
	}
}

// ofVersion refuses calls of another version of the platform.
func ofVersion(handle func(*engine.Call) engine.Answer) func(*engine.Call) engine.Answer {
	return func(c *engine.Call) engine.Answer {
		if c.Request.Header.Get("Accept-Version") != "V2" {
			return engine.Refuse(http.StatusNotAcceptable, "version", "This Version is not supported or not provided in the header.")
		}
		return handle(c)
	}
}

type asked struct {
	Request   string `json:"csr"`
	RequestID string `json:"compliance_request_id"`
}

// compliance gives out a certificate for checks.
func (s *System) compliance(c *engine.Call) engine.Answer {
	sent, refusal, ok := engine.Body[asked](c)
	if !ok {
		return refusal
	}
	if refusal, ok := useOTP(c); !ok {
		return refusal
	}
	return s.give(c, csid{Subject: []byte(sent.Request)})
}

// useOTP takes each one-time password of six digits once. A password of the portal comes from nowhere else here.
func useOTP(c *engine.Call) (refusal engine.Answer, ok bool) {
	otp := c.Request.Header.Get("OTP")
	if otp == "" {
		return engine.Refuse(http.StatusBadRequest, "Missing-OTP", "OTP is required field"), false
	}
	if _, used := otps.Get(c.Tx, otp); used || !otpShape.MatchString(otp) || c.Outcome == outcomeOTPRefused {
		return engine.Refuse(http.StatusBadRequest, "Invalid-OTP", "The provided OTP is invalid"), false
	}
	otps.Put(c.Tx, otp, true)
	return engine.Answer{}, true
}

// production exchanges a certificate for checks, once all kinds of documents have passed.
func (s *System) production(c *engine.Call) engine.Answer {
	sent, refusal, ok := engine.Body[asked](c)
	if !ok {
		return refusal
	}
	_, checked, known := caller(c, false)
	if !known {
		return unauthorised()
	}
	if sent.RequestID != checked.RequestID {
		return engine.Refuse(http.StatusBadRequest, "Invalid-ComplianceRequestId", "The provided compliance request id is invalid")
	}
	for _, kind := range checked.kinds() {
		if !slices.Contains(checked.Passed, kind) {
			return engine.Refuse(http.StatusBadRequest, "Missing-ComplianceSteps", "Compliance steps for this CSID are not yet complete")
		}
	}
	return s.give(c, csid{Subject: checked.Subject, Production: true})
}

// renew exchanges a certificate that stamps invoices. The present one stays valid.
func (s *System) renew(c *engine.Call) engine.Answer {
	sent, refusal, ok := engine.Body[asked](c)
	if !ok {
		return refusal
	}
	_, present, known := caller(c, true)
	if !known {
		return unauthorised()
	}
	if refusal, ok := useOTP(c); !ok {
		return refusal
	}
	if next, valid := readRequest(sent.Request); valid {
		if a, _ := next.applicant(); a.VATNumber != present.VATNumber || a.Serial != present.Serial {
			return engine.Refuse(http.StatusBadRequest, "Invalid-CSR", "The CSR is of another device")
		}
	}
	return s.give(c, csid{Subject: []byte(sent.Request), Production: true})
}

type given struct {
	RequestID   int64     `json:"requestID"`
	TokenType   string    `json:"tokenType,omitempty"`
	Disposition string    `json:"dispositionMessage"`
	Token       string    `json:"binarySecurityToken,omitempty"`
	Secret      string    `json:"secret,omitempty"`
	Errors      []message `json:"errors"`
}

// give checks the request of a certificate and gives the certificate out.
func (s *System) give(c *engine.Call, to csid) engine.Answer {
	if len(to.Subject) == 0 {
		return engine.Refuse(http.StatusBadRequest, "Missing-CSR", "CSR is required field")
	}
	read, valid := readRequest(string(to.Subject))
	if !valid {
		return engine.Refuse(http.StatusBadRequest, "Invalid-CSR", "The provided Certificate Signing Request (CSR) is invalid")
	}
	number := firstRequest + int64(csids.Next(c.Tx)) //nolint:gosec // a small number
	device, problems := read.applicant()
	if c.Outcome == outcomeNotCompliant {
		problems = append(problems, fault("Invalid-CSR-Policy", "The request is not compliant"))
	}
	if len(problems) > 0 {
		return engine.OK(given{RequestID: number, Disposition: "NOT_COMPLIANT", Errors: problems})
	}
	token, secret, err := s.certificate(c.Outcome, device)
	if err != nil {
		return engine.Refuse(http.StatusInternalServerError, "Invalid-Request", "System failed to process your request")
	}
	to.applicant, to.Secret, to.RequestID = device, secret, strconv.FormatInt(number, 10)
	csids.Put(c.Tx, tokenKey(token), to)
	return engine.OK(given{
		RequestID: number, Disposition: "ISSUED", Token: token, Secret: secret,
		TokenType: "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-x509-token-profile-1.0#X509v3",
	})
}

func (s *System) certificate(outcome string, device applicant) (token, secret string, err error) {
	switch outcome {
	case outcomeOtherKey:
		if device, err = device.withOtherKey(); err != nil {
			return "", "", err
		}
	case outcomeOtherPlace:
		device.Template = templates[(slices.Index(templates, device.Template)+1)%len(templates)]
	}
	raw := make([]byte, 32)
	if _, err := rand.Read(raw); err != nil {
		return "", "", err
	}
	token, err = s.authority.issue(device, time.Now())
	return token, base64.StdEncoding.EncodeToString(raw), err
}

// kinds are those of the check documents that the flags of a device ask for: an invoice, a credit note and a debit note each.
func (a applicant) kinds() (kinds []string) {
	for i, transaction := range []string{business, simplified} {
		for _, code := range []string{"388", "381", "383"} {
			if a.Flags[i] == '1' {
				kinds = append(kinds, transaction+"/"+code)
			}
		}
	}
	return kinds
}

// check looks at a check document, which no chain counts.
func check(c *engine.Call) engine.Answer {
	key, device, known := caller(c, false)
	if !known {
		return unauthorised()
	}
	sent, refusal, ok := engine.Body[submission](c)
	if !ok {
		return refusal
	}
	transaction, code := sent.kind()
	read, problem := sent.read(transaction)
	switch {
	case problem != "":
	case read.Key != device.Key:
		problem = "CERTIFICATE_SIGNATURE_INVALID"
	case !slices.Contains(device.kinds(), transaction+"/"+code):
		problem = "INVALID_INVOICE_TYPE"
	case read.VATNumber != device.VATNumber:
		problem = "BR-KSA-40"
	case c.Outcome == outcomeRejected:
		problem = "BR-KSA-98"
	}
	if problem != "" {
		return said(http.StatusBadRequest, transaction, problem)
	}
	if !slices.Contains(device.Passed, transaction+"/"+code) {
		device.Passed = append(device.Passed, transaction+"/"+code)
		csids.Put(c.Tx, key, device)
	}
	if c.Outcome == outcomeWarning {
		return said(http.StatusAccepted, transaction, "BR-KSA-09")
	}
	return said(http.StatusOK, transaction, "")
}

// kind returns the transaction code and the type of a document.
func (s submission) kind() (transaction, code string) {
	tree := etree.NewDocument()
	if err := tree.ReadFromBytes(s.Invoice); err != nil || tree.Root() == nil {
		return simplified, ""
	}
	transaction = text(tree.Root(), "cbc:InvoiceTypeCode@name")
	if transaction != business {
		transaction = simplified
	}
	return transaction, text(tree.Root(), "cbc:InvoiceTypeCode")
}
