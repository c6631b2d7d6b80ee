package setting

import (
	"regexp"
	"slices"
	"strings"
	"time"

	"selfcare/internal/contract"
	"selfcare/internal/domain/ending"
	"selfcare/internal/domain/port"
	"selfcare/internal/domain/subscription"
	"selfcare/internal/domain/transfer"
)

// PurchaseFigures are the settings of payments outside orders.
type PurchaseFigures struct {
	RechargeMin     contract.Halalas
	RechargeMax     contract.Halalas
	RechargePresets []contract.Halalas
	BonusPercent    int              // of the recharges since the last bonus
	CardCheck       contract.Halalas // charged to prove that a card works, and refunded
	TransferDaily   contract.Halalas // of one line
	TransferMonthly contract.Halalas
	TransferDataMB  []transfer.Denomination

	InternationalFeePercent int              // of the partner's price of an international transfer
	InternationalFeeMin     contract.Halalas // the minimum fee
}

func defaultPurchaseFigures() PurchaseFigures {
	return PurchaseFigures{
		RechargeMin: 1000, RechargeMax: 100_000, RechargePresets: []contract.Halalas{2000, 5000, 10_000, 20_000, 30_000},
		BonusPercent: 10, CardCheck: 100,
		TransferDaily: 30_000, TransferMonthly: 150_000, TransferDataMB: []transfer.Denomination{100, 250, 500, 1024, 2048, 5120},
		InternationalFeePercent: 5, InternationalFeeMin: 50,
	}
}

func (f *PurchaseFigures) fields() map[string]any {
	return map[string]any{
		"rechargeMin": &f.RechargeMin, "rechargeMax": &f.RechargeMax, "rechargePresets": &f.RechargePresets,
		"rechargeBonusPercent": &f.BonusPercent, "cardCheck": &f.CardCheck,
		"creditTransferDaily": &f.TransferDaily, "creditTransferMonthly": &f.TransferMonthly, "dataTransferDenominations": &f.TransferDataMB,
		"internationalFeePercent": &f.InternationalFeePercent, "internationalFeeMin": &f.InternationalFeeMin,
	}
}

func (f PurchaseFigures) rules() map[string]bool {
	offered := func(amount contract.Halalas) bool {
		return f.RechargeMin <= amount && amount <= f.RechargeMax && amount%100 == 0
	}
	refused := func(amount contract.Halalas) bool { return !offered(amount) }
	named := func(d transfer.Denomination) bool { return between(len(d.ID()), 2, 5) && d > 0 }
	return map[string]bool{
		"rechargeMin, rechargeMax: 100 <= rechargeMin <= rechargeMax <= 100000000": 100 <= f.RechargeMin && f.RechargeMin <= f.RechargeMax && f.RechargeMax <= 100_000_000,
		"rechargePresets: whole riyals from rechargeMin to rechargeMax":            !slices.ContainsFunc(f.RechargePresets, refused),
		"rechargeBonusPercent: 0 to 100":                                           between(f.BonusPercent, 0, 100),
		"cardCheck: more than zero":                                                f.CardCheck > 0,
		"internationalFeePercent: 0 to 100":                                        between(f.InternationalFeePercent, 0, 100),
		"internationalFeeMin: not negative":                                        f.InternationalFeeMin >= 0,
		"creditTransferDaily, creditTransferMonthly: 0 <= daily <= monthly":        0 <= f.TransferDaily && f.TransferDaily <= f.TransferMonthly,
		"dataTransferDenominations: megabytes of two to five digits":               !slices.ContainsFunc(f.TransferDataMB, func(d transfer.Denomination) bool { return !named(d) }),
	}
}

// Transfers returns the limits of transfers.
func (s Settings) Transfers() transfer.Rules {
	return transfer.Rules{
		Minimum: s.Site.CreditTransferMin, MaxPercent: s.Site.CreditTransferMaxPercent, Daily: s.Purchase.TransferDaily, Monthly: s.Purchase.TransferMonthly,
	}
}

// SellerFigures are the seller's registration for electronic invoices: the National Address, in Arabic.
type SellerFigures struct {
	Registration string // commercial registration
	Street       string
	Building     string
	District     string
	City         string
	PostalCode   string
}

func defaultSellerFigures() SellerFigures {
	return SellerFigures{
		Registration: "1010000000", Street: "طريق الملك فهد", Building: "1234", District: "العليا", City: "الرياض", PostalCode: "12211",
	}
}

func (f *SellerFigures) fields() map[string]any {
	return map[string]any{
		"sellerRegistration": &f.Registration, "sellerStreet": &f.Street, "sellerBuilding": &f.Building, "sellerDistrict": &f.District,
		"sellerCity": &f.City, "sellerPostalCode": &f.PostalCode,
	}
}

func (f SellerFigures) rules() map[string]bool {
	return map[string]bool{
		"sellerRegistration: 10 digits":                                 digits(f.Registration, 10),
		"sellerBuilding: 4 digits":                                      digits(f.Building, 4),
		"sellerPostalCode: 5 digits":                                    digits(f.PostalCode, 5),
		"sellerStreet, sellerDistrict, sellerCity: 1 to 100 characters": named(f.Street) && named(f.District) && named(f.City),
	}
}

func digits(text string, count int) bool {
	return len(text) == count && strings.Trim(text, "0123456789") == ""
}

// SiteSettings are the settings of the specification (§9) for pages and requests.
type SiteSettings struct {
	HistoryPerPage           int
	PlansPerPage             int
	BundlesPerPage           int
	OffersPerPage            int
	SearchPerPage            int
	StoresPerPage            int
	VASPerPage               int
	MaintenanceCheck         time.Duration
	Carousel                 time.Duration
	ChunkLoadTimeout         time.Duration
	OutboundLinkFallback     time.Duration
	ClientReportPercent      int // of the visits
	CreditTransferMin        contract.Halalas
	CreditTransferMaxPercent int // of the balance
	DataTransferMinMB        int
	RechargesForBonus        int
	PortInWorkingDays        int
	PlanSwitch               time.Duration // until the benefits of a new plan are available
	BundleValidityDays       int
	FreeDataValidityDays     int // of the free data in a data pack
	OperatorPrefix           string
	SupportPhone             string // as it is dialled; may be empty
	APN                      string // access point name of our network; may be empty
}

func defaultSiteSettings() SiteSettings {
	return SiteSettings{
		HistoryPerPage: 50, PlansPerPage: 10, BundlesPerPage: 10, OffersPerPage: 10, SearchPerPage: 10, StoresPerPage: 10, VASPerPage: 5,
		MaintenanceCheck: time.Minute, Carousel: 5 * time.Second, ChunkLoadTimeout: 2 * time.Minute, OutboundLinkFallback: 250 * time.Millisecond,
		ClientReportPercent: 100,
		CreditTransferMin:   100, CreditTransferMaxPercent: 50, DataTransferMinMB: 250, RechargesForBonus: 10,
		PortInWorkingDays: 3, PlanSwitch: 5 * time.Minute, BundleValidityDays: 30, FreeDataValidityDays: 30, OperatorPrefix: "057",
	}
}

// fields returns the fields by their setting keys.
func (s *SiteSettings) fields() map[string]any {
	return map[string]any{
		"historyTransactionsPerPage": &s.HistoryPerPage, "plansPerPage": &s.PlansPerPage, "bundlesPerPage": &s.BundlesPerPage,
		"offersPerPage": &s.OffersPerPage, "searchPerPage": &s.SearchPerPage, "storesPerPage": &s.StoresPerPage, "vasPerPage": &s.VASPerPage,
		"maintenanceCheck": &s.MaintenanceCheck, "carousel": &s.Carousel, "chunkLoadTimeout": &s.ChunkLoadTimeout,
		"outboundLinkFallback": &s.OutboundLinkFallback, "clientReportPercent": &s.ClientReportPercent, "creditTransferMin": &s.CreditTransferMin,
		"creditTransferMaxPercent": &s.CreditTransferMaxPercent, "dataTransferMinMb": &s.DataTransferMinMB,
		"rechargesForBonus": &s.RechargesForBonus, "portInWorkingDays": &s.PortInWorkingDays, "planSwitch": &s.PlanSwitch, "bundleValidityDays": &s.BundleValidityDays,
		"freeDataValidityDays": &s.FreeDataValidityDays,
		"operatorPrefix":       &s.OperatorPrefix, "supportPhone": &s.SupportPhone, "apn": &s.APN,
	}
}

var (
	prefix  = regexp.MustCompile(`^05\d$`)
	dialled = regexp.MustCompile(`^(\+?\d{3,15})?$`)
	access  = regexp.MustCompile(`^([A-Za-z0-9][A-Za-z0-9.-]{0,62})?$`)
)

// rules returns the rules on the values, and whether each holds.
func (s SiteSettings) rules() map[string]bool {
	rules := map[string]bool{
		"maintenanceCheck: 1s to 1h":                   time.Second <= s.MaintenanceCheck && s.MaintenanceCheck <= time.Hour,
		"carousel: 1s to 1m":                           time.Second <= s.Carousel && s.Carousel <= time.Minute,
		"chunkLoadTimeout: 1s to 10m":                  time.Second <= s.ChunkLoadTimeout && s.ChunkLoadTimeout <= 10*time.Minute,
		"outboundLinkFallback: 1ms to 5s":              time.Millisecond <= s.OutboundLinkFallback && s.OutboundLinkFallback <= 5*time.Second,
		"clientReportPercent: 0 to 100":                between(s.ClientReportPercent, 0, 100),
		"creditTransferMin: more than zero":            s.CreditTransferMin > 0,
		"creditTransferMaxPercent: 1 to 100":           between(s.CreditTransferMaxPercent, 1, 100),
		"dataTransferMinMb: 1 to 1000000":              between(s.DataTransferMinMB, 1, 1_000_000),
		"rechargesForBonus: 1 to 1000":                 between(s.RechargesForBonus, 1, 1000),
		"portInWorkingDays: 1 to 30":                   between(s.PortInWorkingDays, 1, 30),
		"planSwitch: more than zero, at most 24h":      0 < s.PlanSwitch && s.PlanSwitch <= day,
		"bundleValidityDays: 1 to 366":                 between(s.BundleValidityDays, 1, 366),
		"freeDataValidityDays: 1 to 366":               between(s.FreeDataValidityDays, 1, 366),
		"operatorPrefix: three digits, 05 and another": prefix.MatchString(s.OperatorPrefix),
		"supportPhone: 3 to 15 digits, or nothing":     dialled.MatchString(s.SupportPhone),
		"apn: letters, digits, dots, or nothing":       access.MatchString(s.APN),
	}
	for key, size := range map[string]int{
		"historyTransactionsPerPage": s.HistoryPerPage, "plansPerPage": s.PlansPerPage, "bundlesPerPage": s.BundlesPerPage,
		"offersPerPage": s.OffersPerPage, "searchPerPage": s.SearchPerPage, "storesPerPage": s.StoresPerPage, "vasPerPage": s.VASPerPage,
	} {
		rules[key+": 1 to 100"] = between(size, 1, 100)
	}
	return rules
}

// PortFigures are the settings of porting in and out.
type PortFigures struct {
	Tries          int           // submissions of one port, corrected ones included
	AnswerWithin   time.Duration // working time for the donor's answer
	CorrectionTTL  time.Duration // to correct a rejected request
	Notice         time.Duration // the customer is told this long before the switch
	CutOverFor     time.Duration // usual duration of the switch
	DaysAhead      int           // greatest distance of a chosen day
	WindowFrom     int           // hours of the working day, in Riyadh, in which numbers are moved
	WindowUntil    int
	AroundTheClock bool // numbers are moved at every hour of every day

	OutDues        contract.Halalas // a number whose line owes more does not leave
	OutAfterPortIn time.Duration    // a number that was ported in stays at least this long
	OutObjection   time.Duration    // time for a holder's objection after the number left
	OutAskAfter    time.Duration    // silence after the planned start of a cut-over
	OutMoveWithin  time.Duration    // longest cut-over without a hold
}

func defaultPortFigures() PortFigures {
	return PortFigures{
		Tries: 3, AnswerWithin: 8 * time.Hour, CorrectionTTL: 7 * day, Notice: 15 * time.Minute, CutOverFor: 15 * time.Minute,
		DaysAhead: 30, WindowFrom: 8, WindowUntil: 16,
		OutAfterPortIn: 90 * day, OutObjection: 3 * day, OutAskAfter: 15 * time.Minute, OutMoveWithin: time.Hour,
	}
}

// fields returns the fields by their setting keys.
func (f *PortFigures) fields() map[string]any {
	return map[string]any{
		"portTries": &f.Tries, "portAnswerWithin": &f.AnswerWithin, "portCorrectionTtl": &f.CorrectionTTL, "portNotice": &f.Notice,
		"portCutOverFor": &f.CutOverFor, "portDaysAhead": &f.DaysAhead, "portWindowFrom": &f.WindowFrom,
		"portWindowUntil": &f.WindowUntil, "portAroundTheClock": &f.AroundTheClock,
		"portOutDues": &f.OutDues, "portOutAfterPortIn": &f.OutAfterPortIn, "portOutObjection": &f.OutObjection,
		"portOutAskAfter": &f.OutAskAfter, "portOutMoveWithin": &f.OutMoveWithin,
	}
}

// rules returns the rules on the values, and whether each holds.
func (f PortFigures) rules() map[string]bool {
	return map[string]bool{
		"portTries: 1 to 30": between(f.Tries, 1, 30),
		"portAnswerWithin, portCutOverFor: more than zero":   f.AnswerWithin > 0 && f.CutOverFor > 0,
		"portCorrectionTtl, portNotice: not negative":        f.CorrectionTTL >= 0 && f.Notice >= 0,
		"portDaysAhead: 1 to 365":                            between(f.DaysAhead, 1, 365),
		"portWindowFrom, portWindowUntil: 0 to 24, in order": 0 <= f.WindowFrom && f.WindowFrom < f.WindowUntil && f.WindowUntil <= 24,
		"portOutDues, portOutAfterPortIn: not negative":      f.OutDues >= 0 && f.OutAfterPortIn >= 0,
		"portOutObjection: not negative, at most 720h":       0 <= f.OutObjection && f.OutObjection <= 30*day,
		"portOutAskAfter, portOutMoveWithin: more than zero": f.OutAskAfter > 0 && f.OutMoveWithin > 0,
	}
}

// forOrder returns the settings of a port-in workflow.
func (f PortFigures) forOrder() contract.PortSettings {
	return contract.PortSettings{Tries: f.Tries, Notice: f.Notice, CorrectionTTL: f.CorrectionTTL, CutOverFor: f.CutOverFor}
}

// ForPortOut returns the settings of a port-out workflow.
func (f PortFigures) ForPortOut() contract.PortOutSettings {
	return contract.PortOutSettings{ObjectionFor: f.OutObjection, AskAfter: f.OutAskAfter, MoveWithin: f.OutMoveWithin}
}

// PortOutRules returns the settings that decide whether a number may leave.
func (f PortFigures) PortOutRules() port.PortOutRules {
	return port.PortOutRules{DuesAllowed: f.OutDues, AfterPortIn: f.OutAfterPortIn}
}

// DoorFigures limit the requests of one device or address; they are rows of the table of limits (docs/security.md).
type DoorFigures struct {
	HoldsByDevice           int
	HoldsByHousehold        int // IPv6 /64
	HoldsByAddress          int // high, because an office or a mobile network shares an address
	DeviceSessionsByAddress int
	EligibilityByAddress    int
	ClientReportsByAddress  int
	IdentityPushes          int // to one person, in five minutes
	IdentityPushesADay      int
}

func defaultDoorFigures() DoorFigures {
	return DoorFigures{
		HoldsByDevice: 5, HoldsByHousehold: 20, HoldsByAddress: 100, DeviceSessionsByAddress: 600, EligibilityByAddress: 300,
		ClientReportsByAddress: 600,
		IdentityPushes:         4, IdentityPushesADay: 15,
	}
}

func (f *DoorFigures) fields() map[string]any {
	return map[string]any{
		"holdsByDevice": &f.HoldsByDevice, "holdsByHousehold": &f.HoldsByHousehold, "holdsByAddress": &f.HoldsByAddress,
		"deviceSessionsByAddress": &f.DeviceSessionsByAddress, "eligibilityByAddress": &f.EligibilityByAddress,
		"clientReportsByAddress": &f.ClientReportsByAddress,
		"identityPushes":         &f.IdentityPushes, "identityPushesADay": &f.IdentityPushesADay,
	}
}

const mostAtDoors = 10_000_000

func (f DoorFigures) rules() map[string]bool {
	return map[string]bool{
		"holdsByDevice: 1 to 10000000":           between(f.HoldsByDevice, 1, mostAtDoors),
		"holdsByHousehold: 1 to 10000000":        between(f.HoldsByHousehold, 1, mostAtDoors),
		"holdsByAddress: 1 to 10000000":          between(f.HoldsByAddress, 1, mostAtDoors),
		"deviceSessionsByAddress: 1 to 10000000": between(f.DeviceSessionsByAddress, 1, mostAtDoors),
		"eligibilityByAddress: 1 to 10000000":    between(f.EligibilityByAddress, 1, mostAtDoors),
		"clientReportsByAddress: 1 to 10000000":  between(f.ClientReportsByAddress, 1, mostAtDoors),
		"identityPushes: 1 to 10000000":          between(f.IdentityPushes, 1, mostAtDoors),
		"identityPushesADay: 1 to 10000000":      between(f.IdentityPushesADay, 1, mostAtDoors),
	}
}

// Limit returns the maximum that a setting gives to a row of the table of limits, and its window.
func (s Settings) Limit(setting string) (most int, window time.Duration) {
	switch setting {
	case "orderStartsByAddress":
		return s.OrderStartsByAddress, s.OrderStartsWindow
	case "orderStartsByDevice":
		return s.OrderStartsByDevice, s.OrderStartsWindow
	case "deviceSessionsByAddress":
		return s.Doors.DeviceSessionsByAddress, 10 * time.Minute
	case "eligibilityByAddress":
		return s.Doors.EligibilityByAddress, time.Hour
	case "clientReportsByAddress":
		return s.Doors.ClientReportsByAddress, 10 * time.Minute
	case "identityPushes":
		return s.Doors.IdentityPushes, 5 * time.Minute
	case "identityPushesADay":
		return s.Doors.IdentityPushesADay, day
	case "maxExtensions":
		return s.MaxExtensions, s.HoldCap
	case "holdsByDevice":
		return s.Doors.HoldsByDevice, 0
	case "holdsByHousehold":
		return s.Doors.HoldsByHousehold, 0
	case "holdsByAddress":
		return s.Doors.HoldsByAddress, 0
	default:
		return 0, 0
	}
}

// SubscriptionFigures are the settings of plan renewals.
type SubscriptionFigures struct {
	ChargeAhead time.Duration // time before the end of a cycle over which the charges of the next cycle are spread
	Grace       time.Duration // for a balance that was too low
	// A prepaid line without a plan counts as inactive after InactiveNotice without recharge and usage, and ends after
	// InactiveEnds; zero: never.
	InactiveNotice time.Duration
	InactiveEnds   time.Duration
}

func defaultSubscriptionFigures() SubscriptionFigures {
	return SubscriptionFigures{ChargeAhead: time.Hour, Grace: 3 * day, InactiveNotice: 90 * day, InactiveEnds: 180 * day}
}

func (f *SubscriptionFigures) fields() map[string]any {
	return map[string]any{
		"renewalChargeAhead": &f.ChargeAhead, "renewalGrace": &f.Grace,
		"inactiveNotice": &f.InactiveNotice, "inactiveEnds": &f.InactiveEnds,
	}
}

func (f SubscriptionFigures) rules() map[string]bool {
	return map[string]bool{
		"renewalChargeAhead: not negative, at most 12h": 0 <= f.ChargeAhead && f.ChargeAhead <= day/2,
		"renewalGrace: not negative, at most 720h":      0 <= f.Grace && f.Grace <= 30*day,
		"inactiveNotice, inactiveEnds: 0 < inactiveNotice < inactiveEnds <= 26280h; inactiveEnds 0s: never": f.InactiveEnds == 0 ||
			0 < f.InactiveNotice && f.InactiveNotice < f.InactiveEnds && f.InactiveEnds <= 3*365*day,
	}
}

// Rules converts the settings to the rules on subscriptions.
func (f SubscriptionFigures) Rules() subscription.Rules {
	return subscription.Rules{ChargeAhead: f.ChargeAhead, Grace: f.Grace, InactiveNotice: f.InactiveNotice, InactiveEnds: f.InactiveEnds}
}

// EndingFigures are the settings of ending lines.
type EndingFigures struct {
	UndoFor    time.Duration    // time in which an owner may undo a deactivation
	Quarantine time.Duration    // time for which a number stays unused
	MostDues   contract.Halalas // of a postpaid line; higher dues have to be paid first
}

func defaultEndingFigures() EndingFigures {
	return EndingFigures{UndoFor: day, Quarantine: 90 * day, MostDues: 50_000}
}

func (f *EndingFigures) fields() map[string]any {
	return map[string]any{"deactivationUndo": &f.UndoFor, "numberQuarantine": &f.Quarantine, "deactivationMostDues": &f.MostDues}
}

func (f EndingFigures) rules() map[string]bool {
	return map[string]bool{
		"deactivationUndo: not negative, at most 720h": 0 <= f.UndoFor && f.UndoFor <= 30*day,
		"numberQuarantine: 1s to 17520h":               between(f.Quarantine, time.Second, 730*day),
		"deactivationMostDues: not negative":           f.MostDues >= 0,
	}
}

// Rules converts the settings to the rules on the end of lines.
func (f EndingFigures) Rules() ending.Rules {
	return ending.Rules{UndoFor: f.UndoFor, Quarantine: f.Quarantine, MostDues: f.MostDues}
}
