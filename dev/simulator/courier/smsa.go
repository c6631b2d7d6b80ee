package courier

import (
	"fmt"
	"net/http"
	"strings"
	"unicode/utf8"

	"selfcare/dev/simulator/engine"
)

// SMSA's own wire stands beside the one of the adapter generic. A parcel is reported in the wire in which it was booked.
const (
	pathSMSA   = "courier/smsa"
	secretSMSA = "X-Webhook-Secret"
)

// scanTypesSMSA are SMSA's codes.
var scanTypesSMSA = map[Status]string{
	PickedUp: "PU", InTransit: "AF", OutForDelivery: "OD", FailedAttempt: "DE", Delivered: "DL", Returned: "RTO",
	Damaged: "DMG", Missing: "MISS",
}

func (s *System) routeSMSA(mux *http.ServeMux) {
	mux.Handle("POST /courier/api/shipment/b2c/new", s.ServeOperation(engine.Operation{
		Name: OperationBook, Effect: true, Handle: s.bookSMSA, Magic: fromConsigneeSMSA, Outcomes: bookingOutcomes(),
	}))
	mux.Handle("GET /courier/api/shipment/b2c/query/{awb}", s.ServeOperation(engine.Operation{Name: OperationLabel, Handle: label}))
	mux.Handle("GET /courier/api/track/reference/{reference}", s.ServeOperation(engine.Operation{Name: OperationInquire, Handle: s.trackReference}))
	mux.Handle("GET /courier/api/track/single/{awb}", s.ServeOperation(engine.Operation{Name: OperationTrack, Handle: trackSMSA}))
	mux.Handle("GET /courier/api/lookup/smsaoffices", s.ServeOperation(engine.Operation{Name: OperationBranches, Handle: s.offices}))
	mux.Handle("GET /courier/api/lookup/cities/{country}", s.ServeOperation(engine.Operation{Name: OperationBranches, Handle: s.cities}))
}

// proveBy proves a report in the wire of its adapter.
func proveBy(secret string) engine.Prove {
	signed := engine.SignWith(secret)
	return func(header http.Header, cb engine.Callback) {
		if cb.Path == pathSMSA {
			header.Set(secretSMSA, secret)
			return
		}
		signed(header, cb)
	}
}

type addressSMSA struct {
	ContactName, ContactPhoneNumber, Country, City, AddressLine1, AddressLine2, District string
}

type bookingSMSA struct {
	ConsigneeAddress, ShipperAddress                                                      *addressSMSA
	OrderNumber, ShipDate, ShipmentCurrency, WeightUnit, ContentDescription, SMSARetailID string
	DeclaredValue, Weight                                                                 float64
	Parcels                                                                               int
}

// plain is the same booking in the other wire.
func (b bookingSMSA) plain() shipment {
	to := addressSMSA{}
	if b.ConsigneeAddress != nil {
		to = *b.ConsigneeAddress
	}
	p := shipment{
		Reference: b.OrderNumber, OrderNumber: lastWord(b.ContentDescription), Method: methodHome, Consignee: &consignee{to.ContactName, to.ContactPhoneNumber},
		Address: &address{City: keyOf(to.City), Area: to.District, Street: to.AddressLine1, BuildingNumber: "-", Notes: to.AddressLine2},
	}
	if b.SMSARetailID != "" {
		p.Method, p.BranchID, p.Address = methodPickup, b.SMSARetailID, nil
	}
	return p
}

// lastWord of the contents is the sender's own number of the order.
func lastWord(text string) string { return text[strings.LastIndex(text, " ")+1:] }

func keyOf(city string) string { return strings.ReplaceAll(strings.ToLower(city), " ", "-") }

func fromConsigneeSMSA(c *engine.Call) string {
	body, _, _ := engine.Body[bookingSMSA](c)
	return outcomeOf(body.plain())
}

// bookSMSA books each time: an order number that comes again makes another parcel.
func (s *System) bookSMSA(c *engine.Call) engine.Answer {
	body, refusal, ok := engine.Body[bookingSMSA](c)
	if !ok {
		return refusal
	}
	if problem := body.problem(); problem != "" {
		return engine.Refuse(http.StatusBadRequest, "invalid", problem)
	}
	plain := body.plain()
	city, _, ok := s.destination(plain, c.Outcome)
	if !ok {
		return engine.Refuse(http.StatusBadRequest, "invalid", "no parcel goes to this address or office")
	}
	p := s.newParcel(c, plain, city)
	p.SMSA = true
	parcels.Put(c.Tx, p.AWB, p)
	byReference.Put(c.Tx, p.Reference, p.AWB)
	s.scanLater(c.Tx, p)
	return engine.OK(booked(p))
}

// booked is the answer about a shipment, with the label of its parcel.
func booked(p Parcel) map[string]any {
	return map[string]any{
		"sawb": p.AWB, "createDate": p.BookedAt.In(riyadh).Format(localSMSA), "shipmentParcelsCount": 1,
		"waybills": []map[string]any{{"awb": p.AWB, "awbFile": labelOf(p)}}, // Base64 in JSON
	}
}

// problem names a field that SMSA does not take.
func (b bookingSMSA) problem() string {
	if field := b.ConsigneeAddress.problem(); field != "" {
		return "ConsigneeAddress" + field
	}
	if field := b.ShipperAddress.problem(); field != "" {
		return "ShipperAddress" + field
	}
	if b.OrderNumber == "" || b.ShipDate == "" || b.ShipmentCurrency == "" || b.ContentDescription == "" || b.WeightUnit != "KG" && b.WeightUnit != "LB" {
		return "OrderNumber, ShipDate, ShipmentCurrency, ContentDescription or WeightUnit"
	}
	if b.DeclaredValue < 0.1 || b.Weight <= 0 || b.Parcels < 1 {
		return "DeclaredValue, Weight or Parcels"
	}
	return ""
}

// problem names what is wrong with an address: a field after a dot, or that there is none.
func (a *addressSMSA) problem() string {
	switch {
	case a == nil:
		return " is missing"
	case a.Country != "SA":
		return ".Country"
	case a.ContactPhoneNumber == "":
		return ".ContactPhoneNumber"
	case !isLong(a.ContactName, 5, 150):
		return ".ContactName"
	case !isLong(a.City, 3, 50):
		return ".City"
	case !isLong(a.AddressLine1, 10, 100):
		return ".AddressLine1"
	default:
		return ""
	}
}

func isLong(text string, least, most int) bool {
	signs := utf8.RuneCountInString(text)
	return signs >= least && signs <= most
}

const localSMSA = "2006-01-02T15:04:05"

// seenSMSA is a parcel as SMSA shows it.
func seenSMSA(p Parcel) map[string]any {
	scans := []map[string]string{}
	for _, s := range p.Scans {
		scans = append(scans, map[string]string{
			"ScanType": scanTypesSMSA[s.Status], "ScanDescription": string(s.Status), "City": s.City,
			"ScanDateTime": s.ScannedAt.In(riyadh).Format(localSMSA), "ScanTimeZone": "+03:00",
		})
	}
	seen := map[string]any{"AWB": p.AWB, "Reference": p.Reference, "Pieces": 1, "Scans": scans}
	if p.Status == Delivered {
		seen["isDelivered"] = true
	}
	return seen
}

func trackSMSA(c *engine.Call) engine.Answer { return showSMSA(c.Tx, c.Request.PathValue("awb")) }

func (s *System) trackReference(c *engine.Call) engine.Answer {
	awb, _ := byReference.Get(c.Tx, c.Request.PathValue("reference"))
	return showSMSA(c.Tx, awb)
}

func showSMSA(tx *engine.Tx, awb string) engine.Answer {
	p, known := parcels.Get(tx, awb)
	if !known {
		return notFound()
	}
	return engine.OK(seenSMSA(p))
}

func label(c *engine.Call) engine.Answer {
	p, known := parcels.Get(c.Tx, c.Request.PathValue("awb"))
	if !known {
		return notFound()
	}
	return engine.OK(booked(p))
}

// offices also has one in another country.
func (s *System) offices(*engine.Call) engine.Answer {
	list := []map[string]string{{"code": "DXB-01", "address": "Deira, Dubai", "addressAR": "ديرة، دبي", "cityName": "Dubai", "coordinates": "25.2697,55.3095"}}
	for _, b := range s.branches {
		list = append(list, map[string]string{
			"code": b.ID, "address": b.AddressEn, "addressAR": b.AddressAr, "cityName": nameOf(b.City),
			"coordinates": fmt.Sprintf("%g,%g", b.Latitude, b.Longitude), "firstShift": "09:00-22:00", "secondShift": "", "weekendShift": "16:00-22:00",
		})
	}
	return engine.OK(list)
}

func (s *System) cities(*engine.Call) engine.Answer {
	list := []map[string]string{}
	for _, b := range s.branches {
		list = append(list, map[string]string{"cityName": nameOf(b.City), "countryCode": "SA"})
	}
	return engine.OK(list)
}

func nameOf(key string) string {
	words := strings.Split(key, "-")
	for i, word := range words {
		words[i] = strings.ToUpper(word[:1]) + word[1:]
	}
	return strings.Join(words, " ")
}

// reportSMSA tells of the parcel with its newest scan.
func reportSMSA(p Parcel, newest Scan) engine.Report {
	last := p
	last.Scans = []Scan{newest}
	return engine.Report{Subject: p.AWB, Type: eventScanned, Path: pathSMSA, Body: []map[string]any{seenSMSA(last)}}
}
