package store

import (
	"time"

	"selfcare/internal/contract"
)

// NumberCategory is a class of numbers with its price.
type NumberCategory struct {
	Key   string
	Price contract.Halalas
}

// FreeNumber is a number with what it costs.
type FreeNumber struct {
	MSISDN   string
	Category string
	Price    contract.Halalas
}

// NumberQuery narrows a number search; zero fields do not narrow.
type NumberQuery struct {
	Category  string
	Contains  string // 1 to 7 digits anywhere after the 057 prefix
	EndsWith  string // 1 to 7 digits at the end
	SimilarTo string // a number of ours: its nearest free neighbours come first
	Page      int    // from 1
	PerPage   int
}

// Event is one line of an order's timeline.
type Event struct {
	Key    string
	At     time.Time
	Params map[string]string
}

// TimelineEvent is an Event as stored; ID is unique within its order.
type TimelineEvent struct {
	ID     string
	Key    string
	At     time.Time
	Params map[string]string
}

// OrderRecord is an order with who may see it.
type OrderRecord struct {
	Order   contract.Order
	Session []byte // SHA-256 of the session token the order was started with
	Subject string // user id, empty for guests
	// UpdatedAt is known in lists only.
	UpdatedAt time.Time
}

// SupportQuery narrows the support list; zero fields do not narrow.
type SupportQuery struct {
	Stage       string
	FailureCode string
	Number      string // order number
	Page        int    // from 1
}

// LedgerLine is one side of a posting. Amounts of a posting add up to zero.
type LedgerLine struct {
	Account string           `json:"account"`
	Amount  contract.Halalas `json:"amount"`
}

// Posting is one business operation in the ledger. Key makes it happen once.
type Posting struct {
	Key     string
	OrderID string
	Kind    string
	Lines   []LedgerLine
}

// PlanItem is one allowance of a plan.
type PlanItem struct {
	Type    string `json:"type"`
	LabelEn string `json:"labelEn"`
	LabelAr string `json:"labelAr"`
}

// Plan is a plan on sale.
type Plan struct {
	ID               string
	NameEn           string
	NameAr           string
	DescriptionEn    string
	DescriptionAr    string
	Price            contract.Halalas
	SubscriptionType string // prepaid or postpaid
	Category         string
	Featured         bool
	ValidityDays     int
	FreeCategories   []string `bun:"free_categories,array"` // classes of numbers that cost nothing with this plan
	CommitmentMonths int
	TakesPorted      bool // may be taken with a number from another operator
	Items            []PlanItem
}

// City is a city we deliver to.
type City struct {
	Key    string
	NameEn string
	NameAr string
}

// Branch is a courier branch a parcel can be collected from.
type Branch struct {
	ID             string
	City           string
	NameEn, NameAr string
	AddressEn      string
	AddressAr      string
	HoursEn        string
	HoursAr        string
	Latitude       float64
	Longitude      float64
}

// ReplayState is what is known about a request with an idempotency key.
type ReplayState string

// Replay states.
const (
	ReplayNew      ReplayState = "new"      // claimed by this call: do the work, then finish or drop
	ReplayDone     ReplayState = "done"     // answered before: send the same answer
	ReplayRunning  ReplayState = "running"  // a twin works on it
	ReplayMismatch ReplayState = "mismatch" // the key was used for another request
)

// Replay is the answer to a claim on an idempotency key.
type Replay struct {
	State  ReplayState
	Status int
	Body   []byte
}

// Areas of the audit log.
const (
	AuditSupport = "support" // what people of ours did
	AuditAccount = "account" // what happened to accounts
)

// AuditEntry is one thing that must be traceable later, without personal data. A repeated Key is written once.
type AuditEntry struct {
	Area    string // AuditSupport where not said
	ID      int64  // given by the store
	Key     string
	OrderID string
	Actor   string
	Action  string
	Note    string
	Details map[string]string
	At      time.Time // given by the store
}
