package order

import "selfcare/internal/contract"

// Relation says what another order is to an order.
type Relation string

// Relations between orders, each with its reverse. A port asked for again was called off or refused the first time.
const (
	ReplacementOf Relation = "replacement-of" // it replaces the SIM the other brought
	ReplacedBy    Relation = "replaced-by"
	ExtraSIMOf    Relation = "extra-sim-of" // a further SIM of the line the other brought
	ExtraSIMIn    Relation = "extra-sim-in"
	PortOf        Relation = "port-of"       // the other brought the line's number from another operator
	PortAgainOf   Relation = "port-again-of" // the other asked for the same number before
	PortedAgainBy Relation = "ported-again-by"
)

// Link is another order that has to do with an order. Of one the reader may not see only the relation is told.
type Link struct {
	Relation  Relation
	OrderID   string
	Number    string
	Kind      contract.Kind
	Forbidden bool // nothing but the relation may be told
}
