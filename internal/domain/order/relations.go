package order

import "selfcare/internal/contract"

// Relation says what another order is to an order.
type Relation string

// Relations between orders, each with its reverse. After a port-again-of relation, the first request was called off or refused.
const (
	ReplacementOf Relation = "replacement-of" // it replaces the SIM of the other order
	ReplacedBy    Relation = "replaced-by"
	ExtraSIMOf    Relation = "extra-sim-of" // a further SIM of the line of the other order
	ExtraSIMIn    Relation = "extra-sim-in"
	PortOf        Relation = "port-of"       // the other order brought the line's number from another operator
	PortAgainOf   Relation = "port-again-of" // the other order asked for the same number before
	PortedAgainBy Relation = "ported-again-by"
)

// Link is a related order. A reader without access to it sees only the relation.
type Link struct {
	Relation  Relation
	OrderID   string
	Number    string
	Kind      contract.Kind
	Forbidden bool // only the relation may be shown
}
