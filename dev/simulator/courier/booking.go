package courier

import (
	"fmt"
	"net/http"
	"strings"

	"selfcare/dev/simulator/engine"
)

type shipment struct {
	Reference   string     `json:"reference"`
	OrderNumber string     `json:"orderNumber"`
	Method      string     `json:"method"`
	BranchID    string     `json:"branchId"`
	Consignee   *consignee `json:"consignee"`
	Address     *address   `json:"address"`
}

type consignee struct {
	Name   string `json:"name"`
	Mobile string `json:"mobile"`
}

type address struct {
	City           string `json:"city"`
	Area           string `json:"area"`
	Street         string `json:"street"`
	BuildingNumber string `json:"buildingNumber"`
	Notes          string `json:"notes"`
}

// Ways to hand a parcel over.
const (
	methodHome   = "home"
	methodPickup = "pickup"
)

// byMobile maps the last four digits of the consignee's mobile to an outcome.
var byMobile = map[string]string{
	"9901": outcomeFailOnce, "9902": outcomeFailTwice, "9903": outcomeReturned, "9904": outcomeLost,
	"9905": outcomeByHand, "9906": outcomeRefused, "9907": outcomeBranchClosed,
}

// byWord maps a word in the address's area or notes to an outcome.
var byWord = []struct{ word, outcome string }{
	{"fail-once", outcomeFailOnce},
	{"fail-twice", outcomeFailTwice},
	{"return-it", outcomeReturned},
	{"lose-it", outcomeLost},
	{"by-hand", outcomeByHand},
	{"refuse-it", outcomeRefused},
}

func fromConsignee(c *engine.Call) string {
	body, _, _ := engine.Body[shipment](c)
	return outcomeOf(body)
}

func outcomeOf(body shipment) string {
	if body.Address != nil {
		text := strings.ToLower(body.Address.Area + " " + body.Address.Notes)
		for _, magic := range byWord {
			if strings.Contains(text, magic.word) {
				return magic.outcome
			}
		}
	}
	if body.Consignee == nil || len(body.Consignee.Mobile) < 4 {
		return ""
	}
	return byMobile[body.Consignee.Mobile[len(body.Consignee.Mobile)-4:]]
}

func (s *System) book(c *engine.Call) engine.Answer {
	body, refusal, ok := engine.Body[shipment](c)
	if !ok {
		return refusal
	}
	if awb, known := byReference.Get(c.Tx, body.Reference); known {
		p, _ := parcels.Get(c.Tx, awb)
		return engine.OK(s.airwayBill(p))
	}
	city, refusal, ok := s.destination(body, c.Outcome)
	if !ok {
		return refusal
	}
	p := s.newParcel(c, body, city)
	parcels.Put(c.Tx, p.AWB, p)
	byReference.Put(c.Tx, p.Reference, p.AWB)
	s.scanLater(c.Tx, p)
	return engine.Answer{Status: http.StatusCreated, Body: s.airwayBill(p)}
}

// destination returns the city of a parcel, or the reason against it.
func (s *System) destination(body shipment, outcome string) (city string, refusal engine.Answer, ok bool) {
	if body.Reference == "" || body.Consignee == nil || body.Consignee.Name == "" || body.Consignee.Mobile == "" {
		return "", engine.Refuse(http.StatusBadRequest, "bad_request", "reference and consignee are needed"), false
	}
	if body.Method == methodPickup {
		branch, known := s.branches.find(body.BranchID)
		if !known || outcome == outcomeBranchClosed {
			return "", engine.Refuse(http.StatusUnprocessableEntity, "branch_closed", "no parcels are taken at this branch"), false
		}
		return branch.City, engine.Answer{}, true
	}
	a := body.Address
	if body.Method != methodHome || a == nil || outcome == outcomeRefused ||
		a.Area == "" || a.Street == "" || a.BuildingNumber == "" || !s.branches.serves(a.City) {
		return "", engine.Refuse(http.StatusUnprocessableEntity, "address_refused", "the courier does not deliver to this address"), false
	}
	return a.City, engine.Answer{}, true
}

func (s *System) newParcel(c *engine.Call, body shipment, city string) Parcel {
	outcome := c.Outcome
	if _, known := journeys[outcome]; !known {
		outcome = outcomeDelivered
	}
	return Parcel{
		AWB: fmt.Sprintf("2900%08d", parcels.Next(c.Tx)), Reference: body.Reference, OrderNumber: body.OrderNumber,
		Method: body.Method, BranchID: body.BranchID, City: city, Status: Booked, Scans: []Scan{},
		Ahead: journeys[outcome], ByHand: outcome == outcomeByHand, BookedAt: c.Shown(c.Now()),
	}
}

type airwayBill struct {
	AWB         string `json:"awb"`
	TrackingURL string `json:"trackingUrl"`
	Status      Status `json:"status"`
}

func (s *System) airwayBill(p Parcel) airwayBill {
	return airwayBill{p.AWB, s.publicURL + "/courier/track/" + p.AWB, p.Status}
}

func (s *System) inquire(c *engine.Call) engine.Answer {
	awb, known := byReference.Get(c.Tx, c.Request.URL.Query().Get("reference"))
	if !known {
		return notFound()
	}
	p, _ := parcels.Get(c.Tx, awb)
	return engine.OK(s.airwayBill(p))
}

func notFound() engine.Answer {
	return engine.Refuse(http.StatusNotFound, "not_found", "no such shipment")
}
