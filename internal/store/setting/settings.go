package setting

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"sync/atomic"
	"time"
	"unicode/utf8"

	"github.com/uptrace/bun"

	"selfcare/internal/contract"
	"selfcare/internal/contract/texts"
	"selfcare/internal/domain/receipt"
	"selfcare/internal/store/bill"
	"selfcare/internal/store/creditlimit"
	storeerrors "selfcare/internal/store/errors"
	"selfcare/internal/store/lateorder"
	"selfcare/internal/store/numbersetting"
	"selfcare/internal/store/proposal"
	"selfcare/internal/store/ticket"
	"selfcare/internal/store/tx"
)

// Table stores the business settings that differ from the default.
type Table struct {
	*tx.Conn
	Cache *Cache
}

// Settings are the business settings. The table settings holds only those that differ from Defaults; durations are written
// "15m", amounts as halalas.
type Settings struct {
	HoldFor              time.Duration
	HoldCap              time.Duration
	MaxExtensions        int
	DraftTTL             time.Duration
	IdentityTTL          time.Duration
	IdentityTries        int
	PaymentTTL           time.Duration
	NumberLostTTL        time.Duration
	ShipmentTTL          time.Duration
	DeliveryAttempts     int
	ActivationTTL        time.Duration
	MaxSIMsPerCitizen    int
	MaxSIMsPerResident   int
	MinAge               int
	CheckIDChecksum      bool
	VerifyContact        bool // a guest proves a mobile or an e-mail with a code
	DeliveryFeeHome      contract.Halalas
	DeliveryFeePickup    contract.Halalas
	DeliveryDaysLeast    int // days of delivery until a parcel arrives
	DeliveryDaysMost     int
	DeliveryCutOff       int // hour in Riyadh from which a parcel leaves a day later
	PartnerBrandHomeOnly bool
	VATPercent           int
	MaxSubAccounts       int
	OrderStartsWindow    time.Duration // window of the next two
	OrderStartsByAddress int           // high, because a mobile network shares addresses
	OrderStartsByDevice  int
	Doors                DoorFigures
	Site                 SiteSettings
	Purchase             PurchaseFigures
	AutoRecharge         AutoRechargeFigures
	Provider             ProviderFigures
	Subscription         SubscriptionFigures
	Ending               EndingFigures
	Billing              bill.Figures
	Blocking             numbersetting.Figures
	Spending             creditlimit.Figures
	Help                 ticket.Figures
	Expected             lateorder.Figures
	ReferralReward       contract.Halalas // to both sides; zero switches invitations off
	SellerNameEn         string           // on receipts
	SellerNameAr         string
	SellerVATNumber      string // 15 digits, from 3 to 3 (ZATCA)
	SellerPlace          SellerFigures
	ESIMReadyWithin      time.Duration
	ESIMRemindAfter      time.Duration
	ESIMInstallWithin    time.Duration
	ESIMMaxReissues      int
	MaxMultiSIMs         int // further SIMs of a main line
	MultiSIMMonthlyFee   contract.Halalas
	MultiSIMSetupFee     contract.Halalas
	ReplacementFee       contract.Halalas
	GuardFor             time.Duration // after a SIM replacement
	Port                 PortFigures
	// RefundSecondPersonAbove is the amount above which a refund needs a second person.
	RefundSecondPersonAbove contract.Halalas
	RefundApprovalTTL       time.Duration
	BulkPerMinute           int // held cases that one bulk resumes
}

const day = 24 * time.Hour

// Defaults returns the default values.
func Defaults() Settings {
	return Settings{
		HoldFor: 15 * time.Minute, HoldCap: time.Hour, MaxExtensions: 1, DraftTTL: day,
		IdentityTTL: 3 * time.Minute, IdentityTries: 5, PaymentTTL: 15 * time.Minute, NumberLostTTL: day,
		ShipmentTTL: 14 * day, DeliveryAttempts: 3, ActivationTTL: 7 * day,
		MaxSIMsPerCitizen: 10, MaxSIMsPerResident: 2, MinAge: 18, CheckIDChecksum: true, VerifyContact: true,
		OrderStartsWindow: 10 * time.Minute, OrderStartsByAddress: 600, OrderStartsByDevice: 20, Doors: defaultDoorFigures(),
		Site: defaultSiteSettings(), Purchase: defaultPurchaseFigures(), Provider: defaultProviderFigures(), AutoRecharge: defaultAutoRechargeFigures(),
		Subscription: defaultSubscriptionFigures(), Ending: defaultEndingFigures(), Billing: bill.DefaultFigures(), Blocking: numbersetting.DefaultFigures(), Spending: creditlimit.DefaultFigures(), Help: ticket.DefaultFigures(),
		Expected:        lateorder.DefaultFigures(),
		DeliveryFeeHome: 2500, DeliveryFeePickup: 1500, DeliveryDaysLeast: 1, DeliveryDaysMost: 3, DeliveryCutOff: 15, VATPercent: 15, MaxSubAccounts: 5, ReferralReward: 2500,
		SellerNameEn: "Selfcare Mobile Company", SellerNameAr: "شركة سلفكير للاتصالات", SellerVATNumber: "300000000000003",
		SellerPlace:     defaultSellerFigures(),
		ESIMReadyWithin: 70 * time.Minute, ESIMRemindAfter: day, ESIMInstallWithin: 30 * day, ESIMMaxReissues: 2,
		MaxMultiSIMs: 8, MultiSIMMonthlyFee: 1000, MultiSIMSetupFee: 2500, ReplacementFee: 2500, GuardFor: day,
		Port: defaultPortFigures(), RefundSecondPersonAbove: 50000, RefundApprovalTTL: day, BulkPerMinute: 60,
	}
}

// fields returns the fields by their setting keys.
func (s *Settings) fields() map[string]any {
	fields := map[string]any{
		"holdFor": &s.HoldFor, "holdCap": &s.HoldCap, "maxExtensions": &s.MaxExtensions, "draftTtl": &s.DraftTTL,
		"identityTtl": &s.IdentityTTL, "identityTries": &s.IdentityTries, "paymentTtl": &s.PaymentTTL,
		"numberLostTtl": &s.NumberLostTTL, "shipmentTtl": &s.ShipmentTTL, "deliveryAttempts": &s.DeliveryAttempts,
		"activationTtl": &s.ActivationTTL, "maxSimsPerCitizen": &s.MaxSIMsPerCitizen,
		"maxSimsPerResident": &s.MaxSIMsPerResident, "minAge": &s.MinAge, "checkIdChecksum": &s.CheckIDChecksum,
		"verifyContact":   &s.VerifyContact,
		"deliveryFeeHome": &s.DeliveryFeeHome, "deliveryFeePickup": &s.DeliveryFeePickup,
		"deliveryDaysLeast": &s.DeliveryDaysLeast, "deliveryDaysMost": &s.DeliveryDaysMost, "deliveryCutOff": &s.DeliveryCutOff,
		"partnerBrandHomeOnly": &s.PartnerBrandHomeOnly, "vatPercent": &s.VATPercent,
		"orderStartsWindow": &s.OrderStartsWindow, "orderStartsByAddress": &s.OrderStartsByAddress,
		"orderStartsByDevice": &s.OrderStartsByDevice,
		"referralReward":      &s.ReferralReward,
		"sellerNameEn":        &s.SellerNameEn, "sellerNameAr": &s.SellerNameAr, "sellerVatNumber": &s.SellerVATNumber,
		"esimReadyWithin": &s.ESIMReadyWithin, "esimRemindAfter": &s.ESIMRemindAfter,
		"esimInstallWithin": &s.ESIMInstallWithin, "esimMaxReissues": &s.ESIMMaxReissues,
		"maxSubAccounts":       &s.MaxSubAccounts,
		"max_allowed_multisim": &s.MaxMultiSIMs, "multisimMonthlyFee": &s.MultiSIMMonthlyFee,
		"multisimSetupFee": &s.MultiSIMSetupFee, "replacementFee": &s.ReplacementFee, "guardFor": &s.GuardFor,
	}
	fields["refund_needs_second_person_above"], fields["refundApprovalTtl"] = &s.RefundSecondPersonAbove, &s.RefundApprovalTTL
	fields["bulkResolutionsPerMinute"] = &s.BulkPerMinute
	maps.Copy(fields, s.Site.fields())
	maps.Copy(fields, s.Purchase.fields())
	maps.Copy(fields, s.AutoRecharge.fields())
	maps.Copy(fields, s.Provider.fields())
	maps.Copy(fields, s.Subscription.fields())
	maps.Copy(fields, s.Ending.fields())
	maps.Copy(fields, s.Billing.Fields())
	maps.Copy(fields, s.Blocking.Fields())
	maps.Copy(fields, s.Spending.Fields())
	maps.Copy(fields, s.Help.Fields())
	maps.Copy(fields, s.Expected.Fields())
	maps.Copy(fields, s.Port.fields())
	maps.Copy(fields, s.Doors.fields())
	maps.Copy(fields, s.SellerPlace.fields())
	return fields
}

// settingsAge is how long a process caches the settings: each click needs them, and they change a few times a year.
const settingsAge = time.Second

// Seller returns the company that sells, as tax invoices in a language name it.
func (s Settings) Seller(language string) receipt.Seller {
	seller := receipt.Seller{Name: s.SellerNameAr, VATNumber: s.SellerVATNumber, VATPercent: s.VATPercent}
	if language == texts.English {
		seller.Name = s.SellerNameEn
	}
	return seller
}

// Cache has the settings that a process has read last.
type Cache struct {
	last atomic.Pointer[figuresRead]
}

type figuresRead struct {
	at    time.Time
	meant Settings
}

// Get returns the settings in force; after a change by another process they may be a second old. An invalid value is an error,
// not a default.
func (q Table) Get(ctx context.Context) (Settings, error) {
	if last := q.Cache.last.Load(); last != nil && time.Since(last.at) < settingsAge {
		return last.meant, nil
	}
	at := time.Now()
	settings, err := q.fetch(ctx)
	if err == nil {
		q.Cache.last.Store(&figuresRead{at, settings})
	}
	return settings, err
}

func (q Table) fetch(ctx context.Context) (Settings, error) {
	changed, err := q.readWritten(ctx, sql.NullTime{})
	if err != nil {
		return Settings{}, err
	}
	return parseSettings(changed)
}

func parseSettings(changed map[string]json.RawMessage) (Settings, error) {
	settings := Defaults()
	fields := settings.fields()
	for key, value := range changed {
		if err := assign(fields[key], value); err != nil {
			return Settings{}, fmt.Errorf("setting %s: %w", key, err)
		}
	}
	return settings, settings.validate()
}

var errSetting = errors.New("invalid setting")

func assign(field any, value []byte) error {
	duration, isDuration := field.(*time.Duration)
	if field == nil {
		return fmt.Errorf("%w: unknown key", errSetting)
	}
	if !isDuration {
		return json.Unmarshal(value, field)
	}
	var text string
	if err := json.Unmarshal(value, &text); err != nil {
		return err
	}
	parsed, err := time.ParseDuration(text)
	*duration = parsed
	return err
}

// rules returns the rules on the values, and whether each holds.
func (s Settings) rules() map[string]bool {
	rules := map[string]bool{
		"holdFor, holdCap: 0 < holdFor <= holdCap":                 0 < s.HoldFor && s.HoldFor <= s.HoldCap,
		"maxExtensions: 0 to 10":                                   between(s.MaxExtensions, 0, 10),
		"draftTtl: more than holdCap":                              s.DraftTTL > s.HoldCap,
		"identityTtl, paymentTtl: more than zero":                  s.IdentityTTL > 0 && s.PaymentTTL > 0,
		"numberLostTtl, shipmentTtl: 1h or more":                   s.NumberLostTTL >= time.Hour && s.ShipmentTTL >= time.Hour,
		"activationTtl: 1h or more":                                s.ActivationTTL >= time.Hour,
		"identityTries: 1 to 100":                                  between(s.IdentityTries, 1, 100),
		"deliveryAttempts: 1 to 100":                               between(s.DeliveryAttempts, 1, 100),
		"maxSimsPerCitizen: 1 to 1000":                             between(s.MaxSIMsPerCitizen, 1, 1000),
		"maxSimsPerResident: 1 to 1000":                            between(s.MaxSIMsPerResident, 1, 1000),
		"minAge: 0 to 120":                                         between(s.MinAge, 0, 120),
		"referralReward: not negative":                             s.ReferralReward >= 0,
		"sellerNameEn, sellerNameAr: 1 to 100 characters":          named(s.SellerNameEn) && named(s.SellerNameAr),
		"sellerVatNumber: 3, 13 digits, 3":                         vatNumber.MatchString(s.SellerVATNumber),
		"vatPercent: 0 to 100":                                     between(s.VATPercent, 0, 100),
		"orderStartsWindow: 1s to 24h":                             between(s.OrderStartsWindow, time.Second, day),
		"orderStartsByAddress: 1 to 10000000":                      between(s.OrderStartsByAddress, 1, 10_000_000),
		"orderStartsByDevice: 1 to 10000000":                       between(s.OrderStartsByDevice, 1, 10_000_000),
		"deliveryDaysLeast: 0 to deliveryDaysMost":                 between(s.DeliveryDaysLeast, 0, s.DeliveryDaysMost),
		"deliveryDaysMost: 1 to 60":                                between(s.DeliveryDaysMost, 1, 60),
		"deliveryCutOff: 0 to 24":                                  between(s.DeliveryCutOff, 0, 24),
		"deliveryFeeHome, deliveryFeePickup: not negative":         s.DeliveryFeeHome >= 0 && s.DeliveryFeePickup >= 0,
		"esimReadyWithin: more than zero":                          s.ESIMReadyWithin > 0,
		"esimRemindAfter: 0 < esimRemindAfter < esimInstallWithin": 0 < s.ESIMRemindAfter && s.ESIMRemindAfter < s.ESIMInstallWithin,
		"esimMaxReissues: 0 to 20":                                 between(s.ESIMMaxReissues, 0, 20),
		"maxSubAccounts: 0 to 100":                                 between(s.MaxSubAccounts, 0, 100),
		"max_allowed_multisim: 0 to 100":                           between(s.MaxMultiSIMs, 0, 100),
		"multisimMonthlyFee: not negative":                         s.MultiSIMMonthlyFee >= 0,
		"multisimSetupFee, replacementFee: more than zero":         s.MultiSIMSetupFee > 0 && s.ReplacementFee > 0,
		"refund_needs_second_person_above: not negative":           s.RefundSecondPersonAbove >= 0,
		"bulkResolutionsPerMinute: 1 to 6000":                      between(s.BulkPerMinute, 1, 6000),
		"refundApprovalTtl: 1m to 720h":                            between(s.RefundApprovalTTL, time.Minute, 30*day),
		"guardFor: 0 to 720h":                                      0 <= s.GuardFor && s.GuardFor <= 30*day,
	}
	maps.Copy(rules, s.SellerPlace.rules())
	maps.Copy(rules, s.Site.rules())
	maps.Copy(rules, s.Purchase.rules())
	maps.Copy(rules, s.AutoRecharge.rules())
	maps.Copy(rules, s.Provider.rules())
	maps.Copy(rules, s.Subscription.rules())
	maps.Copy(rules, s.Ending.rules())
	maps.Copy(rules, s.Billing.Bounds())
	maps.Copy(rules, s.Blocking.Bounds())
	maps.Copy(rules, s.Spending.Bounds())
	maps.Copy(rules, s.Help.Bounds())
	maps.Copy(rules, s.Expected.Bounds())
	maps.Copy(rules, s.Port.rules())
	maps.Copy(rules, s.Doors.rules())
	return rules
}

func (s Settings) validate() error {
	var broken []string
	for rule, kept := range s.rules() {
		if !kept {
			broken = append(broken, rule)
		}
	}
	if len(broken) == 0 {
		return nil
	}
	slices.Sort(broken)
	return fmt.Errorf("%w: %s", errSetting, strings.Join(broken, "; "))
}

var vatNumber = regexp.MustCompile(`^3[0-9]{13}3$`)

func named(name string) bool { return between(utf8.RuneCountInString(name), 1, 100) }

func between[T int | time.Duration](n, low, high T) bool { return low <= n && n <= high }

// ForOrder returns the settings of an order.
func (s Settings) ForOrder() contract.Settings {
	return contract.Settings{
		HoldFor: s.HoldFor, HoldCap: s.HoldCap, MaxExtensions: s.MaxExtensions, DraftTTL: s.DraftTTL,
		IdentityTTL: s.IdentityTTL, IdentityTries: s.IdentityTries, PaymentTTL: s.PaymentTTL,
		NumberLostTTL: s.NumberLostTTL, ShipmentTTL: s.ShipmentTTL, DeliveryAttempts: s.DeliveryAttempts,
		ActivationTTL: s.ActivationTTL, GuardFor: s.GuardFor,
		ESIM: contract.ESIMSettings{
			ReadyWithin: s.ESIMReadyWithin, RemindAfter: s.ESIMRemindAfter,
			InstallWithin: s.ESIMInstallWithin, MaxReissues: s.ESIMMaxReissues,
		},
		Port: s.Port.forOrder(),
	}
}

// Change sets business settings at once, in the form of the table; null restores the default. If one is invalid, none is changed.
func (q Table) Change(ctx context.Context, changes map[string]json.RawMessage) error {
	defer q.Cache.last.Store(nil)
	return q.Commit(ctx, func(conn *tx.Conn) error {
		q := Table{conn, q.Cache}
		decided := proposal.Proposals{DB: q.DB}
		if err := decided.Lock(ctx); err != nil {
			return storeerrors.Translate("change settings", err)
		}
		for key, value := range changes {
			if err := q.change(ctx, key, value); err != nil {
				return err
			}
		}
		switch rule, err := q.FindBroken(ctx); {
		case err != nil:
			return err
		case rule != "":
			return fmt.Errorf("%w: %s", errSetting, rule)
		default:
			return nil
		}
	})
}

// ChangeForAll is Change, and returns once every process uses the new settings.
func (q Table) ChangeForAll(ctx context.Context, changes map[string]json.RawMessage) error {
	if err := q.Change(ctx, changes); err != nil {
		return err
	}
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(settingsAge):
		return nil
	}
}

type row struct {
	bun.BaseModel `bun:"table:settings,alias:s"`

	Key   string `bun:",pk"`
	Value string
}

func (q Table) change(ctx context.Context, key string, value json.RawMessage) error {
	_, err := q.DB.NewInsert().Model(&row{Key: key, Value: string(value)}).On("CONFLICT (key) DO UPDATE").
		Set("value = EXCLUDED.value").Set("updated_at = now()").Exec(ctx)
	if err != nil {
		return storeerrors.Translate(fmt.Sprintf("change setting %s", key), err)
	}
	return nil
}
