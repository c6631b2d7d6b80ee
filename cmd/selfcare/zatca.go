package main

import (
	"context"
	"os"

	"selfcare/cmd/selfcare/app"
	"selfcare/internal/domain/einvoice/csr"
)

type zatcaCommand struct {
	CSR     zatcaRequestCommand `cmd:"" name:"csr" help:"Make a key for a device and print the request for its certificate. The same fields print the same request again."`
	Onboard zatcaOnboardCommand `cmd:"" help:"Exchange the request for a certificate, with the platform's checks. You may stop the command; the next run continues from there."`
	Renew   zatcaRenewCommand   `cmd:"" help:"Exchange the certificate of a device for a new one. The next invoice is stamped with it."`
}

// deviceFlag chooses a device.
type deviceFlag struct {
	Device string `help:"Name of the device; needed if ZATCA_DEVICE names several." placeholder:"NAME"`
}

func (d deviceFlag) do(ctx context.Context, do func(app.ZATCA) error) error {
	cfg, log, err := configured()
	if err != nil {
		return err
	}
	return app.WithZATCA(ctx, cfg, log, os.Stdout, d.Device, do)
}

type zatcaRequestCommand struct {
	deviceFlag

	Environment  string `help:"sandbox, simulation or production; the default is that of ZATCA_URL." placeholder:"NAME"`
	Organisation string `help:"Name of the taxpayer; the default is the seller's name in Arabic." placeholder:"TEXT"`
	Branch       string `required:"" help:"Name of the branch." placeholder:"TEXT"`
	VATNumber    string `name:"vat-number" help:"15 digits, from 3 to 3; the default is the seller's." placeholder:"DIGITS"`
	Serial       string `required:"" help:"Serial number of the device: 1-solution|2-model|3-number." placeholder:"TEXT"`
	Flags        string `default:"1100" help:"Documents of the device: 1000 for standard invoices, 0100 for simplified ones, 1100 for both."`
	Address      string `required:"" help:"Registered address." placeholder:"TEXT"`
	Category     string `required:"" help:"Business category." placeholder:"TEXT"`
	CommonName   string `help:"Common name; the default is the name of the device." placeholder:"TEXT"`
	Template     string `help:"Name of the certificate template, if it is not that of the environment." placeholder:"NAME"`
	TemplateType string `default:"printable" help:"String type of that name: printable or utf8."`
	Again        bool   `help:"Drop an open request and its key, and begin anew."`
}

// Run prints the request.
func (c zatcaRequestCommand) Run(ctx context.Context) error {
	return c.do(ctx, func(z app.ZATCA) error {
		return z.Request(ctx, csr.Request{
			Environment: csr.Environment(c.Environment), Template: c.Template, TemplateType: csr.StringType(c.TemplateType),
			CommonName: c.CommonName, Organisation: c.Organisation, Branch: c.Branch, VATNumber: c.VATNumber, Serial: c.Serial,
			Flags: csr.Flags(c.Flags), Address: c.Address, Category: c.Category,
		}, c.Again)
	})
}

type zatcaOnboardCommand struct {
	deviceFlag

	OTP string `name:"otp" help:"One-time password of the platform's portal; needed until the device has a certificate for checks." placeholder:"DIGITS"`
}

// Run does the steps that are left.
func (c zatcaOnboardCommand) Run(ctx context.Context) error {
	return c.do(ctx, func(z app.ZATCA) error { return z.Onboard(ctx, c.OTP) })
}

type zatcaRenewCommand struct {
	deviceFlag

	OTP string `name:"otp" required:"" help:"One-time password of the platform's portal." placeholder:"DIGITS"`
}

// Run renews the certificate.
func (c zatcaRenewCommand) Run(ctx context.Context) error {
	return c.do(ctx, func(z app.ZATCA) error { return z.Renew(ctx, c.OTP) })
}
