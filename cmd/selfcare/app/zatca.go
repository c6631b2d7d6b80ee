package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"regexp"
	"slices"
	"strings"
	"time"

	"selfcare/internal/domain/einvoice/csr"
	"selfcare/internal/domain/einvoice/stamp"
	"selfcare/internal/gateway"
	"selfcare/internal/gateway/partners"
	"selfcare/internal/gateway/zatca"
	"selfcare/internal/platform/config"
	"selfcare/internal/platform/metrics"
	"selfcare/internal/store/einvoice"
	storeerrors "selfcare/internal/store/errors"
)

// ZATCA is an operator's actions on the certificate of a device that stamps electronic invoices. Each may be repeated: it goes on
// after the last step that is stored.
type ZATCA struct {
	parts    *parts
	platform zatca.Enrolment
	device   string
	out      io.Writer
}

// WithZATCA connects to the database, does something for a device and closes the connections again. An empty name is the device of
// ZATCA_DEVICE, if there is only one.
func WithZATCA(ctx context.Context, cfg config.Config, log *slog.Logger, out io.Writer, device string, do func(ZATCA) error) (err error) {
	if device, err = chooseDevice(cfg.ZATCA, device); err != nil {
		return err
	}
	p := &parts{cfg: cfg, log: log, metrics: metrics.New()}
	defer func() { err = p.close(ctx, err) }()
	platform, err := zatca.NewHTTP(zatca.Config{URL: cfg.ZATCA.URL, Connection: partners.ConnectionOf(cfg, "zatca")}, nil, log)
	if err != nil {
		return fmt.Errorf("ZATCA_URL: %w", err)
	}
	if err := p.openStore(ctx); err != nil {
		return err
	}
	return do(ZATCA{p, platform, device, out})
}

func chooseDevice(cfg config.ZATCA, name string) (string, error) {
	names, err := cfg.Devices()
	switch {
	case err != nil:
		return "", err
	case name == "" && len(names) == 1:
		return names[0], nil
	case name == "":
		return "", fmt.Errorf("ZATCA_DEVICE names several devices: choose one with --device (%s)", strings.Join(names, ", "))
	case !slices.Contains(names, name):
		return "", fmt.Errorf("ZATCA_DEVICE does not name the device %s", name)
	default:
		return name, nil
	}
}

// find returns the device, or a new one.
func (z ZATCA) find(ctx context.Context) (einvoice.Device, error) {
	found, err := z.parts.store.EInvoiceDevices.Get(ctx, z.device)
	if errors.Is(err, storeerrors.ErrNotFound) {
		return einvoice.Device{Name: z.device}, nil
	}
	return found, err
}

func (z ZATCA) save(ctx context.Context, d einvoice.Device) (einvoice.Device, error) {
	saved, err := z.parts.store.EInvoiceDevices.Save(ctx, d)
	if errors.Is(err, storeerrors.ErrStale) {
		return d, fmt.Errorf("another command works on the device %s: wait for it, then repeat this one", z.device)
	}
	return saved, err
}

// HasCertificate tells whether the device can stamp invoices, or could before its certificate ended.
func (z ZATCA) HasCertificate(ctx context.Context) (bool, error) {
	d, err := z.find(ctx)
	return d.Credentials != nil, err
}

// Request makes a key and writes the request for its certificate (PEM). Empty fields get their defaults: names and VAT number of the
// seller, the name of the device, the environment of ZATCA_URL. The same fields write the same request again. Other fields are
// refused while a request is open, unless again says to begin anew: the key of the open one is then dropped.
func (z ZATCA) Request(ctx context.Context, r csr.Request, again bool) error {
	r, err := z.complete(ctx, r)
	if err != nil {
		return err
	}
	d, err := z.find(ctx)
	if err != nil {
		return err
	}
	if d.Enrolment != nil && d.Enrolment.Request != r && !again {
		return fmt.Errorf("the device %s has an open request with other fields: go on with it (selfcare zatca onboard), or drop it and its key with --again", z.device)
	}
	if d.Enrolment == nil || again {
		if d, err = z.begin(ctx, d, r); err != nil {
			return err
		}
	}
	text, err := requestOf(*d.Enrolment)
	if err != nil {
		return err
	}
	return z.say("%s", text)
}

// complete fills in the defaults of a request and checks it against the product's settings.
func (z ZATCA) complete(ctx context.Context, r csr.Request) (csr.Request, error) {
	settings, err := z.parts.store.Settings.Get(ctx)
	if err != nil {
		return r, err
	}
	there, known := csr.EnvironmentOf(z.parts.cfg.ZATCA.URL)
	if r.Environment == "" && known {
		r.Environment = there
	}
	for field, standard := range map[*string]string{
		&r.CommonName: z.device, &r.Organisation: settings.SellerNameAr, &r.VATNumber: settings.SellerVATNumber,
	} {
		if *field == "" {
			*field = standard
		}
	}
	if err := r.Validate(); err != nil {
		return r, err
	}
	if r.VATNumber != settings.SellerVATNumber {
		return r, fmt.Errorf("invoices name the VAT number %s (selfcare settings, sellerVATNumber), so the certificate must name it too", settings.SellerVATNumber)
	}
	return r, z.requireEnvironment(r.Environment)
}

// requireEnvironment refuses a platform of another environment than a request was made for.
func (z ZATCA) requireEnvironment(of csr.Environment) error {
	if there, known := csr.EnvironmentOf(z.parts.cfg.ZATCA.URL); known && there != of {
		return fmt.Errorf("ZATCA_URL is the platform of the environment %s, the request is for %s", there, of)
	}
	return nil
}

// begin stores a new key with its request.
func (z ZATCA) begin(ctx context.Context, d einvoice.Device, r csr.Request) (einvoice.Device, error) {
	key, err := stamp.NewKey()
	if err != nil {
		return d, err
	}
	text, err := key.Text()
	if err != nil {
		return d, err
	}
	d.Enrolment = &einvoice.Enrolment{Request: r, Key: text}
	return z.save(ctx, d)
}

func requestOf(e einvoice.Enrolment) (string, error) {
	key, err := stamp.ParseKey(e.Key)
	if err != nil {
		return "", err
	}
	return csr.Sign(e.Request, key)
}

// Onboard exchanges the open request for a certificate: a one-time password for a certificate that is only for checks, a document of
// each kind for the checks, and that certificate for the one that stamps invoices. The password is only needed for the first step.
func (z ZATCA) Onboard(ctx context.Context, otp string) error {
	d, err := z.find(ctx)
	switch {
	case err != nil:
		return err
	case d.Enrolment == nil && d.Credentials != nil:
		return fmt.Errorf("the device %s has a certificate until %s and no open request: renew it (selfcare zatca renew), or begin anew with selfcare zatca csr",
			z.device, d.Credentials.ExpiresAt.Format(time.DateOnly))
	case d.Enrolment == nil:
		return fmt.Errorf("the device %s has no request yet: selfcare zatca csr", z.device)
	}
	if err := z.requireEnvironment(d.Enrolment.Request.Environment); err != nil {
		return err
	}
	if d, err = z.obtainCompliance(ctx, d, otp); err != nil {
		return err
	}
	if d, err = z.passChecks(ctx, d); err != nil {
		return err
	}
	return z.obtainProduction(ctx, d)
}

func (z ZATCA) obtainCompliance(ctx context.Context, d einvoice.Device, otp string) (einvoice.Device, error) {
	if d.Enrolment.Compliance != nil {
		return d, z.say("The device has a certificate for checks.\n")
	}
	if err := validateOTP(otp); err != nil {
		return d, err
	}
	request, err := requestOf(*d.Enrolment)
	if err != nil {
		return d, err
	}
	issued, err := z.platform.RequestCompliance(ctx, otp, request)
	if err != nil {
		return d, explain("ask for a certificate for checks", err)
	}
	if _, err := accept(issued, *d.Enrolment); err != nil {
		return d, err
	}
	stored := asStored(issued)
	d.Enrolment.Compliance, d.Enrolment.Passed = &stored, nil
	if d, err = z.save(ctx, d); err != nil {
		return d, err
	}
	return d, z.say("The platform has given out a certificate for checks (request %s).\n", issued.RequestID)
}

func (z ZATCA) obtainProduction(ctx context.Context, d einvoice.Device) error {
	compliance := *d.Enrolment.Compliance
	issued, err := z.platform.RequestProduction(ctx, zatca.Credentials{Token: compliance.Token, Secret: compliance.Secret}, compliance.RequestID)
	if err != nil {
		return explain("ask for the certificate", err)
	}
	return z.use(ctx, d, issued)
}

// Renew exchanges a one-time password for another certificate, of a new key with the same fields. An open request without a
// certificate for checks is used instead, so that selfcare zatca csr can change the fields.
func (z ZATCA) Renew(ctx context.Context, otp string) error {
	d, err := z.find(ctx)
	switch {
	case err != nil:
		return err
	case d.Credentials == nil:
		return fmt.Errorf("the device %s has no certificate to renew: selfcare zatca csr, then selfcare zatca onboard", z.device)
	case d.Enrolment != nil && d.Enrolment.Compliance != nil:
		return fmt.Errorf("the device %s is being onboarded anew: end that with selfcare zatca onboard", z.device)
	}
	if err := validateOTP(otp); err != nil {
		return err
	}
	if d.Enrolment == nil {
		if d, err = z.begin(ctx, d, d.Credentials.Request); err != nil {
			return err
		}
	}
	if err := z.requireEnvironment(d.Enrolment.Request.Environment); err != nil {
		return err
	}
	request, err := requestOf(*d.Enrolment)
	if err != nil {
		return err
	}
	issued, err := z.platform.Renew(ctx, zatca.Credentials{Token: d.Credentials.Token, Secret: d.Credentials.Secret}, otp, request)
	if err != nil {
		return explain("renew the certificate", err)
	}
	return z.use(ctx, d, issued)
}

// use stores a certificate as the one that stamps the next invoice.
func (z ZATCA) use(ctx context.Context, d einvoice.Device, issued zatca.Issued) error {
	certificate, err := accept(issued, *d.Enrolment)
	if err != nil {
		return err
	}
	d.Credentials = &einvoice.Credentials{
		Issued: asStored(issued), Request: d.Enrolment.Request, Key: d.Enrolment.Key, ExpiresAt: certificate.Until().UTC(),
	}
	d.Enrolment = nil
	if _, err := z.save(ctx, d); err != nil {
		return err
	}
	return z.say("The device %s stamps its next invoice with its new certificate, which ends on %s.\n", z.device, certificate.Until().Format(time.DateOnly))
}

func asStored(i zatca.Issued) einvoice.Issued {
	return einvoice.Issued{RequestID: i.RequestID, Token: i.Token, Secret: i.Secret}
}

// accept checks a certificate before it replaces anything: it must be of the key and of the environment of the request.
func accept(issued zatca.Issued, of einvoice.Enrolment) (*stamp.Certificate, error) {
	device, err := stamp.Open(of.Key, issued.Token)
	if err != nil {
		return nil, fmt.Errorf("the platform answered with a certificate that does not fit the request, so nothing was changed: %w", err)
	}
	certificate := device.Certificate()
	if template := certificate.Template(); template != "" && template != of.Request.TemplateName() {
		return nil, fmt.Errorf("the platform answered with a certificate of another environment (%s instead of %s), so nothing was changed", template, of.Request.TemplateName())
	}
	if !certificate.ValidAt(time.Now()) {
		return nil, errors.New("the platform answered with a certificate that is not valid now, so nothing was changed: compare this machine's clock with its validity")
	}
	return certificate, nil
}

var otpShape = regexp.MustCompile(`^[0-9]{6}$`)

func validateOTP(otp string) error {
	switch {
	case otp == "":
		return errors.New("this step needs a one-time password of the platform's portal: --otp")
	case !otpShape.MatchString(otp):
		return errors.New("a one-time password of the platform's portal has six digits")
	default:
		return nil
	}
}

// explain says what an operator can do after a failed call. The open request stays as it is.
func explain(operation string, err error) error {
	var refused *zatca.Refusal
	advice := "the platform cannot be reached or did not take the call; repeat the command"
	switch {
	case errors.As(err, &refused):
		advice = "the platform refused; the key and the request are kept. A used or old one-time password needs a new one of the portal; other fields need selfcare zatca csr --again"
	case errors.Is(err, gateway.ErrUnknown):
		advice = "no usable answer of the platform: check ZATCA_URL and any proxy, then repeat the command; the one-time password may be used up"
	}
	return fmt.Errorf("%s: %w (%s)", operation, err, advice)
}

func (z ZATCA) say(text string, args ...any) error {
	_, err := fmt.Fprintf(z.out, text, args...)
	return err
}
