package main

import (
	"context"
	"os"

	"github.com/caarlos0/env/v11"

	"selfcare/cmd/selfcare/app"
	"selfcare/internal/gateway/conformance"
)

type partnerCommand struct {
	Check partnerCheckCommand `cmd:"" help:"Check that a partner behaves as we need it, with its sandbox and our credentials. Without --effects it only reads."`
}

type partnerCheckCommand struct {
	Port      string `arg:"" help:"payment, sms, email, identity, courier, esim, topup or registry."`
	Effects   bool   `help:"Also pay and give back one riyal, send one SMS, one letter and one push, and make one eSIM profile: each with what it needs below."`
	CardToken string `help:"Single-use token of a card that pays without 3-D Secure." placeholder:"TOKEN"`
	ReturnURL string `default:"https://selfcare.example/return" help:"Address after 3-D Secure." placeholder:"URL"`
	Mobile    string `help:"Mobile number for the SMS." placeholder:"05XXXXXXXX"`
	Email     string `help:"Address for the letter." placeholder:"ADDRESS"`
	IDNumber  string `help:"ID number of a person who uses the identity app." placeholder:"DIGITS"`
	Abroad    string `help:"Prepaid number of another country, whose operator is asked for." placeholder:"+DIGITS"`
	Parcel    bool   `help:"Book one parcel, with --effects. Many couriers cancel no booking: call theirs afterwards."`
}

// Run prints a line for each check, and fails if one is broken.
func (c partnerCheckCommand) Run(ctx context.Context) error {
	return app.CheckPartner(ctx, env.ToMap(os.Environ()), os.Stdout, c.Port, conformance.Given{
		Effects: c.Effects, CardToken: c.CardToken, ReturnURL: c.ReturnURL, Mobile: c.Mobile, Email: c.Email, IDNumber: c.IDNumber,
		Abroad: c.Abroad, Parcel: c.Parcel,
	})
}
