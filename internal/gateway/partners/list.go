package partners

import (
	"context"
	"log/slog"

	"selfcare/internal/contract"
	"selfcare/internal/gateway/callback"
	"selfcare/internal/gateway/courier"
	couriergeneric "selfcare/internal/gateway/courier/generic"
	"selfcare/internal/gateway/courier/smsa"
	"selfcare/internal/gateway/esim"
	"selfcare/internal/gateway/esim/es2plus"
	"selfcare/internal/gateway/games"
	"selfcare/internal/gateway/identity"
	"selfcare/internal/gateway/identity/nafath"
	"selfcare/internal/gateway/messages"
	messagesgeneric "selfcare/internal/gateway/messages/generic"
	"selfcare/internal/gateway/messages/smtp"
	"selfcare/internal/gateway/messages/unifonic"
	"selfcare/internal/gateway/nationaladdress"
	"selfcare/internal/gateway/nationaladdress/spl"
	"selfcare/internal/gateway/network"
	"selfcare/internal/gateway/payment"
	paymentgeneric "selfcare/internal/gateway/payment/generic"
	"selfcare/internal/gateway/payment/moyasar"
	"selfcare/internal/gateway/portability"
	"selfcare/internal/gateway/registry"
	"selfcare/internal/gateway/scan"
	"selfcare/internal/gateway/social"
	"selfcare/internal/gateway/topup"
	"selfcare/internal/gateway/topup/dtone"
	"selfcare/internal/gateway/vas"
	"selfcare/internal/gateway/zatca"
	"selfcare/internal/platform/config"
)

// Gateways are the ports to all partners.
type Gateways struct {
	Payment     payment.Gateway
	Identity    identity.Gateway
	Registry    registry.Gateway
	Courier     courier.Gateway
	SMS         messages.Gateway
	Email       messages.Gateway
	Network     network.Gateway
	ESIM        esim.Gateway
	Portability portability.Gateway
	TopUp       topup.Gateway
	Content     vas.Gateway
	Games       games.Gateway
	Scan        scan.Gateway
	Social      social.Gateway
	ZATCA       zatca.Gateway

	NationalAddress nationaladdress.Gateway
}

// generic is the adapter for an operator's integration layer.
const generic = config.Generic

// All is the list of partners, one row each.
var All = []Partner{
	{
		Name: "payment",
		Addresses: func(c config.Config) []Address {
			if c.Payment.Provider == config.PaymentByMoyasar {
				return append(one("payment", "MOYASAR_URL", c.Moyasar.URL), one("card fields", "MOYASAR_WIDGET_URL", c.Moyasar.WidgetURL)...)
			}
			return append(one("payment", "PAYMENT_URL", c.Payment.URL), one("card fields", "PAYMENT_WIDGET_URL", c.Payment.WidgetURL)...)
		},
		receiver: func(c config.Config, _ watched) (string, callback.Receiver, error) {
			if c.Payment.Provider == config.PaymentByMoyasar {
				return c.Payment.Provider, moyasar.Receiver{Secret: c.Moyasar.WebhookSecret, Account: c.Moyasar.Account, Live: c.Moyasar.IsLive()}, nil
			}
			return generic, paymentgeneric.Receiver{Signed: callback.Signed{Secret: c.Payment.WebhookSecret}}, nil
		},
		open: func(g *Gateways, c config.Config, w watched) (err error) {
			if c.Payment.Provider == config.PaymentByMoyasar {
				settings := moyasar.Config{URL: c.Moyasar.URL, SecretKey: c.Moyasar.SecretKey, AbandonedAfter: c.Moyasar.AbandonedAfter, SettledWithin: c.Moyasar.SettledWithin, Connection: w.connection}
				g.Payment, err = moyasar.New(settings, w.figures, w.log)
				return err
			}
			g.Payment, err = paymentgeneric.New(paymentgeneric.Config{URL: c.Payment.URL, SecretKey: c.Payment.SecretKey, Connection: w.connection}, w.figures, w.log)
			return err
		},
		probe: func(ctx context.Context, g *Gateways) error {
			_, err := g.Payment.Inquire(ctx, unknownID)
			return err
		},
	},
	{
		Name:      "identity",
		Addresses: func(c config.Config) []Address { return one("identity", "IDENTITY_URL", c.Identity.URL) },
		receiver: func(c config.Config, w watched) (string, callback.Receiver, error) {
			proof := nafath.CallBacks{Issuer: c.Identity.Issuer, Audience: c.Identity.Audience, Senders: c.Identity.Senders}
			receiver, err := nafath.NewReceiver(nafathOf(c.Identity, w), proof, w.figures, w.log)
			return config.IdentityByNafath, receiver, err
		},
		open: func(g *Gateways, c config.Config, w watched) (err error) {
			g.Identity, err = nafath.New(nafathOf(c.Identity, w), w.figures, w.log)
			return err
		},
		probe: func(ctx context.Context, g *Gateways) error {
			_, err := g.Identity.Status(ctx, unknownID, unknownPerson, "00")
			return err
		},
	},
	{
		Name:      "registry",
		Addresses: func(c config.Config) []Address { return one("registry", "REGISTRY_URL", c.Registry.URL) },
		open: func(g *Gateways, c config.Config, w watched) (err error) {
			g.Registry, err = registry.NewHTTP(registry.Config{URL: c.Registry.URL, APIKey: c.Registry.APIKey, Connection: w.connection}, w.figures, w.log)
			return err
		},
		probe: func(ctx context.Context, g *Gateways) error {
			_, err := g.Registry.LookUp(ctx, registry.Query{IDNumber: unknownPerson, BirthDate: "1900-01-01", Calendar: contract.CalendarGregorian})
			return err
		},
	},
	{
		Name:      "courier",
		Addresses: func(c config.Config) []Address { return one("courier", "COURIER_URL", c.Courier.URL) },
		receiver: func(c config.Config, _ watched) (string, callback.Receiver, error) {
			if c.Courier.Provider == config.CourierBySMSA {
				return config.CourierBySMSA, smsa.Receiver{Secret: c.Courier.WebhookSecret}, nil
			}
			return generic, couriergeneric.Receiver{Signed: callback.Signed{Secret: c.Courier.WebhookSecret}}, nil
		},
		open: func(g *Gateways, c config.Config, w watched) (err error) {
			if c.Courier.Provider == config.CourierBySMSA {
				g.Courier, err = smsa.New(smsaOf(c, w), w.figures, w.log)
				return err
			}
			g.Courier, err = couriergeneric.New(couriergeneric.Config{URL: c.Courier.URL, APIKey: c.Courier.APIKey, TrackingURL: c.Courier.TrackingURL, Connection: w.connection}, w.figures, w.log)
			return err
		},
	},
	{
		Name: "sms",
		Addresses: func(c config.Config) []Address {
			if c.SMS.Provider == config.SMSByUnifonic {
				return one("SMS", "UNIFONIC_URL", c.Unifonic.URL)
			}
			return one("SMS", "SMS_URL", c.SMS.URL)
		},
		receiver: func(c config.Config, _ watched) (string, callback.Receiver, error) {
			if c.SMS.Provider == config.SMSByUnifonic {
				return config.SMSByUnifonic, unifonic.Receiver{Secret: c.Unifonic.WebhookSecret}, nil
			}
			return "", nil, nil // the generic format has no delivery reports
		},
		open: func(g *Gateways, c config.Config, w watched) (err error) {
			if own := c.Unifonic; c.SMS.Provider == config.SMSByUnifonic {
				g.SMS, err = unifonic.New(unifonic.Config{
					URL: own.URL, AppSID: own.AppSID, Sender: own.Sender, SenderPromotional: own.SenderPromotional,
					PublicURL: c.PublicURL, Secret: own.WebhookSecret, Connection: w.connection,
				}, w.figures, w.log)
				return err
			}
			g.SMS, err = messagesgeneric.New(messages.SMS, messagesgeneric.Config{URL: c.SMS.URL, APIKey: c.SMS.APIKey, Connection: w.connection}, w.figures, w.log)
			return err
		},
	},
	{
		Name: "email",
		Addresses: func(c config.Config) []Address {
			if c.Email.Provider == config.EmailBySMTP {
				return listMailServer(c)
			}
			return one("e-mail", "EMAIL_URL", c.Email.URL)
		},
		open: func(g *Gateways, c config.Config, w watched) (err error) {
			if c.Email.Provider == config.EmailBySMTP {
				g.Email, err = smtp.New(smtpOf(c), w.figures, w.log)
				return err
			}
			g.Email, err = messagesgeneric.New(messages.Email, messagesgeneric.Config{URL: c.Email.URL, APIKey: c.Email.APIKey, Connection: w.connection}, w.figures, w.log)
			return err
		},
	},
	{
		Name:      "network",
		Addresses: func(c config.Config) []Address { return one("network", "NETWORK_URL", c.Network.URL) },
		Secret:    func(c config.Config) string { return c.Network.WebhookSecret },
		open: func(g *Gateways, c config.Config, w watched) (err error) {
			g.Network, err = network.NewHTTP(network.Config{URL: c.Network.URL, APIKey: c.Network.APIKey, Connection: w.connection}, w.figures, w.log)
			return err
		},
	},
	{
		Name:      "esim",
		Addresses: func(c config.Config) []Address { return one("esim", "ESIM_URL", c.ESIM.URL) },
		open: func(g *Gateways, c config.Config, w watched) (err error) { // its reports come to ES2PLUS_LISTEN
			g.ESIM, err = es2plus.New(es2plus.Config{
				URL: c.ESIM.URL, Requester: c.ESIM.Requester, ProfileType: c.ESIM.ProfileType, ActivationHost: c.ESIM.ActivationHost,
				Key: []byte(c.CodePepper), Connection: w.connection,
			}, w.figures, w.log)
			return err
		},
	},
	{
		Name:      "portability",
		Addresses: func(c config.Config) []Address { return one("portability", "PORTABILITY_URL", c.Portability.URL) },
		receiver: func(c config.Config, _ watched) (string, callback.Receiver, error) {
			return generic, portability.Receiver{Signed: callback.Signed{Secret: c.Portability.WebhookSecret}}, nil
		},
		open: func(g *Gateways, c config.Config, w watched) (err error) {
			settings := portability.Config{URL: c.Portability.URL, APIKey: c.Portability.APIKey, Connection: w.connection}
			g.Portability, err = portability.NewHTTP(settings, w.figures, w.log)
			return err
		},
	},
	{
		Name:      "zatca",
		Addresses: func(c config.Config) []Address { return one("e-invoices", "ZATCA_URL", c.ZATCA.URL) },
		open: func(g *Gateways, c config.Config, w watched) (err error) {
			g.ZATCA, err = zatca.NewHTTP(zatca.Config{URL: c.ZATCA.URL, Connection: w.connection}, w.figures, w.log)
			return err
		},
	},
	{
		Name:      "sadad",
		Addresses: func(config.Config) []Address { return nil }, // it calls us
		Secret:    func(c config.Config) string { return c.SADAD.WebhookSecret },
	},
	{
		Name:      "topup",
		Addresses: func(c config.Config) []Address { return one("top-ups abroad", "TOPUP_URL", c.TopUp.URL) },
		open: func(g *Gateways, c config.Config, w watched) (err error) {
			settings := dtone.Config{URL: c.TopUp.URL, APIKey: c.TopUp.APIKey, APISecret: c.TopUp.APISecret, Connection: w.connection}
			g.TopUp, err = dtone.New(settings, w.figures, w.log)
			return err
		},
		probe: func(ctx context.Context, g *Gateways) error {
			_, err := g.TopUp.Find(ctx, unknownID)
			return err
		},
	},
	{
		Name:      "content",
		Addresses: func(c config.Config) []Address { return one("value-added services", "CONTENT_URL", c.Content.URL) },
		open: func(g *Gateways, c config.Config, w watched) (err error) {
			g.Content, err = vas.NewHTTP(vas.Config{URL: c.Content.URL, APIKey: c.Content.APIKey, Connection: w.connection}, w.figures, w.log)
			return err
		},
	},
	{
		Name:      "games",
		Addresses: func(c config.Config) []Address { return one("codes of games", "GAMES_URL", c.Games.URL) },
		open: func(g *Gateways, c config.Config, w watched) (err error) {
			g.Games, err = games.NewHTTP(games.Config{URL: c.Games.URL, APIKey: c.Games.APIKey, Connection: w.connection}, w.figures, w.log)
			return err
		},
	},
	{
		Name:      "scan",
		Addresses: func(c config.Config) []Address { return optional("scanner of files", "SCAN_URL", c.Scan.URL) },
		open: func(g *Gateways, c config.Config, w watched) (err error) {
			if g.Scan = (scan.Off{}); c.Scan.URL != "" {
				g.Scan, err = scan.NewHTTP(scan.Config{URL: c.Scan.URL, APIKey: c.Scan.APIKey, Connection: w.connection}, w.figures, w.log)
			}
			return err
		},
	},
	{
		Name: "nationaladdress",
		Addresses: func(c config.Config) []Address {
			return optional("national addresses", "NATIONALADDRESS_URL", c.NationalAddress.URL)
		},
		open: func(g *Gateways, c config.Config, w watched) (err error) {
			if g.NationalAddress = (nationaladdress.Off{}); c.NationalAddress.URL != "" {
				g.NationalAddress, err = spl.New(spl.Config{URL: c.NationalAddress.URL, APIKey: c.NationalAddress.APIKey, Connection: w.connection}, w.figures, w.log)
			}
			return err
		},
		probe: func(ctx context.Context, g *Gateways) error {
			_, err := g.NationalAddress.Find(ctx, unknownShortAddress, "ar")
			return err
		},
	},
	{
		Name:      "social",
		Addresses: func(c config.Config) []Address { return issuers(c.Social) },
		open: func(g *Gateways, c config.Config, w watched) error {
			known, err := providers(c.Social)
			g.Social = social.NewOpenID(known, w.figures)
			return err
		},
		probe: func(ctx context.Context, g *Gateways) error { return g.Social.Ask(ctx) },
	},
}

func one(name, variable, url string) []Address {
	return []Address{{Name: name, Variable: variable, URL: url}}
}

// listMailServer returns an address that is asked by SMTP: connection, TLS and login.
func listMailServer(c config.Config) []Address {
	return []Address{{Name: "e-mail", Variable: "SMTP_ADDRESS", URL: "smtp://" + c.SMTP.Address, Ask: func(ctx context.Context) error {
		sender, err := smtp.New(smtpOf(c), nil, slog.New(slog.DiscardHandler))
		if err != nil {
			return err
		}
		return sender.Ask(ctx)
	}}}
}

func nafathOf(c config.Identity, w watched) nafath.Config {
	return nafath.Config{URL: c.URL, AppID: c.AppID, AppKey: c.AppKey, Service: c.Service, Server: c.Server, Connection: w.connection}
}

func smsaOf(c config.Config, w watched) smsa.Config {
	return smsa.Config{
		URL: c.Courier.URL, APIKey: c.Courier.APIKey, TrackingURL: c.Courier.TrackingURL, Connection: w.connection,
		Shipper: smsa.Shipper{Name: c.SMSA.ShipperName, Phone: c.SMSA.ShipperPhone, City: c.SMSA.ShipperCity, Address: c.SMSA.ShipperAddress},
		Contents: smsa.Contents{
			Description: c.SMSA.Contents, WeightGrams: c.SMSA.WeightGrams, DeclaredValue: contract.Halalas(c.SMSA.DeclaredValue), Service: c.SMSA.Service,
		},
	}
}

func smtpOf(c config.Config) smtp.Config {
	own := c.SMTP
	return smtp.Config{
		Address: own.Address, Security: own.Security, User: own.User, Password: own.Password, From: own.From, Bounces: own.Bounces, CAFile: own.CAFile,
		Key: []byte(c.CodePepper),
	}
}

// optional is a partner that an operator may leave out.
func optional(name, variable, url string) []Address {
	if url == "" {
		return nil
	}
	return one(name, variable, url)
}
