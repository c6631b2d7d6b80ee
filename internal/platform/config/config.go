// Package config is the only reader of the environment: one struct, parsed once at the start of a program.
package config

import (
	"cmp"
	"log/slog"
	"strings"
	"time"
)

// The environments of SELFCARE_ENV.
const (
	Production  = "production"
	Development = "development"
)

// Config is every setting that a program reads from its environment.
//
// Its tags, besides those of env: help is the line in .env.example; dev is the value in development if the variable is not
// set; check names the rule for its value (see checks); with names the choice of an adapter, like EMAIL_PROVIDER=smtp, with which the
// variable is read, and is required unless optional says otherwise; secret marks a value whose dev default production refuses; live names
// the additional rule in production (see liveRules). A secret, and a variable with the tag file, may be in a file that
// <variable>_FILE names.
type Config struct {
	Environment string     `env:"SELFCARE_ENV" envDefault:"production" check:"environment" help:"production or development; development fills in every value below marked as such"`
	LogLevel    slog.Level `env:"LOG_LEVEL" envDefault:"INFO" help:"DEBUG, INFO, WARN or ERROR"`
	SingleHost  bool       `env:"SINGLE_HOST" envDefault:"false" help:"true if Postgres, Redis and Temporal run on this machine, or on a network that never leaves it (docker compose): production then takes them without TLS, and Redis without a password"`

	HTTPAddr        string   `env:"HTTP_ADDR" envDefault:":8080" check:"address" help:"where the API and the web app listen"`
	OpsAddr         string   `env:"OPS_ADDR" check:"address" help:"address of /livez, /readyz and /metrics of every kind of process, for operators only: keep it away from customers; empty serves none of them"`
	PublicURL       string   `env:"PUBLIC_URL,required,notEmpty" dev:"http://localhost:8080" check:"http" live:"https" help:"address customers see; 3-D Secure pages send the browser back to it"`
	SecurityContact string   `env:"SECURITY_CONTACT" check:"contact" help:"where to report a weakness, like mailto:security@selfcare.example or a page, for /.well-known/security.txt (RFC 9116); empty serves no such file"`
	SecurityExpires string   `env:"SECURITY_EXPIRES" check:"moment" help:"until when SECURITY_CONTACT is valid, like 2027-06-30T00:00:00Z, within a year; required with it"`
	WebDir          string   `env:"WEB_DIR" envDefault:"web/dist" help:"folder of the built web app"`
	TrustedProxies  []string `env:"TRUSTED_PROXIES" check:"proxies" help:"addresses or networks, comma-separated, whose X-Forwarded-For is trusted; empty trusts none"`
	TrackingOrigins []string `env:"TRACKING_ORIGINS" check:"origins" help:"origins like https://ads.example, comma-separated, of the advertisers that the web app was built with; pages may load their scripts and call them"`
	RobotEffort     int64    `env:"ROBOT_EFFORT" envDefault:"50000" check:"effort" help:"how many numbers a browser tries at most near a limit, to prove that it is no robot; 0 never asks, which production refuses"`

	MapTilesURL    string `env:"MAP_TILES_URL" dev:"https://tile.openstreetmap.org/{z}/{x}/{y}.png" check:"tiles" help:"tiles of the map on which customers mark their door, with {z}, {x} and {y} in the address: a server of yours, or one you pay for (that of OpenStreetMap is for trying out); empty shows the map without them"`
	MapTilesCredit string `env:"MAP_TILES_CREDIT" envDefault:"© OpenStreetMap" help:"credit of the map, shown on it"`

	AnalyticsURL string `env:"ANALYTICS_URL" check:"http" live:"https" help:"address of the service that counts visits: browsers post it each page view and each link to another site, without ids; empty counts nothing"`

	ChatURL string `env:"CHAT_URL" dev:"http://localhost:8090/chat" check:"http" live:"https" help:"page of the provider of online chat, shown in a frame with ?lang=en or ar; empty: its page names the phone of support and its hours"`

	DrainDelay time.Duration `env:"DRAIN_DELAY" envDefault:"0s" check:"pause" help:"how long a process keeps serving customers after it was asked to stop and /readyz answers 503: as long as the balancer needs to notice, like 15s"`
	StopWithin time.Duration `env:"STOP_WITHIN" envDefault:"10s" check:"stop" help:"how long a process may take to stop, DRAIN_DELAY included; give the orchestrator as long before it kills (terminationGracePeriodSeconds, stop_grace_period)"`

	DatabaseURL        string   `env:"DATABASE_URL,required,notEmpty" check:"postgres" live:"postgres" file:"true" help:"Postgres 15 or newer, as the application's role, which owns nothing"`
	MigrateDatabaseURL string   `env:"MIGRATE_DATABASE_URL" check:"postgres" live:"postgres" file:"true" help:"the same database as its owner: for migrate alone, which needs it in production; development uses DATABASE_URL if it is empty"`
	RedisURL           string   `env:"REDIS_URL,required,notEmpty" check:"redis" live:"redis" file:"true" help:"Redis: live updates and rate limits"`
	Temporal           Temporal `envPrefix:"TEMPORAL_"`
	Worker             Worker   `envPrefix:"WORKER_"`

	DataKeys    string `env:"DATA_KEYS,required,notEmpty" dev:"k1:c2VsZmNhcmUtZGV2ZWxvcG1lbnQtZGF0YS1rZXktMDE=" check:"keys" secret:"true" live:"keys" help:"key ring of encrypted columns, id:base64 of 32 bytes, comma-separated; the first encrypts, all decrypt"`
	IndexKey    string `env:"INDEX_KEY,required,notEmpty" dev:"c2VsZmNhcmUtZGV2ZWxvcG1lbnQtaW5kZXgta2V5LTE=" check:"key" secret:"true" live:"key" help:"base64 of 32 bytes: keyed hash under which ID numbers are looked up; never changes"`
	PayloadKeys string `env:"PAYLOAD_KEYS,required,notEmpty" dev:"k1:c2VsZmNhcmUtZGV2ZWxvcG1lbnQtcGF5bG9hZC0wMDE=" check:"keys" secret:"true" live:"keys" help:"key ring of workflow payloads, written like DATA_KEYS"`
	CodePepper  string `env:"CODE_PEPPER,required,notEmpty" dev:"c2VsZmNhcmUtZGV2ZWxvcG1lbnQtcGVwcGVyLTAwMDE=" check:"key" secret:"true" live:"key" help:"base64 of 32 bytes: keyed hash of one-time codes and repeat keys, signs the links in messages; the API and the workers share it"`

	Payment  Payment  `envPrefix:"PAYMENT_"`
	Moyasar  Moyasar  `envPrefix:"MOYASAR_" with:"PAYMENT_PROVIDER=moyasar"`
	Identity Identity `envPrefix:"IDENTITY_"`
	Registry Registry `envPrefix:"REGISTRY_"`
	Courier  Courier  `envPrefix:"COURIER_"`
	SMSA     SMSA     `envPrefix:"SMSA_" with:"COURIER_PROVIDER=smsa"`
	Email    Email    `envPrefix:"EMAIL_"`
	SMTP     SMTP     `envPrefix:"SMTP_" with:"EMAIL_PROVIDER=smtp"`
	SMS      SMS      `envPrefix:"SMS_"`
	Unifonic Unifonic `envPrefix:"UNIFONIC_" with:"SMS_PROVIDER=unifonic"`
	Network  Network  `envPrefix:"NETWORK_"`
	ESIM     ESIM     `envPrefix:"ESIM_"`
	ES2Plus  ES2Plus  `envPrefix:"ES2PLUS_"`

	Portability Portability `envPrefix:"PORTABILITY_"`
	TopUp       TopUp       `envPrefix:"TOPUP_"`
	Content     Content     `envPrefix:"CONTENT_"`
	Games       Games       `envPrefix:"GAMES_"`
	Scan        Scan        `envPrefix:"SCAN_"`

	NationalAddress NationalAddress `envPrefix:"NATIONALADDRESS_"`

	Social Social `envPrefix:"SOCIAL_"`
	ZATCA  ZATCA  `envPrefix:"ZATCA_"`
	SADAD  SADAD  `envPrefix:"SADAD_"`

	Recaptcha Recaptcha `envPrefix:"RECAPTCHA_"`

	Traces Traces `envPrefix:"OTEL_"`
}

// Recaptcha is a provider that tells people from robots where a limit is near.
type Recaptcha struct {
	SiteKey   string  `env:"SITE_KEY" help:"our public key at the provider of a captcha in the format of reCAPTCHA v3; empty asks for the proof of work alone (ROBOT_EFFORT)"`
	Secret    string  `env:"SECRET" secret:"true" live:"credential" help:"our secret there; needed with RECAPTCHA_SITE_KEY"`
	ScriptURL string  `env:"SCRIPT_URL" envDefault:"https://www.google.com/recaptcha/api.js" check:"script" help:"script of the captcha; pages may load it and the files of its folder once a site key is set"`
	VerifyURL string  `env:"VERIFY_URL" envDefault:"https://www.google.com/recaptcha/api/siteverify" check:"http" live:"https" help:"address at which the API checks a token of the captcha"`
	Score     float64 `env:"SCORE" envDefault:"0.5" check:"share" help:"lowest score that passes, from 0 to 1; a browser below it does the proof of work"`
}

// Traces is the collector of traces. The names are those of OpenTelemetry.
type Traces struct {
	Endpoint string  `env:"EXPORTER_OTLP_ENDPOINT" check:"http" help:"OpenTelemetry collector that takes traces by OTLP over HTTP, like http://collector:4318; empty traces nothing"`
	Share    float64 `env:"TRACES_SAMPLER_ARG" envDefault:"1" check:"share" help:"share of the traces that are kept, from 0 to 1"`
}

// Temporal is the address of the workflow engine, in the variables that Temporal's own tools and SDKs read.
type Temporal struct {
	Address   string `env:"ADDRESS,required,notEmpty" check:"address" help:"host:port of the Temporal frontend"`
	Namespace string `env:"NAMESPACE" envDefault:"default" help:"Temporal namespace; must exist"`
	APIKey    string `env:"API_KEY" secret:"true" live:"credential" help:"key of a Temporal that asks for one (Temporal Cloud); it is sent by TLS only"`
	Secured   bool   `env:"TLS" envDefault:"false" help:"true talks to Temporal by TLS and trusts the system's authorities; a value of TEMPORAL_TLS_… below or TEMPORAL_API_KEY does so too"`
	TLS       TLS    `envPrefix:"TLS_"`
	UIOrigin  string `env:"UI_ORIGIN" dev:"http://localhost:8233" check:"http" live:"https-or-local" help:"origin of the Temporal UI, the only one that may ask the codec endpoint to decode; empty closes it"`
}

// Worker is the share of the work that one worker process takes.
type Worker struct {
	Queues []string `env:"QUEUES" help:"task queues that this worker process serves, comma-separated: orders, money, messages, keepers, plans, processes, partners (all of them) or the name of one partner, like payment; empty serves all. Together the processes of a build must serve all"`
	Slots  []string `env:"SLOTS" help:"activities that this worker process runs at once for a queue, like payment=100,network=300; a queue that is not named keeps the number in docs/operations/queues.md"`
	Tries  []string `env:"TRIES" help:"calls of a partner that this worker process tries at once within steps, like network=64; one beyond the number goes to the partner's queue"`
}

// TLS is the set of certificates for a Temporal with private ones.
type TLS struct {
	ServerName string `env:"SERVER_NAME" help:"name in Temporal's certificate, if it is not the host of TEMPORAL_ADDRESS"`
	CAFile     string `env:"SERVER_CA_CERT_PATH" help:"file of the authorities to trust for Temporal instead of the system's, PEM"`
	CertFile   string `env:"CLIENT_CERT_PATH" help:"file of our certificate for Temporal, PEM"`
	KeyFile    string `env:"CLIENT_KEY_PATH" help:"file of the key of that certificate, PEM"`
}

// ByTLS reports whether Temporal is reached by TLS.
func (t Temporal) ByTLS() bool { return t.Secured || t.APIKey != "" || t.TLS != (TLS{}) }

// Payment chooses the card payment provider.
type Payment struct {
	Provider       string `env:"PROVIDER,required,notEmpty" dev:"moyasar" check:"payment-provider" help:"card payment provider: moyasar, or generic for an integration layer of yours (docs/partners)"`
	URL            string `env:"URL" with:"PAYMENT_PROVIDER=generic" dev:"http://localhost:8090/payment" check:"http" live:"https" help:"card payment provider in the generic format"`
	SecretKey      string `env:"SECRET_KEY" with:"PAYMENT_PROVIDER=generic" dev:"sk_sim_selfcare" secret:"true" live:"credential" help:"our key there, never shown to a browser"`
	PublishableKey string `env:"PUBLISHABLE_KEY" with:"PAYMENT_PROVIDER=generic" dev:"pk_sim_selfcare" secret:"true" help:"key of the hosted card fields"`
	WidgetURL      string `env:"WIDGET_URL" with:"PAYMENT_PROVIDER=generic" dev:"http://localhost:8090/payment/fields" check:"http" live:"https" help:"page with the hosted card fields"`
	WebhookSecret  string `env:"WEBHOOK_SECRET" with:"PAYMENT_PROVIDER=generic" dev:"sim-payment-webhook-secret" secret:"true" live:"signing" help:"signs its webhooks"`

	Connection `envPrefix:""`
}

// Moyasar is the card payment provider of that name.
type Moyasar struct {
	URL            string        `env:"URL" dev:"http://localhost:8090/payment/v1" check:"http" live:"https" help:"its address with the version: https://api.moyasar.com/v1"`
	SecretKey      string        `env:"SECRET_KEY" dev:"sk_test_selfcare_simulator" check:"moyasar-secret" secret:"true" live:"credential" help:"our secret key there: sk_live_…, or sk_test_… for a trial without real payments"`
	PublishableKey string        `env:"PUBLISHABLE_KEY" dev:"pk_test_selfcare_simulator" check:"moyasar-publishable" secret:"true" help:"our publishable key there, of the same kind: pk_live_… or pk_test_…"`
	WidgetURL      string        `env:"WIDGET_URL" dev:"http://localhost:8090/payment/moyasar/fields" check:"http" live:"https" help:"page with card fields that make a token of Moyasar, shown in a frame (docs/partners/moyasar.md)"`
	WebhookSecret  string        `env:"WEBHOOK_SECRET" dev:"sim-moyasar-webhook-secret" secret:"true" live:"signing" help:"shared_secret of our webhook there"`
	Account        string        `env:"ACCOUNT_NAME" dev:"Selfcare" optional:"true" help:"account_name of our webhooks; one of another account is refused. Empty takes any"`
	AbandonedAfter time.Duration `env:"ABANDONED_AFTER" envDefault:"30m" optional:"true" check:"abandoned" help:"age at which a payment that still waits for its customer counts as abandoned; Moyasar's page ends after some 15 minutes"`
	SettledWithin  time.Duration `env:"SETTLED_WITHIN" envDefault:"192h" optional:"true" check:"settled" help:"time from a payment to the settlement that has it, at most; by default Moyasar settles on Mondays and Thursdays. A payment that no settlement has after it is a difference"`
}

// IsLive reports whether our keys take real money.
func (m Moyasar) IsLive() bool { return strings.HasPrefix(m.SecretKey, moyasarSecretLive) }

// CardFields returns the page with the card fields of the chosen provider, and our key for it.
func (c Config) CardFields() (pageURL, publishableKey string) {
	if c.Payment.Provider == PaymentByMoyasar {
		return c.Moyasar.WidgetURL, c.Moyasar.PublishableKey
	}
	return c.Payment.WidgetURL, c.Payment.PublishableKey
}

// Identity is the national identity app.
type Identity struct {
	Provider string   `env:"PROVIDER,required,notEmpty" dev:"nafath" check:"identity-provider" help:"national identity app: nafath (docs/partners)"`
	URL      string   `env:"URL" with:"IDENTITY_PROVIDER=nafath" dev:"http://localhost:8090/identity" check:"http" live:"https" help:"its address: https://rabet-nafath.api.elm.sa, or that with /stg or /nafath-sandbox for a trial"`
	AppID    string   `env:"APP_ID" with:"IDENTITY_PROVIDER=nafath" dev:"selfcare" help:"our APP-ID there"`
	AppKey   string   `env:"APP_KEY" with:"IDENTITY_PROVIDER=nafath" dev:"sim-identity-key" secret:"true" live:"credential" help:"our APP-KEY there"`
	Service  string   `env:"SERVICE" with:"IDENTITY_PROVIDER=nafath" dev:"RequestDigitalServicesEnrollment" help:"service of our registration that customers confirm in the app; a push of Login, and of a name that ends in WithoutBio, lives 60 seconds, any other 180"`
	Server   string   `env:"SERVER_ADDRESS" with:"IDENTITY_PROVIDER=nafath" dev:"127.0.0.1" check:"ip" help:"address from which our calls reach Nafath, as registered there; it is sent with each call, after that of the customer"`
	Issuer   string   `env:"TOKEN_ISSUER" with:"IDENTITY_PROVIDER=nafath" dev:"nafath-simulator" help:"iss of the tokens in its call-backs"`
	Audience string   `env:"TOKEN_AUDIENCE" with:"IDENTITY_PROVIDER=nafath" dev:"selfcare" help:"aud of these tokens: our name as it is registered there"`
	Senders  []string `env:"CALLBACK_SENDERS" envDefault:"195.170.180.6,195.170.180.7" with:"IDENTITY_PROVIDER=nafath" optional:"true" dev:"0.0.0.0/0,::/0" check:"proxies" help:"addresses or networks, comma-separated, from which its call-backs come; behind a proxy, TRUSTED_PROXIES makes them known"`

	AppIOS     string `env:"APP_IOS" envDefault:"nafath://home" with:"IDENTITY_PROVIDER=nafath" optional:"true" dev:"http://localhost:8090/phone" help:"address that opens the app on an iPhone; empty shows no button there"`
	AppAndroid string `env:"APP_ANDROID" envDefault:"intent://home#Intent;scheme=nafath;package=sa.gov.nic.myid;end" with:"IDENTITY_PROVIDER=nafath" optional:"true" dev:"http://localhost:8090/phone" help:"address that opens the app on an Android phone; empty shows no button there"`

	Connection `envPrefix:"" with:"IDENTITY_PROVIDER=nafath"`
}

// Registry is the person registry.
type Registry struct {
	URL    string `env:"URL,required,notEmpty" dev:"http://localhost:8090/registry" check:"http" live:"https" help:"person registry"`
	APIKey string `env:"API_KEY,required,notEmpty" dev:"sim-registry-key" secret:"true" live:"credential" help:"our key there"`

	Connection `envPrefix:""`
}

// Courier carries the parcels.
type Courier struct {
	Provider      string `env:"PROVIDER,required,notEmpty" dev:"smsa" check:"courier-provider" help:"parcel courier: smsa, or generic for an integration layer of yours (docs/partners)"`
	URL           string `env:"URL,required,notEmpty" dev:"http://localhost:8090/courier" check:"http" live:"https" help:"its address; of SMSA https://ecomapis.smsaexpress.com"`
	APIKey        string `env:"API_KEY,required,notEmpty" dev:"sim-courier-key" secret:"true" live:"credential" help:"our key there"`
	WebhookSecret string `env:"WEBHOOK_SECRET,required,notEmpty" dev:"sim-courier-webhook-secret" secret:"true" live:"signing" help:"signs its webhooks"`
	TrackingURL   string `env:"TRACKING_URL" dev:"http://localhost:8090/courier/track/{awb}" check:"tracking" live:"https" help:"page on which customers follow a parcel, with {awb} for the number of its airway bill, like https://track.example/?awb={awb}; empty uses the courier's page of each parcel, and none with SMSA"`

	Connection `envPrefix:""`
}

// OffersLabels reports whether the courier hands out the labels of parcels; see courier.LabelNotOffered.
func (c Courier) OffersLabels() bool { return c.Provider == CourierBySMSA }

// CallsOff reports whether the courier calls a booked parcel off; see courier.NotCancellable.
func (c Courier) CallsOff() bool { return c.Provider != CourierBySMSA }

// SMSA is what SMSA Express needs to know about us and about each parcel.
type SMSA struct {
	ShipperName    string `env:"SHIPPER_NAME" dev:"Selfcare Warehouse" help:"sender of the parcels, at least 5 letters"`
	ShipperPhone   string `env:"SHIPPER_PHONE" dev:"0112000000" help:"its telephone"`
	ShipperCity    string `env:"SHIPPER_CITY" dev:"Riyadh" help:"its city, as SMSA writes it"`
	ShipperAddress string `env:"SHIPPER_ADDRESS" dev:"King Fahd Road, Riyadh" help:"its address, 10 to 100 letters"`
	Contents       string `env:"CONTENTS" envDefault:"SIM card" optional:"true" help:"contents of each parcel, for its label"`
	WeightGrams    int64  `env:"WEIGHT_GRAMS" envDefault:"50" optional:"true" check:"parcel-figure" help:"weight of each parcel"`
	DeclaredValue  int64  `env:"DECLARED_VALUE" envDefault:"1000" optional:"true" check:"parcel-figure" help:"value of each parcel in halalas, at least 10"`
	Service        string `env:"SERVICE" optional:"true" help:"code of the service of our contract; empty leaves the choice to SMSA"`
}

// Email chooses the sender of e-mail.
type Email struct {
	Provider string `env:"PROVIDER,required,notEmpty" dev:"smtp" check:"email-provider" help:"sender of e-mail: smtp, or generic for an integration layer of yours (docs/partners)"`
	URL      string `env:"URL" with:"EMAIL_PROVIDER=generic" dev:"http://localhost:8090/messages" check:"http" live:"https" help:"sender of e-mail in the generic format"`
	APIKey   string `env:"API_KEY" with:"EMAIL_PROVIDER=generic" dev:"sim-email-key" secret:"true" live:"credential" help:"our key there"`

	Connection `envPrefix:"" with:"EMAIL_PROVIDER=generic"`
}

// SMTP is a mail server that relays e-mail for us.
type SMTP struct {
	Address  string `env:"ADDRESS" dev:"localhost:8025" check:"address" help:"host:port of the mail server, usually port 587 (STARTTLS) or 465 (TLS from the start)"`
	Security string `env:"SECURITY" dev:"none" check:"smtp-security" help:"starttls, tls (from the start), or none for a server on this machine or in the same set of containers"`
	User     string `env:"USER" optional:"true" help:"our name there; empty signs in nowhere"`
	Password string `env:"PASSWORD" optional:"true" secret:"true" live:"credential" help:"our password there; required with SMTP_USER"`
	From     string `env:"FROM" dev:"Selfcare <no-reply@selfcare.example>" check:"mailbox" help:"sender that customers see, like Selfcare <no-reply@selfcare.example>; its domain needs SPF, DKIM and DMARC for us"`
	Bounces  string `env:"BOUNCES" optional:"true" check:"mailbox" help:"envelope sender, to which other servers report a letter that they could not deliver; empty uses the address of SMTP_FROM"`

	BouncesListen string `env:"BOUNCES_LISTEN" optional:"true" check:"address" help:"where the API takes these reports by SMTP, such as :8025: the mail server of that address passes them on; empty takes none, and a letter that bounces later counts as sent"`

	CAFile string `env:"CA_FILE" optional:"true" help:"file of the authorities to trust there instead of the system's, PEM"`
}

// SMS chooses the sender of SMS.
type SMS struct {
	Provider string `env:"PROVIDER,required,notEmpty" dev:"unifonic" check:"sms-provider" help:"sender of SMS: unifonic, or generic for an integration layer of yours (docs/partners)"`
	URL      string `env:"URL" with:"SMS_PROVIDER=generic" dev:"http://localhost:8090/messages" check:"http" live:"https" help:"sender of SMS in the generic format"`
	APIKey   string `env:"API_KEY" with:"SMS_PROVIDER=generic" dev:"sim-sms-key" secret:"true" live:"credential" help:"our key there"`

	Connection `envPrefix:""`
}

// Unifonic sends SMS.
type Unifonic struct {
	URL               string `env:"URL" dev:"http://localhost:8090/messages" check:"http" live:"https" help:"Unifonic's address: https://el.cloud.unifonic.com"`
	AppSID            string `env:"APP_SID" dev:"sim-unifonic-app-sid" secret:"true" live:"credential" help:"key of our application there"`
	Sender            string `env:"SENDER" dev:"Selfcare" check:"sms-sender" help:"sender that customers see, registered for us: at most 11 letters and digits"`
	SenderPromotional string `env:"SENDER_PROMOTIONAL" dev:"Selfcare-AD" check:"sms-sender-promotional" help:"sender of promotions, registered for us: at most 11 characters, the last of them -AD"`
	WebhookSecret     string `env:"WEBHOOK_SECRET" dev:"sim-unifonic-webhook-secret" secret:"true" live:"signing" help:"proves its delivery reports, as part of the address to which each comes"`
}

// Network switches lines on and off.
type Network struct {
	URL           string `env:"URL,required,notEmpty" dev:"http://localhost:8090/network" check:"http" live:"https" help:"mobile network's provisioning system"`
	APIKey        string `env:"API_KEY,required,notEmpty" dev:"sim-network-key" secret:"true" live:"credential" help:"our key there"`
	WebhookSecret string `env:"WEBHOOK_SECRET,required,notEmpty" dev:"sim-network-webhook-secret" secret:"true" live:"signing" help:"signs the usage it reports"`

	Connection `envPrefix:""`
}

// ESIM is the SM-DP+ that makes eSIM profiles.
type ESIM struct {
	Provider       string `env:"PROVIDER,required,notEmpty" dev:"es2plus" check:"esim-provider" help:"adapter of the SM-DP+: es2plus (docs/partners/es2plus.md)"`
	URL            string `env:"URL,required,notEmpty" dev:"http://localhost:8090/esim" check:"http" live:"https" help:"SM-DP+ for eSIM profiles (ES2+)"`
	Requester      string `env:"REQUESTER,required,notEmpty" dev:"selfcare" help:"our function requester identifier there"`
	ProfileType    string `env:"PROFILE_TYPE,required,notEmpty" dev:"selfcare-consumer" help:"type of the profiles that we order there; prepaid and postpaid lines have the same"`
	ActivationHost string `env:"ACTIVATION_HOST,required,notEmpty" dev:"rsp.selfcare.example" help:"host of the SM-DP+ in activation codes, where its answers name none"`

	Connection `envPrefix:""`
}

// ES2Plus is where an SM-DP+ reports downloads. It shows a client certificate, so the address is apart from HTTP_ADDR.
type ES2Plus struct {
	Listen       string `env:"LISTEN" check:"address" help:"where the API listens for reports of the SM-DP+ by TLS with client certificates, such as :8443; production needs it"`
	CertFile     string `env:"CERT_FILE" optional:"true" help:"file of our server certificate there, with its chain, PEM; without it, in development only, the address speaks plain HTTP"`
	KeyFile      string `env:"KEY_FILE" optional:"true" help:"file of the key of that certificate, PEM"`
	ClientCAFile string `env:"CLIENT_CA_FILE" optional:"true" help:"file of the authorities whose client certificates may report, PEM. Each holder of such a certificate may: name an authority of the SM-DP+ alone"`
}

// Portability is the clearing house of numbers that change their operator.
type Portability struct {
	URL           string `env:"URL,required,notEmpty" dev:"http://localhost:8090/portability" check:"http" live:"https" help:"number-portability clearing house"`
	APIKey        string `env:"API_KEY,required,notEmpty" dev:"sim-portability-key" secret:"true" live:"credential" help:"our key there"`
	WebhookSecret string `env:"WEBHOOK_SECRET,required,notEmpty" dev:"sim-portability-webhook-secret" secret:"true" live:"signing" help:"signs its webhooks"`

	Connection `envPrefix:""`
}

// SADAD is the banks' system for bills. It calls us; we never call it.
type SADAD struct {
	WebhookSecret string `env:"WEBHOOK_SECRET,required,notEmpty" dev:"sim-sadad-webhook-secret" secret:"true" live:"signing" help:"signs its enquiries about bills and the payments it reports"`
}

// ZATCA is the tax authority's platform for electronic invoices, and the names of our devices there.
type ZATCA struct {
	URL    string `env:"URL,required,notEmpty" dev:"http://localhost:8090/zatca" check:"http" live:"https" help:"tax authority's platform for electronic invoices (Fatoora), up to /invoices"`
	Device string `env:"DEVICE,required,notEmpty" dev:"selfcare-development" help:"name of the device that stamps invoices; each has its own chain, which continues with a renewed certificate. Several devices, comma-separated, divide the invoices. selfcare zatca gives a device its certificate"`

	Connection `envPrefix:""`
}

// Content runs value-added services on our lines.
type Content struct {
	URL    string `env:"URL,required,notEmpty" dev:"http://localhost:8090/content" check:"http" live:"https" help:"partner for value-added services"`
	APIKey string `env:"API_KEY,required,notEmpty" dev:"sim-content-key" secret:"true" live:"credential" help:"our key there"`

	Connection `envPrefix:""`
}

// Games sells game codes.
type Games struct {
	URL    string `env:"URL,required,notEmpty" dev:"http://localhost:8090/games" check:"http" live:"https" help:"partner for game codes"`
	APIKey string `env:"API_KEY,required,notEmpty" dev:"sim-games-key" secret:"true" live:"credential" help:"our key there"`

	Connection `envPrefix:""`
}

// Scan scans files for viruses.
type Scan struct {
	URL    string `env:"URL" dev:"http://localhost:8090/scan" check:"http" live:"https" help:"virus scanner for the files of complaints; empty: no files are accepted, and files that were not scanned before stay hidden"`
	APIKey string `env:"API_KEY" dev:"sim-scan-key" secret:"true" live:"credential" help:"our key there; required with SCAN_URL"`

	Connection `envPrefix:""`
}

// NationalAddress is the post, which knows the national addresses.
type NationalAddress struct {
	URL    string `env:"URL" dev:"http://localhost:8090/nationaladdress" check:"http" live:"https" help:"National Address API of Saudi Post: https://apina.address.gov.sa/NationalAddress (docs/partners/spl.md); empty: customers fill in their address by hand"`
	APIKey string `env:"API_KEY" dev:"sim-nationaladdress-key" secret:"true" live:"credential" help:"our key there; required with NATIONALADDRESS_URL"`

	Connection `envPrefix:""`
}

// TopUp sends top-ups to prepaid numbers of other countries.
type TopUp struct {
	Provider  string `env:"PROVIDER,required,notEmpty" dev:"dtone" check:"topup-provider" help:"partner for top-ups of other countries' numbers: dtone (docs/partners)"`
	URL       string `env:"URL" with:"TOPUP_PROVIDER=dtone" dev:"http://localhost:8090/topup/v1" check:"http" live:"https" help:"its address with the version: https://dvs-api.dtone.com/v1, or https://preprod-dvs-api.dtone.com/v1 for a trial"`
	APIKey    string `env:"API_KEY" with:"TOPUP_PROVIDER=dtone" dev:"selfcare" file:"true" help:"our API key there"`
	APISecret string `env:"API_SECRET" with:"TOPUP_PROVIDER=dtone" dev:"sim-topup-secret" secret:"true" live:"credential" help:"our API secret there"`

	Connection `envPrefix:"" with:"TOPUP_PROVIDER=dtone"`
}

// Social is the set of providers with which customers may sign in. docs/operations/configure.md describes each: "Offer sign-in
// with a provider".
type Social struct {
	Google   OpenID   `envPrefix:"GOOGLE_"`
	Apple    Apple    `envPrefix:"APPLE_"`
	Facebook Facebook `envPrefix:"FACEBOOK_"`
}

// OpenID is a provider that follows OpenID Connect.
type OpenID struct {
	Issuer       string `env:"ISSUER" check:"http" live:"https" help:"issuer of this OpenID Connect provider; empty leaves it out"`
	ClientID     string `env:"CLIENT_ID" dev:"selfcare" help:"our name there"`
	ClientSecret string `env:"CLIENT_SECRET" dev:"sim-oidc-secret" secret:"true" live:"credential" help:"our secret there"`
}

// Apple has no client secret: our key signs the client's identity.
type Apple struct {
	Issuer     string `env:"ISSUER" check:"http" live:"https" help:"https://appleid.apple.com; empty leaves Apple out"`
	ClientID   string `env:"CLIENT_ID" dev:"selfcare" help:"our Services ID there"`
	TeamID     string `env:"TEAM_ID" dev:"SIMTEAM001" help:"our team there"`
	KeyID      string `env:"KEY_ID" dev:"SIMKEY0001" help:"name of the key below there"`
	PrivateKey string `env:"PRIVATE_KEY" dev:"MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgNzpOYKj6w8mHZGw9zBCNajtzAXNDEZhWe9Kaj5gkJ0GhRANCAARwPntU2dgXSK34h5H6XIrKSBUgbhB8At04LAplFzE8rWUa9WhsOd5ciVp8Om17X8ywWA+IA2RtmjiMRUymrtA+" check:"signing-key" secret:"true" live:"credential" help:"key that signs our client secret: the .p8 file as Apple gives it out, or the Base64 in it"`
}

// Facebook publishes all addresses except that of the code exchange.
type Facebook struct {
	Issuer       string `env:"ISSUER" check:"http" live:"https" help:"https://www.facebook.com; empty leaves Facebook out"`
	ClientID     string `env:"CLIENT_ID" dev:"selfcare" help:"our App ID there"`
	ClientSecret string `env:"CLIENT_SECRET" dev:"sim-oidc-secret" secret:"true" live:"credential" help:"our App Secret there"`
	DialogURL    string `env:"DIALOG_URL" check:"http" live:"https" help:"page where people agree, of a version of the Graph API, like https://www.facebook.com/v25.0/dialog/oauth; empty uses the published one"`
	TokenURL     string `env:"TOKEN_URL" envDefault:"https://graph.facebook.com/oauth/access_token" dev:"http://localhost:8090/oidc/facebook/graph/oauth/access_token" check:"http" live:"https" help:"address of the code exchange, which Facebook does not publish"`
}

// IsProduction reports whether development defaults are refused.
func (c Config) IsProduction() bool { return c.Environment == Production }

// OwnerURL is the connection to the database as its owner. In development that may be the application's own.
func (c Config) OwnerURL() string { return cmp.Or(c.MigrateDatabaseURL, c.DatabaseURL) }
